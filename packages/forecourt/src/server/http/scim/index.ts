export { addScim } from './addScim.ts';
