import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { Tables } from 'forecourt/server';
import { brokenHolds, unbalancedLedgers, unsoundOrders } from '../api/orderInvariants.ts';
import type { Written } from './writers.ts';

/** Orders that were acknowledged and are not there. */
export async function lostOrders(pool: Pool, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from unnest($1::bigint[]) as id where not exists (select from "order" o where o.id = id.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

interface Stored {
  readonly id: number;
  readonly carId: number;
  readonly phone: string;
  readonly remark: string | null;
  readonly plannedReturnTime: string;
  readonly payments: readonly { readonly id: number; readonly amount: number }[];
  readonly paid: number;
  readonly holds: number;
  readonly logged: readonly string[];
}

const ORDERS = `
  select o.id, o."carId", o."renterPhone" as phone, o.remark,
    to_char(o."plannedReturnTime" at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI:SS') as "plannedReturnTime",
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount)) from payment p where p."orderId" = o.id), '[]') as payments,
    o.paid::float8 as paid,
    (select count(*)::int from hold h where h.kind = 'order' and h."sourceId" = o.id and h."carId" = o."carId") as holds,
    (select array_agg(l.action order by l.id) from "operationLog" l where l.module = 'order' and l."objectId" = o.id::text) as logged
  from "order" o order by o.id`;

/** What a database has to say of an order when every one of its calls was answered, and done once. */
const expected = ({ id, carId, phone, payment, plannedReturnTime, remark }: Written): Stored => ({
  id,
  carId,
  phone,
  remark: remark!,
  plannedReturnTime,
  // Stored in satang.
  payments: [{ id: payment!.id, amount: payment!.amount * 100 }],
  paid: payment!.amount * 100,
  holds: 1,
  logged: ['save', 'payment', 'edittime', 'remark'],
});

/** Exactly what was acknowledged is there, each once; the books are in balance, and no car is promised twice. */
export async function compareBooks(pool: Pool, written: ReadonlyMap<number, Written>): Promise<void> {
  const { rows } = await pool.query<Stored>(ORDERS);
  const orders = [...written.values()].sort((a, b) => a.id - b.id).map(expected);
  expect(rows.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
  const differing = rows.filter((row, at) => JSON.stringify(row) !== JSON.stringify(orders[at]));
  expect(differing.map((row) => ({ stored: row, acknowledged: expected(written.get(row.id)!) }))).toEqual([]);
  const { rows: counts } = await pool.query<{ payments: number; keys: number; guards: number }>(`
    select (select count(*)::int from payment) as payments,
      (select count(*)::int from idempotency where answer is not null) as keys,
      (select count(*)::int from pg_constraint where contype = 'x' and conrelid = 'hold'::regclass) as guards`);
  expect(counts).toEqual([{ payments: written.size, keys: written.size * 4, guards: 1 }]);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  expect([...(await unsoundOrders(db)), ...(await brokenHolds(db)), ...(await unbalancedLedgers(db))]).toEqual([]);
}
