export { addExport, MIME_TYPES } from './exports.ts';
