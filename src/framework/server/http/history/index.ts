export { addHistory } from './routes.ts';
export { addHistoryPaths } from './describe.ts';
export { isRestorable } from './restorable.ts';
