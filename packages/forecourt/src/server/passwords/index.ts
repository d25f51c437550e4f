export { MIN_PASSWORD, passwordRule, type PasswordOwner, type PasswordRule } from './passwordRule.ts';
