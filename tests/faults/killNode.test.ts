import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './dataFolders.ts';
import { PASSWORD, prepareProduct, type Product } from './product.ts';
import { fillFleet, signIn } from './rental.ts';
import { createWriters, type Writers } from './writers.ts';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3);
/** So many changes are acknowledged in a round before the kill, however slow the machine is. */
const FIRST = 12;
/** Then it hits the writers at another moment in every round. */
const moment = (round: number): number => (round * 137) % 500;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let product: Product;
let writers: Writers;
let move: (url: string) => void;
beforeAll(async () => {
  product = await prepareProduct();
  const api = await signIn(await product.start(), PASSWORD);
  writers = createWriters(api, await fillFleet(api, 6));
  move = api.at;
});
afterAll(() => product?.remove());

test(`${ROUNDS} times kill -9 of the program while orders and saves come in: what was acknowledged is there once and whole, retries make it complete`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const enough = writers.counts().acknowledged + FIRST;
    const writing = writers.run();
    await until(() => writers.counts().acknowledged >= enough);
    await after(moment(round));
    await product.kill();
    await writing;
    // Before anybody repairs anything.
    const past = product.connect();
    await writers.check(past);
    await past.end();
    move(await product.start());
    const pool = product.connect();
    await writers.check(pool);
    await writers.retry();
    await writers.check(pool);
    await pool.end();
  }
  const { acknowledged, unanswered } = writers.counts();
  // The kills did hit somebody.
  expect([acknowledged >= ROUNDS * FIRST, unanswered >= ROUNDS]).toEqual([true, true]);
});
