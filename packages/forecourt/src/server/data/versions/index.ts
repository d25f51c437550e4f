export { changesSoFar } from './callChanges.ts';
export { createVersions } from './createVersions.ts';
export type * from './recorded.ts';
export type * from '../recordedChanges.ts';
