import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSigned, startListener, type Heard, type Listener } from '../webhookListener.ts';
import { until } from './dataFolders.ts';
import { PASSWORD, prepareProduct, type Product } from './product.ts';
import { NotAnswered, signIn, type Api } from './rental.ts';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3);
/** So many changes are acknowledged in a round before the kill, however slow the machine is. */
const FIRST = 20;
const CITY = {
  province: 'P',
  country: 'Thailand',
  latitude: 7.9,
  longitude: 98.4,
  timeZone: 'Asia/Bangkok',
  status: 1,
};

let product: Product;
let listener: Listener;
let api: Api;
let secret: string;
beforeAll(async () => {
  listener = await startListener();
  product = await prepareProduct({ PRIVATE_CALLS: '1' });
  api = await signIn(await product.start(), PASSWORD);
  const pool = product.connect();
  const { rows } = await pool.query<{ id: number }>(`select id from "user" where username = 'admin'`);
  await pool.end();
  const hook = { name: 'Listener', url: listener.url, resource: 'city', userId: rows[0]!.id };
  const { id } = await api.post('/system/webhook/save', hook);
  ({ secret } = await api.post<{ secret: string }>('/system/webhook/issue', { id }));
});
afterAll(async () => {
  await product?.remove();
  await listener?.close();
});

/** Cities of which both the creation and a change were acknowledged. */
const acknowledged = new Set<number>();
let made = 0;

/** Creates and changes cities, one after the other, until the product is gone. */
async function write(): Promise<void> {
  try {
    for (;;) {
      const number = ++made;
      const { id } = await api.post('/basics/city/save', {
        ...CITY,
        cityName: `City ${number}`,
        cityCode: `F${number}`,
      });
      await api.post('/basics/city/save', { id, province: 'Q' });
      acknowledged.add(id);
    }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
  }
}

const of = (id: number, kind: string): number =>
  listener.heard.findIndex(({ message }) => message.type === `city.${kind}` && message.data.id === id);

test(`${ROUNDS} times kill -9 of the program while a listener is told: it hears of every change, of each record in its order`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const enough = acknowledged.size + FIRST;
    const writing = Promise.all([write(), write()]);
    await until(() => acknowledged.size >= enough);
    await product.kill();
    await writing;
    api.at(await product.start());
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * FIRST);
  // What was under way at a kill comes again when its time is over.
  await until(() => [...acknowledged].every((id) => of(id, 'created') >= 0 && of(id, 'updated') >= 0));
  const early = [...acknowledged].filter((id) => of(id, 'updated') < of(id, 'created'));
  expect(early).toEqual([]);
  const ids = new Map<string, Heard>();
  for (const heard of listener.heard) {
    expect(await isSigned(heard, secret)).toBe(true);
    const before = ids.get(String(heard.headers['webhook-id']));
    ids.set(String(heard.headers['webhook-id']), heard);
    // What comes twice is known by its id.
    if (before) expect(heard.message).toEqual(before.message);
  }
});
