import { sql } from 'kysely';
import type { Database } from '../../../../framework/server/index.ts';
import { FLASH_RENTAL } from '../../../rules/index.ts';

/** What the channels show and may sell: flash rentals wherever one was booked, tags of what Fliggy books most. */
export async function channels(db: Database, now: number): Promise<void> {
  const time = new Date(now);
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
