export { createVersions } from './createVersions.ts';
