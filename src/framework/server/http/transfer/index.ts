export { addExportPath, addImportPaths } from './describe.ts';
export { addExport } from './exports.ts';
export { addImport } from './imports.ts';
