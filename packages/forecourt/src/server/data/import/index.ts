export { createImports } from './createImports.ts';
export { MAX_FILE_BYTES } from './reader/index.ts';
