export { createVersions } from './createVersions.ts';
export type * from './recorded.ts';
