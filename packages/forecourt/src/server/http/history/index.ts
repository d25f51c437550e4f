export { addCallChanges, addHistory } from './routes.ts';
export { addCallChangesPaths, addHistoryPaths } from './describe.ts';
export { isRestorable } from './restorable.ts';
