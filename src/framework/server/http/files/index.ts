export { addFileRoutes, serveFiles } from './routes.ts';
export { createFileSigner, signFileUrl, type FileSigner } from './signing.ts';
export { createFileStore, type FileStore } from './store.ts';
export { uploadedFiles } from './uploaded.ts';
