import { sql } from 'kysely';
import { failureSentence } from 'forecourt/locale';
import { DeliveryFailure, Refusal, requireSuccess, type DeliveryContext, type Work } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { fromBaht, MOST_BAHT, parseDate, stockDifferences, stockOf, type StockItem } from '../../rules/index.ts';
import { defineCommand, type RentalDatabase } from '../database.ts';
import { GATEWAY_TOKEN, GATEWAY_URL } from '../order/index.ts';
import { currentStock, toldDays } from './stock.ts';

const LARGEST_ANSWER = 4 * 1024 * 1024;

/** What a channel says it has, cell by cell; what is none is passed over. */
function itemsOf(json: unknown): readonly StockItem[] {
  const { items } = (json ?? {}) as { items?: unknown };
  if (!Array.isArray(items)) throw new DeliveryFailure('no items in the answer');
  return items.flatMap((each: unknown) => {
    const { storeId, subModelId, day, free, price } = (each ?? {}) as Partial<Record<keyof StockItem, unknown>>;
    const isCell =
      [storeId, subModelId, free].every(Number.isSafeInteger) &&
      typeof day === 'string' &&
      parseDate(day) !== null &&
      typeof price === 'number' &&
      price >= 0 &&
      price <= MOST_BAHT;
    if (!isCell) return [];
    return [{ storeId, subModelId, day, free, price: fromBaht(price) } as StockItem];
  });
}

async function ask({ call, setting }: DeliveryContext, channel: number, span: ReturnType<typeof toldDays>) {
  const url = setting(GATEWAY_URL);
  if (url === undefined) throw new DeliveryFailure('no gateway');
  const token = setting(GATEWAY_TOKEN);
  const answer = await call({
    url,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ topic: 'stock-query', channel, ...span }),
    largest: LARGEST_ANSWER,
  });
  requireSuccess(answer);
  return itemsOf(answer.json);
}

/** Asks a channel what it has and keeps where that is not what we have; what was found before is gone. Answers how many differ. */
export const reconcileStock: Work = {
  // Asked for by hand; nothing is ever due.
  everyMs: 2 ** 31 - 1,
  async run(context, input) {
    if (input === undefined) return null;
    const { channel, stockDays } = input as { channel: number; stockDays: number };
    const db = context.db as RentalDatabase;
    const theirs = stockOf(await ask(context, channel, toldDays(context.now, stockDays)));
    const found = stockDifferences(await currentStock(db, context.now, stockDays), theirs);
    const rows = found.map(({ kind, ours, theirs: other }) => {
      const { storeId, subModelId, day } = (ours ?? other)!;
      return {
        kind,
        storeId,
        subModelId,
        day,
        ourFree: ours?.free,
        theirFree: other?.free,
        ourPrice: ours?.price,
        theirPrice: other?.price,
      };
    });
    await db.transaction().execute(async (transaction) => {
      await sql`select id from "channelSetting" where channel = ${channel} for update`.execute(transaction);
      await sql`delete from "channelDifference" where channel = ${channel}`.execute(transaction);
      await sql`
        insert into "channelDifference" (channel, kind, "storeId", "subModelId", day, "ourFree", "theirFree", "ourPrice", "theirPrice", "createTime")
        select ${channel}, x.kind, x."storeId", x."subModelId", x.day, x."ourFree", x."theirFree", x."ourPrice", x."theirPrice", ${new Date(context.now)}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(kind text, "storeId" bigint, "subModelId" bigint, day date, "ourFree" integer, "theirFree" integer,
          "ourPrice" bigint, "theirPrice" bigint)
        where exists (select 1 from store s where s.id = x."storeId") and exists (select 1 from "subModel" m where m.id = x."subModelId")
      `.execute(transaction);
    });
    return found.length;
  },
};

/** Holds what a channel has against what we have, now (D-CHN-06). */
export const reconcile = defineCommand(calls.reconcileChannel, {
  async run({ id }, context) {
    const { channel, stockDays } = await context.row('channelSetting', id);
    return { channel, stockDays: Math.max(1, stockDays ?? 0), differences: 0 };
  },
  async afterCommit(asked, { work }) {
    try {
      return { ...asked, differences: (await work('channelReconcile', asked)) as number };
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      const { key, params } = failureSentence(error.reason);
      throw new Refusal('msg.channels.noStockAnswer', { params: { ...params, reason: key } });
    }
  },
  said: ({ differences }, t) => t('msg.channels.reconciled', { count: differences }),
});
