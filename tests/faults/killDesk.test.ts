import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from 'forecourt/server';
import { brokenHolds, expectSoundMoney } from '../api/orderInvariants.ts';
import { until } from './dataFolders.ts';
import { openDesk, type Meeting } from './desk.ts';
import { isHealthy, PASSWORD, prepareProduct, type Product } from './product.ts';
import { fillFleet, signIn } from './rental.ts';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3);

let product: Product;
let desk: ReturnType<typeof openDesk>;
let move: (url: string) => void;
let url: string;
beforeAll(async () => {
  product = await prepareProduct();
  url = await product.start();
  const api = await signIn(url, PASSWORD);
  desk = openDesk(api, await fillFleet(api, 7 * ROUNDS));
  move = api.at;
});
afterAll(() => product?.remove());

/** What a transaction writes last but one, last, and nothing: each is caught in the middle, before its end, or wherever it stands. */
const HELD = [
  ['payment', 'depositEntry', 'carChange', 'carPlate', 'memberMerge', 'drawerCount', 'channelMessage'],
  ['operationLog'],
  [],
] as const;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The program and its database are the victims by turns; answers what starts the program again. Its database comes back by itself. */
async function killOne(round: number): Promise<() => Promise<void>> {
  if (round % 2 === 0) {
    await product.kill();
    return async () => move((url = await product.start()));
  }
  const old = product.postmaster()!;
  process.kill(old, 'SIGKILL');
  await until(() => ![old, undefined].includes(product.postmaster()));
  await until(() => isHealthy(url));
  return () => Promise.resolve();
}

/** Kills while those who meet stand in the middle of it; answers how many got no answer, and what brings back who was killed. */
async function killWhile(meetings: readonly Meeting[], round: number) {
  const tables = HELD[round % HELD.length]!;
  const pool = product.connect();
  const holder = await pool.connect();
  holder.on('error', () => undefined);
  await holder.query('begin');
  for (const table of tables) await holder.query(`lock table "${table}" in share row exclusive mode`);
  const met = desk.meet(meetings);
  if (tables.length === 0) await after((round * 37) % 60);
  else {
    const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // One of each two waits at least; the other one may have to wait for it.
    await until(async () => (await pool.query<{ count: number }>(waiting)).rows[0]!.count >= meetings.length);
  }
  const bringBack = await killOne(round);
  const unanswered = await met;
  // Nobody is held any more, and nobody has repaired anything.
  holder.release(true);
  await pool.end();
  return { unanswered, bringBack };
}

async function check(pool: Pool, meetings: readonly Meeting[]): Promise<void> {
  for (const { name, facts, whole } of meetings)
    expect({ name, one: whole }).toEqual({ name, one: expect.arrayContaining([await facts(pool)]) });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await expectSoundMoney(db);
  expect(await brokenHolds(db)).toEqual([]);
}

test(`${ROUNDS} times kill -9 of the program, or of PostgreSQL, while two meet at a deposit, a car, a day, a plate, and a member: each is done whole or not at all, once when asked again, and who is refused reads why`, async () => {
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const meetings = await desk.prepare();
    const { unanswered, bringBack } = await killWhile(meetings, round);
    lost += unanswered;
    const pool = product.connect();
    await check(pool, meetings);
    await bringBack();
    await check(pool, meetings);
    await desk.askAgain(meetings);
    for (const { name, facts, end } of meetings) expect([name, await facts(pool)]).toEqual([name, end]);
    await check(pool, meetings);
    await pool.end();
  }
  // The kills did hit somebody.
  expect(lost).toBeGreaterThanOrEqual(ROUNDS);
});
