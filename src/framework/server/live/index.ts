export { createFeed, type Change, type Changes, type Feed } from './feed.ts';
export { liveMigrations } from './tables.ts';
