import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from 'forecourt/server';
import { MINUTE, satang, stockChanges, stockOf, toBaht, type StockItem } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { currentStock, toldDays } from './stock.ts';

/** Changes of so long are told together. */
const BURST_MS = MINUTE;
const EVERY_MS = 15_000;
/** Cells of one message at most. */
const MOST_ITEMS = 500;

interface Told {
  readonly channel: number;
  readonly stockDays: number;
}

/** The channels whose turn it is, taken for this process. */
async function due(db: RentalDatabase, now: number): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    update "channelSetting" set "stockTime" = ${new Date(now)}
    where enabled = 1 and "stockDays" > 0 and ("stockTime" is null or "stockTime" <= ${new Date(now - BURST_MS)})
    returning channel, "stockDays"
  `.execute(db);
  return rows;
}

/** Cells over the wire: prices in baht. */
const wire = ({ price, ...item }: StockItem) => ({ ...item, price: toBaht(satang(price)) });

/**
 * Tells a channel what has changed since it was told last, and remembers what it was told: one transaction, so that nothing is told twice or forgotten.
 * A later message counts for its cells (`asOf`); one that was tried again may come after it.
 */
async function tell(db: RentalDatabase, { channel, stockDays }: Told, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select id from "channelSetting" where channel = ${channel} for update`.execute(transaction);
    const stock = await currentStock(transaction, now, stockDays);
    const { dateStart } = toldDays(now, stockDays);
    await sql`delete from "channelStock" where channel = ${channel} and day < ${dateStart}`.execute(transaction);
    const { rows: told } = await sql<StockItem>`
      select "storeId", "subModelId", to_char(day, 'YYYY-MM-DD') as day, free, price from "channelStock" where channel = ${channel}
    `.execute(transaction);
    const changes = stockChanges(stockOf(told), stock);
    await sql`
      insert into "channelStock" (channel, "storeId", "subModelId", day, free, price)
      select ${channel}, "storeId", "subModelId", day, free, price
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as x("storeId" bigint, "subModelId" bigint, day date, free integer, price bigint)
      on conflict (channel, "storeId", "subModelId", day) do update set free = excluded.free, price = excluded.price
    `.execute(transaction);
    for (let first = 0; first < changes.length; first += MOST_ITEMS) {
      const items = changes.slice(first, first + MOST_ITEMS).map(wire);
      const payload = JSON.stringify({ channel, asOf: new Date(now).toISOString(), items });
      await sql`
        insert into outbox (channel, topic, recipient, payload, key, "nextTryTime")
        values ('channel', 'stock', '', ${payload}::jsonb, ${randomUUID()}, ${new Date(now)})
      `.execute(transaction);
    }
    return changes.length;
  });
}

/** Free cars and prices for whoever sells them: what has changed, once a minute at most (D-CHN-06). Answers how many cells were told. */
export const pushStock: Work = {
  everyMs: EVERY_MS,
  async run({ db: given, now }) {
    const db = given as RentalDatabase;
    let count = 0;
    for (const told of await due(db, now)) count += await tell(db, told, now);
    return count;
  },
};
