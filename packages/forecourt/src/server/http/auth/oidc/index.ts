export { addOidc } from './addOidc.ts';
