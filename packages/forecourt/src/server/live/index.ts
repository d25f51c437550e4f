export { createEditors, type Editors, type OtherEditor } from './editors.ts';
export { createFeed, together, type Change, type Changes, type Feed } from './feed.ts';
export { areTold } from './scopes.ts';
export { EDITING, editingMigrations, liveMigrations, NOTIFICATIONS } from './tables.ts';
