import { sql } from 'kysely';
import type { Database } from 'forecourt/server';
import { ORDER } from '../../../rules/index.ts';

/** What renters were told lately, taken by the built-in outbox; the list of messages is not empty on the first day. */
export const messages = (db: Database, now: number): Promise<unknown> =>
  sql`
    insert into outbox (channel, topic, recipient, text, payload, state, provider, tries, "createTime", "sentTime", "updateTime", "storeId", "orderId", "memberId")
    select 'sms', topic, o."renterCountryCode" || o."renterPhone", said, jsonb_build_object('text', said), 'sent', 'outbox', 1,
      time, time + interval '1 second', time + interval '1 second', o."pickupStoreId", o.id, o."memberId"
    from "order" o
    cross join lateral (values
      ('order-created', o."createTime", 'Dear ' || o."renterName" || ', your booking ' || o."orderNo" || ' is confirmed.'),
      ('order-cancelled', case when o.status = ${sql.lit(ORDER.cancelled)} then o."cancelTime" end, 'Dear ' || o."renterName" || ', your booking ' || o."orderNo" || ' has been cancelled.')
    ) as event (topic, time, said)
    where time between ${new Date(now)}::timestamptz - interval '14 days' and ${new Date(now)}
    order by time, o.id
  `.execute(db);
