import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './dataFolders.ts';
import { isHealthy, PASSWORD, prepareProduct, type Product } from './product.ts';
import { fillFleet, signIn } from './rental.ts';
import { createWriters, type Writers } from './writers.ts';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3);
/** So many changes are acknowledged in a round before the kill, however slow the machine is. */
const FIRST = 12;
/** Then it hits the writers at another moment in every round. */
const moment = (round: number): number => (round * 173) % 500;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let product: Product;
let writers: Writers;
let url: string;
beforeAll(async () => {
  product = await prepareProduct();
  url = await product.start();
  const api = await signIn(url, PASSWORD);
  writers = createWriters(api, await fillFleet(api, 6));
});
afterAll(() => product?.remove());

test(`${ROUNDS} times kill -9 of PostgreSQL while orders and saves come in: the same program goes on by itself, with everything acknowledged`, async () => {
  const { pid } = product.process();
  for (let round = 0; round < ROUNDS; round++) {
    const old = product.postmaster()!;
    const enough = writers.counts().acknowledged + FIRST;
    const writing = writers.run();
    await until(() => writers.counts().acknowledged >= enough);
    await after(moment(round));
    process.kill(old, 'SIGKILL');
    await until(() => ![old, undefined].includes(product.postmaster()));
    await until(() => isHealthy(url));
    // Whoever was between two calls has noticed nothing.
    writers.stop();
    await writing;
    await until(() => isHealthy(url));
    const pool = product.connect();
    await writers.check(pool);
    await writers.retry();
    await writers.check(pool);
    await pool.end();
  }
  expect([product.process().pid, product.process().exitCode]).toEqual([pid, null]);
  const { acknowledged, unanswered } = writers.counts();
  expect([acknowledged >= ROUNDS * FIRST, unanswered >= 1]).toEqual([true, true]);
});
