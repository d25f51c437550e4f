import { sql } from 'kysely';
import { refuse, refuseFields } from 'forecourt/server';
import type { RentalContext } from '../database.ts';

/** Texts by hand within 24 hours: of one user, and to one phone whoever writes (D-MEM-06). */
const MOST_OF_USER = 200;
const MOST_TO_PHONE = 10;

/**
 * Refuses a text by hand where its user, or whoever else, has sent too many: it goes out in the company's name and at its cost. The answers are taken from the operation
 * log and the messages, whose newest days have an index.
 */
export async function requireWithinDay({ db, actor }: RentalContext, to: string): Promise<void> {
  const { rows } = await sql<{ ofUser: number; toPhone: number }>`
    select
      (select count(*)::int from (
        select from "operationLog" where "userId" = ${actor.id} and time > now() - interval '1 day'
          and module = 'member' and action = 'sendsms' and "statusCode" = 200 limit ${MOST_OF_USER}
      ) o) as "ofUser",
      (select count(*)::int from outbox
        where state in ('queued', 'sent', 'failed', 'notSent') and "createTime" > now() - interval '1 day' and topic = 'member' and recipient = ${to}
      ) as "toPhone"
  `.execute(db);
  const { ofUser, toPhone } = rows[0]!;
  if (ofUser >= MOST_OF_USER) throw refuse('msg.sms.userDay', { most: MOST_OF_USER });
  if (toPhone >= MOST_TO_PHONE) throw refuseFields({ phone: ['msg.sms.phoneDay', { most: MOST_TO_PHONE }] });
}
