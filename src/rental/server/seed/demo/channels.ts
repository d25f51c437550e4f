import { sql } from 'kysely';
import type { Database } from 'forecourt/server';
import { FLASH_RENTAL, ORDER } from '../../../rules/index.ts';

/** What the channels show and may sell: flash rentals wherever one was booked, tags of what Fliggy books most. */
async function offers(db: Database, time: Date): Promise<void> {
  await sql`
    insert into "flashRent" ("storeId", "subModelId", enabled, quota, "leadHours", "createTime", "updateTime")
    select "pickupStoreId", "subModelId", 1, 2 + count(*) / 4, case when count(*) > 2 then 2 else 4 end, ${time}, ${time}
    from "order" where "serviceType" = ${FLASH_RENTAL} group by 1, 2 order by 1, 2
  `.execute(db);
  await sql`
    insert into "tagSetting" ("storeId", "subModelId", "tagIds", status, "createTime", "updateTime")
    select "pickupStoreId", "subModelId", case when count(*) > 6 then '[1, 2, 3, 5, 6]' else '[1, 2, 5]' end::jsonb, 1, ${time}, ${time}
    from "order" where channel = 2 group by 1, 2 order by count(*) desc, 1, 2 limit 24
  `.execute(db);
}

/** Both channels are set up and switched off: a secret is nobody's to know in advance. What they sent lately was done, but for two messages. */
async function messages(db: Database, time: Date): Promise<void> {
  await sql`
    insert into "channelSetting" (channel, enabled, "tolerancePercent", "stockDays", "createTime", "updateTime")
    select channel, 0, 5, 30, ${time}, ${time} from unnest(array[2, 3]) channel
  `.execute(db);
  await sql`
    with sold as (
      select * from "order" where channel in (2, 3) and "createTime" > ${time}::timestamptz - interval '7 days' order by id
    ), said as (
      select channel, 'create' as kind, 0 as version, "channelOrderNo", id, "pickupStoreId", "createTime" as time from sold
      union all select channel, 'cancel', 1, "channelOrderNo", id, "pickupStoreId", "cancelTime" from sold where status = ${ORDER.cancelled}
    )
    insert into "channelMessage" (channel, "messageId", kind, "channelOrderNo", version, state, "orderId", "storeId", tries, "createTime", "doneTime", "updateTime")
    select channel, "channelOrderNo" || '-' || version, kind, "channelOrderNo", version, 'applied', id, "pickupStoreId", 1, time, time, time
    from said where time <= ${time} order by time, id
  `.execute(db);
  await sql`
    insert into "channelMessage" (channel, "messageId", kind, "channelOrderNo", version, state, reasons, "storeId", tries, "createTime", "updateTime") values
      (2, 'FZ9000000001-0', 'create', 'FZ9000000001', 0, 'refused', '[{"key": "rental.quote.error.noCar"}]', 1, 1,
        ${time}::timestamptz - interval '2 hours', ${time}::timestamptz - interval '2 hours'),
      (3, 'ZZ9000000002-1', 'change', 'ZZ9000000002', 1, 'parked', null, null, 0,
        ${time}::timestamptz - interval '20 minutes', ${time}::timestamptz - interval '20 minutes')
  `.execute(db);
}

/** When Zuzuche was last asked, it showed two cars more than there are, and an old price. */
async function differences(db: Database, time: Date): Promise<void> {
  await sql`
    insert into "channelDifference" (channel, kind, "storeId", "subModelId", day, "ourFree", "theirFree", "ourPrice", "theirPrice", "createTime", "updateTime")
    select 3, 'differs', "storeId", "subModelId", (${time}::timestamptz at time zone 'Asia/Bangkok')::date + n::integer, 1, case n when 1 then 3 else 1 end,
      price, case n when 1 then price else price - 10000 end, ${time}, ${time}
    from (select "storeId", "subModelId", "dailyPrice" as price, row_number() over (order by id) as n from price where status = 1 order by id limit 2) sold
  `.execute(db);
}

export async function channels(db: Database, now: number): Promise<void> {
  const time = new Date(now);
  await offers(db, time);
  await messages(db, time);
  await differences(db, time);
}
