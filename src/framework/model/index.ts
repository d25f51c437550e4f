export type * from './schema.ts';
export type * from './resource.ts';
export { defineResource } from './resource.ts';
export type * from './model.ts';
export { fieldOf, resourceOf } from './model.ts';
