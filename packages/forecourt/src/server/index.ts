export type * from './contract.ts';
export { atOnce, commandsOver, defineCommand, defineModule } from './contract.ts';
export * from './errors.ts';
export { permits, WILDCARD } from '../model/index.ts';
export { mask, STORED_SECRET, writeXlsx, type Cell, type ExportColumn } from './data/index.ts';
export {
  addDemo,
  buildApp,
  Archive,
  type ArchivePart,
  Download,
  hashPassword,
  migrate,
  removeFiles,
  runServer,
  signFileUrl,
  uploadedFiles,
  type AppOptions,
  type RunOptions,
} from './http/index.ts';
export { main } from './main.ts';
export { createLog, type Logger } from './log.ts';
export { createMessages, type Catalogues, type Messages } from './messages.ts';
export {
  defineApplication,
  insertRows,
  mergeModules,
  plugModules,
  type Application,
  type ApplicationSource,
  type DemoPlan,
} from './platform/index.ts';
export {
  DeliveryFailure,
  pauseAfter,
  requireSuccess,
  type Deliverer,
  type Delivered,
  type DeliveryContext,
  type DeliveryResult,
  type OutgoingMessage,
} from './outbox/index.ts';
export { createPool, openDatabase, DataFolderError, type OpenDatabase } from './postgres/index.ts';
export { readSettings, SettingsError, type Settings } from './settings.ts';
