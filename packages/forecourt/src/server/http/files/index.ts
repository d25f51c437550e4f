export { keepFile } from './keepFile.ts';
export { forgetUploads, UPLOADS } from './pieces.ts';
export { addPrivateFilePaths, addPrivateFiles } from './private.ts';
export { privateFileMigrations } from './privateMarks.ts';
export { removeFiles, removeFromDisk } from './removed.ts';
export { addFileRoutes, serveFiles, type Files } from './routes.ts';
export { createFileSigner, signFileUrl, type FileSigner } from './signing.ts';
export { forgetUnused, unusedFileMigrations } from './unused.ts';
export { uploadedFiles } from './uploaded.ts';
