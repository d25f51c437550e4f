import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, book, errorOf, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { startProvider, type FakeProvider, type Received } from './smsProviders.ts';

interface Cell {
  readonly storeId: number;
  readonly subModelId: number;
  readonly day: string;
  readonly free: number;
  readonly price: number;
}

let gateway: FakeProvider;
let app: RentalApp;
let ops: Client;
/** What Zuzuche shows, by what it was told. */
const shown = new Map<string, Cell>();
const keyOf = ({ storeId, subModelId, day }: Cell): string => `${storeId} ${subModelId} ${day}`;
const bodyOf = ({ body }: Received) => JSON.parse(body) as { topic: string; channel: number; items: Cell[] };

/** The simulator of the channel behind the gateway: takes over what it is told, and says what it has. */
function answer(request: Received) {
  const { topic, items } = bodyOf(request);
  if (topic === 'stock') for (const cell of items) shown.set(keyOf(cell), cell);
  return topic === 'stock-query' ? { body: { items: [...shown.values()] } } : {};
}

let settingId: number;
beforeAll(async () => {
  gateway = await startProvider();
  app = await startRentalApp({ settings: { privateCalls: true, own: { APP_CHANNEL_URL: gateway.url } } });
  ops = await app.as('ops');
  const setting = { channel: 3, enabled: 1, secret: 'a secret of the simulator', tolerancePercent: 5, stockDays: 14 };
  settingId = accepted(await ops.post<{ id: number }>('/channels/setting/save', setting)).data.id;
});
afterAll(async () => {
  await app?.close();
  await gateway?.close();
});
beforeEach(() => {
  gateway.answers(answer);
});

let minute = 0;
/** A minute later: what has changed is told, and delivered. Answers the cells that the channel was told. */
async function told(): Promise<readonly Cell[]> {
  minute += 1;
  app.at(`2027-02-22 ${String(12 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
  gateway.received.splice(0);
  await app.app.background.doNow('channelStock');
  await app.app.outbox.deliverDue();
  return gateway.received.flatMap((request) => (bodyOf(request).topic === 'stock' ? bodyOf(request).items : []));
}
const rental = (from: number, to: number) => ({
  carId: null,
  plannedPickupTime: `2027-02-${from} 10:00:00`,
  plannedReturnTime: `2027-02-${to} 10:00:00`,
});

it('is told everything at first, then what has changed, together and once (D-CHN-06)', async () => {
  const first = await told();
  expect(first).toHaveLength(3 * 2 * 14);
  const yaris = { storeId: RENTAL.phuket, subModelId: RENTAL.yaris, free: 5, price: 1200 };
  expect(first).toContainEqual({ ...yaris, day: '2027-02-24' });
  expect(first).toContainEqual({
    storeId: RENTAL.airport,
    subModelId: RENTAL.camry,
    day: '2027-02-24',
    free: 0,
    price: 2500,
  });
  expect(await told()).toEqual([]);

  const [one] = [await book(ops, rental(24, 26)), await book(ops, rental(25, 27))];
  const changes = await told();
  expect(changes.map(({ day, free }) => [day, free]).toSorted()).toEqual([
    ['2027-02-24', 4],
    ['2027-02-25', 3],
    ['2027-02-26', 3],
    ['2027-02-27', 4],
  ]);
  expect(gateway.received).toHaveLength(1);
  expect(await told()).toEqual([]);

  // What comes and goes within a burst is nothing.
  accepted(await ops.post('/order/cancel', { id: await book(ops, rental(24, 26)), reason: 'a mistake' }));
  expect(await told()).toEqual([]);
  accepted(await ops.post('/order/cancel', { id: one, reason: 'ill' }));
  expect((await told()).map(({ day, free }) => [day, free]).toSorted()).toEqual([
    ['2027-02-24', 5],
    ['2027-02-25', 4],
    ['2027-02-26', 4],
  ]);
});

it('is told of prices, and of what is no longer sold', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from price where "storeId" = ${RENTAL.chiangMai} and "subModelId" = ${RENTAL.yaris}
  `.execute(app.db);
  const { id } = rows[0]!;
  accepted(await ops.post('/carprice/save', { id, dailyPrice: 1350.5 }));
  expect(new Set((await told()).map(({ storeId, price }) => `${storeId} ${price}`))).toEqual(new Set(['3 1350.5']));
  accepted(await ops.post('/carprice/status', { id, status: 0 }));
  expect(new Set((await told()).map(({ storeId, free }) => `${storeId} ${free}`))).toEqual(new Set(['3 0']));
  accepted(await ops.post('/carprice/status', { id, status: 1 }));
  expect(new Set((await told()).map(({ storeId, free }) => `${storeId} ${free}`))).toEqual(new Set(['3 1']));
});

