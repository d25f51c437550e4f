export { addExportPath, addImportPaths } from './describe.ts';
export { addExport, MIME_TYPES } from './exports.ts';
export { addImportAtOnce } from './importAtOnce.ts';
export { addImport } from './imports.ts';
