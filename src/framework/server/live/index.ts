export { createFeed, type Change, type Changes, type Feed } from './feed.ts';
export { liveMigrations, NOTIFICATIONS } from './tables.ts';
