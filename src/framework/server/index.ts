export type * from './contract.ts';
export { defineCommand } from './contract.ts';
export * from './errors.ts';
export { permits, WILDCARD } from '../model/index.ts';
export { hashPassword } from './http/passwords.ts';
