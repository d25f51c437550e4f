import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { defineCommand } from '../../../framework/server/contract.ts';
import type { RentalDatabase, Tables } from '../database.ts';
import { HOUR } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
import { readParameters } from '../facts/index.ts';
import { wireTime } from '../times.ts';
import { zoneOf } from './quote.ts';
import type { OrderRow } from '../database.ts';

/** The printed pages (D-PRINT-01). A key opens one of them for one order. */
export const SHEETS = ['rental', 'settlement', 'fsrental', 'vehiclecar', 'vehiclecar1'] as const;
export type Sheet = (typeof SHEETS)[number];
export const DEFAULT_SHEET: Sheet = 'rental';

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

/** How often a key was used, and when last: whoever handed it out can see that it travels. */
export const PRINT_KEY_USES_MIGRATION = {
  name: '021-print-key-uses',
  sql: `alter table "printKey" add column id bigint generated always as identity unique, add column uses integer not null default 0,
    add column "lastUseTime" timestamptz`,
};

/** Does this key open this sheet of this order now? One lookup by hash, the same for unknown orders and for wrong keys; a use is counted. */
export async function opens(
  db: RentalDatabase,
  key: string,
  orderId: number,
  sheet: Sheet,
  now: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update "printKey" set uses = uses + 1, "lastUseTime" = ${new Date(now)}
    where "keyHash" = ${hashOf(key)} and "orderId" = ${orderId} and sheet = ${sheet} and "expireTime" > ${new Date(now)}
  `.execute(db);
  return numAffectedRows === 1n;
}

const ID = { type: 'integer', minimum: 1 };

/** Makes a key for one sheet of one order, good for 72 hours unless set otherwise; it exists nowhere but in this answer (D-PRINT-02). */
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
    const { printKeyLifetimeHours } = await readParameters(context.db);
    const expires = new Date(context.now + printKeyLifetimeHours * HOUR);
    await sql`delete from "printKey" where "orderId" = ${id} and "expireTime" <= ${new Date(context.now)}`.execute(
      context.db,
    );
    await sql`
      insert into "printKey" ("keyHash", "orderId", sheet, "expireTime", "userId") values (${hashOf(key)}, ${id}, ${sheet}, ${expires}, ${context.actor.id})
    `.execute(context.db);
    return { key, sheet, expires: wireTime(expires, await zoneOf(context, order)) };
  },
});

/** The keys of an order that still open something, newest first; not the keys themselves, nobody has them. */
export const printKeys = defineCommand<{ readonly id: number }, Tables>({
  method: 'GET',
  path: '/order/printkey/{id}',
  permission: 'order-detail',
  input: { type: 'object', additionalProperties: false, required: ['id'], properties: { id: ID } },
  async run({ id }, context) {
    const order = (await context.row('order', id)) as unknown as OrderRow;
    const { rows } = await sql<KeyRow>`
      select "printKey".id, sheet, "expireTime", uses, "lastUseTime", "user".name as "userName" from "printKey"
      left join "user" on "user".id = "printKey"."userId"
      where "orderId" = ${id} and "expireTime" > ${new Date(context.now)} order by "printKey".id desc limit 100
    `.execute(context.db);
    const zone = await zoneOf(context, order);
    return rows.map((row) => ({
      ...row,
      id: Number(row.id),
      userName: row.userName ?? '',
      expireTime: wireTime(row.expireTime, zone),
      lastUseTime: wireTime(row.lastUseTime, zone),
    }));
  },
});

interface KeyRow {
  readonly id: number;
  readonly sheet: Sheet;
  readonly expireTime: Date;
  readonly uses: number;
  readonly lastUseTime: Date | null;
  readonly userName: string | null;
}

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
