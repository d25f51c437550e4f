export { addIdentities } from './addIdentities.ts';
export { addOidc } from './addOidc.ts';
