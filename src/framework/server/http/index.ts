export { buildApp, type AppOptions } from './buildApp.ts';
export { Archive, ARCHIVE_TYPE, type ArchivePart } from './archive.ts';
export { Download } from './download.ts';
export { removeFiles, signFileUrl, uploadedFiles } from './files/index.ts';
export { scopesOfUsers } from './actors.ts';
export { scopeProperty } from './identity.ts';
export { hashPassword } from './passwords.ts';
export { addDemo } from './demonstration.ts';
export { loadDemo, migrate, runServer, type RunOptions } from './runServer.ts';
