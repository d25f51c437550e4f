export { notificationCommands } from './commands.ts';
export { DUE_NOTICES, NOTICES, noticeWork } from './work.ts';