it('is told again what it did not take, and what it never takes is listed as failed', async () => {
  await told();
  gateway.answers(() => ({ status: 503 }));
  await book(ops, rental(23, 24));
  expect((await told()).length).toBeGreaterThan(0);
  const stored = async () =>
    (
      await sql<{
        state: string;
        tries: number;
      }>`select state, tries from outbox where topic = 'stock' order by id desc limit 1`.execute(app.db)
    ).rows;
  expect(await stored()).toMatchObject([{ state: 'queued', tries: 1 }]);
  gateway.answers(answer);
  expect(await told()).not.toEqual([]);
  expect(await stored()).toMatchObject([{ state: 'sent', tries: 2 }]);
  gateway.answers(() => ({ status: 400 }));
  await book(ops, rental(23, 24));
  await told();
  expect(await stored()).toMatchObject([{ state: 'failed' }]);
  const failed = accepted(
    await ops.get<{ total: number }>('/system/outbox/list?state=failed&channel=channel&topic=stock'),
  );
  expect(failed.data.total).toBe(1);
});

it('is asked what it has, and what differs is listed', async () => {
  const reconcile = () => ops.post<{ differences: number }>('/channels/setting/reconcile', { id: settingId });
  const listed = async () =>
    accepted(await ops.get<{ list: Record<string, unknown>[]; total: number }>('/channels/difference/list?channel=3'))
      .data;
  // The last change was never taken.
  const before = accepted(await reconcile());
  expect(before.message).toBe(`${before.data.differences} differences, listed under Differences to channels`);
  expect((await listed()).list[0]).toMatchObject({ kind: 'differs', storeId: RENTAL.phuket, subModelId: RENTAL.yaris });

  const failed = await sql<{ id: number }>`select id from outbox where state = 'failed' and topic = 'stock'`.execute(
    app.db,
  );
  accepted(await ops.post('/system/outbox/resend', { id: failed.rows[0]!.id }));
  await told();
  expect(accepted(await reconcile()).data.differences).toBe(0);
  expect((await listed()).total).toBe(0);

  const cell = { storeId: RENTAL.phuket, subModelId: RENTAL.camry, day: '2027-02-25' };
  shown.set(keyOf({ ...cell, free: 0, price: 0 }), { ...cell, free: 9, price: 1999.99 });
  shown.delete(keyOf({ ...cell, day: '2027-02-26', free: 0, price: 0 }));
  const later = { ...cell, day: '2027-12-01', free: 2, price: 10 };
  shown.set(keyOf(later), later);
  expect(accepted(await reconcile()).data.differences).toBe(3);
  const camry = { storeId: RENTAL.phuket, subModelId: RENTAL.camry };
  expect((await listed()).list).toMatchObject([
    { ...camry, day: '2027-02-25', kind: 'differs', ourFree: 1, theirFree: 9, ourPrice: 2500, theirPrice: 1999.99 },
    { ...camry, day: '2027-02-26', kind: 'missing', ourFree: 1, theirFree: null },
    { ...camry, day: '2027-12-01', kind: 'extra', ourFree: null, theirFree: 2 },
  ]);
  gateway.answers(() => ({ body: { nothing: 1 } }));
  expect(errorOf(await reconcile())).toContain('The channel did not answer: The answer names no cars. Try again later');
});

it('is told nothing while it is switched off or has no days', async () => {
  await told();
  const set = (values: object) => ops.post('/channels/setting/save', { id: settingId, ...values });
  for (const off of [{ enabled: 0 }, { enabled: 1, stockDays: 0 }]) {
    accepted(await set(off));
    await book(ops, rental(26, 27));
    expect(await told()).toEqual([]);
  }
  accepted(await set({ enabled: 1, stockDays: 14 }));
  expect((await told()).length).toBeGreaterThan(0);
});
