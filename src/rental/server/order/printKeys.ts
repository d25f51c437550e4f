import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { calls, type Sheet } from '../../calls/index.ts';
import { HOUR } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import { wireTime } from '../times.ts';
import { zoneOf } from './quote.ts';

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

/**
 * Does this key open this sheet of this order now? One lookup by hash, the same for unknown orders and for wrong keys; a use is counted. A key is worth what its maker may: it ends when the
 * maker is locked or deleted, or may not see the order in full any more.
 */
export async function opens(context: RentalContext, key: string, orderId: number, sheet: Sheet): Promise<boolean> {
  const now = new Date(context.now);
  const living = sql`"keyHash" = ${hashOf(key)} and "orderId" = ${orderId} and sheet = ${sheet} and "expireTime" > ${now}`;
  const { rows } = await sql<{ userId: number }>`select "userId"::int from "printKey" where ${living}`.execute(
    context.db,
  );
  const maker = rows[0]?.userId;
  if (maker === undefined || !(await context.userSees(maker, 'order-detail', 'order', orderId))) return false;
  const { numAffectedRows } =
    await sql`update "printKey" set uses = uses + 1, "lastUseTime" = ${now} where ${living}`.execute(context.db);
  return numAffectedRows === 1n;
}

/** Makes a key for one sheet of one order, good for 72 hours unless set otherwise; it exists nowhere but in this answer (D-PRINT-02). */
export const printKey = defineCommand(calls.printKey, {
  async run({ id, sheet = DEFAULT_SHEET }, context) {
    const order = await context.row('order', id);
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
export const printKeys = defineCommand(calls.printKeys, {
  async run({ id }, context) {
    const order = await context.row('order', id);
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
export const revokePrintKeys = defineCommand(calls.revokePrintKeys, {
  async run({ id }, context) {
    await context.row('order', id, { lock: true });
    await sql`delete from "printKey" where "orderId" = ${id}`.execute(context.db);
    return null;
  },
});
