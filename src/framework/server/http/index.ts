export { buildApp, type AppOptions } from './buildApp.ts';
export { Download } from './download.ts';
export { removeFiles, signFileUrl, uploadedFiles } from './files/index.ts';
export { scopeProperty } from './identity.ts';
export { hashPassword } from './passwords.ts';
export { migrate, runServer, type RunOptions } from './runServer.ts';
