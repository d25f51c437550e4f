export { defaultViews, savedViewCommands } from './savedViews.ts';
export { SAVED_VIEWS } from './tables.ts';
