import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { defineCommand } from '../../../framework/server/contract.ts';
import type { RentalDatabase, Tables } from '../database.ts';
import { HOUR } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
import { wireTime } from '../times.ts';
import { zoneOf } from './quote.ts';
import type { OrderRow } from '../database.ts';

/** The printed pages (D-PRINT-01). A key opens one of them for one order. */
export const SHEETS = ['rental', 'settlement', 'fsrental', 'vehiclecar', 'vehiclecar1'] as const;
export type Sheet = (typeof SHEETS)[number];
export const DEFAULT_SHEET: Sheet = 'rental';

const LIFE = 72 * HOUR;
const KEY_BYTES = 24;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export const PRINT_KEY_MIGRATION = {
  name: '020-print-keys',
  sql: `create table "printKey" (
    "keyHash" bytea primary key,
    "orderId" bigint not null references "order" (id),
    sheet text not null,
    "expireTime" timestamptz not null,
    "userId" bigint not null
  );
  create index "printKey_order" on "printKey" ("orderId")`,
};

/** Does this key open this sheet of this order now? One lookup by hash, the same for unknown orders and for wrong keys. */
export async function opens(
  db: RentalDatabase,
  key: string,
  orderId: number,
  sheet: Sheet,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "printKey" where "keyHash" = ${hashOf(key)} and "orderId" = ${orderId} and sheet = ${sheet} and "expireTime" > ${new Date(now)}
  `.execute(db);
  return rows.length > 0;
}

const ID = { type: 'integer', minimum: 1 };

/** Makes a key for one sheet of one order, good for 72 hours; it exists nowhere but in this answer (D-PRINT-02). */
export const printKey = defineCommand<{ readonly id: number; readonly sheet?: Sheet }, Tables>({
  method: 'POST',
  path: '/order/printkey/{id}',
  permission: 'order-detail',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: ID, sheet: { enum: SHEETS } },
  },
  log: { module: 'order', action: 'printkey', object: 'id' },
  async run({ id, sheet = DEFAULT_SHEET }, context) {
    const order = (await context.row('order', id)) as unknown as OrderRow;
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const expires = new Date(context.now + LIFE);
    await sql`delete from "printKey" where "orderId" = ${id} and "expireTime" <= ${new Date(context.now)}`.execute(
      context.db,
    );
    await sql`
      insert into "printKey" ("keyHash", "orderId", sheet, "expireTime", "userId") values (${hashOf(key)}, ${id}, ${sheet}, ${expires}, ${context.actor.id})
    `.execute(context.db);
    return { key, sheet, expires: wireTime(expires, await zoneOf(context, order)) };
  },
});

/** Takes back every key of an order: links that were handed out stop working at once. */
export const revokePrintKeys = defineCommand<{ readonly id: number }, Tables>({
  method: 'DELETE',
  path: '/order/printkey/{id}',
  permission: 'order-detail',
  input: { type: 'object', additionalProperties: false, required: ['id'], properties: { id: ID } },
  log: { module: 'order', action: 'revokeprintkeys', object: 'id' },
  success: 'msg.success.delete',
  async run({ id }, context) {
    await context.row('order', id, { lock: true });
    await sql`delete from "printKey" where "orderId" = ${id}`.execute(context.db);
    return null;
  },
});
