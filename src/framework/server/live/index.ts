export { createEditors, type Editors, type OtherEditor } from './editors.ts';
export { createFeed, type Change, type Changes, type Feed } from './feed.ts';
export { EDITING, liveMigrations, NOTIFICATIONS } from './tables.ts';
