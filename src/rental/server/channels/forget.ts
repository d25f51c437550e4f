import { sql } from 'kysely';
import type { Work } from 'forecourt/server';
import { DAY, HOUR } from '../../rules/index.ts';

/** So long may be done what was refused or waits; then nobody needs to know who wanted to rent (D-CHN-04). */
const KEPT_DAYS = 30;

export const forgetContents: Work = {
  everyMs: HOUR,
  run: ({ db, now }) =>
    sql`
      update "channelMessage" set content = null
      where state in ('refused', 'parked') and content is not null and "createTime" < ${new Date(now - KEPT_DAYS * DAY)}
    `.execute(db),
};
