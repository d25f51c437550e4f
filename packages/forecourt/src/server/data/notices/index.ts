export { checkNotifications } from './kinds.ts';
export { countUnread, MOST_UNREAD, readTold, type Told } from './readNotices.ts';
export { findDue, spreadNotices, type Reader } from './spreadNotices.ts';
