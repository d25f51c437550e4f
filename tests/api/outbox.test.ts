import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from 'forecourt/server';
import {
  createOutbox,
  DeliveryFailure,
  LEASE_MS,
  MAX_ATTEMPTS,
  type Deliverer,
  type Outbox,
  type OutgoingMessage,
} from '../../packages/forecourt/src/server/outbox/index.ts';
import { createSecretBox } from '../../packages/forecourt/src/server/secrets/index.ts';
import { startTestApp, type TestApp } from './app.ts';

/** Sessions end by the clock of the database: the test's begins where that is. */
const START = Date.now();

let app: TestApp;
let now: number;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app?.close());
beforeEach(async () => {
  now = START;
  await app.pool.query('delete from outbox');
});

interface Sent {
  readonly by: string;
  readonly id: number;
  readonly key: string;
  readonly attempt: number;
}
const sent: Sent[] = [];
beforeEach(() => void sent.splice(0));

/** One process at the outbox; `send` decides how each attempt ends. */
function outboxOf(
  by: string,
  send: (message: OutgoingMessage) => Promise<void> | void = () => undefined,
  pool = app.pool,
): Outbox {
  const deliverer: Deliverer = {
    async send(message) {
      sent.push({ by, id: message.id, key: message.key, attempt: message.attempt });
      await send(message);
      return { state: 'sent', provider: by, reference: `r-${message.id}` };
    },
  };
  return createOutbox({
    pool,
    db: app.db,
    model: app.app.data.model,
    deliverers: { sms: deliverer },
    secrets: createSecretBox([Buffer.alloc(32, 1)]),
    setting: () => undefined,
    allowPrivate: false,
    log: createLog('silent'),
    clock: () => now,
    timeoutMs: 200,
  });
}

async function queue(count = 1, channel = 'sms'): Promise<number[]> {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into outbox (channel, topic, recipient, payload, state, tries, "nextTryTime", key)
     select $1, 'member', '+66812345678', '{"text":"hello"}', 'queued', 0, $2, 'key-' || n from generate_series(1, $3) n returning id`,
    [channel, new Date(now), count],
  );
  return rows.map(({ id }) => id);
}

interface Row {
  readonly state: string;
  readonly tries: number;
  readonly error: string | null;
  readonly provider: string | null;
  readonly reference: string | null;
  readonly nextTryTime: Date | null;
  readonly sentTime: Date | null;
}
async function rowOf(id: number | undefined): Promise<Row> {
  return (await app.pool.query<Row>('select * from outbox where id = $1', [id])).rows[0]!;
}

test('a due message is sent once and marked with who took it and when', async () => {
  const [id] = await queue();
  const outbox = outboxOf('a');
  expect(await outbox.deliverDue()).toBe(1);
  expect(await outbox.deliverDue()).toBe(0);
  expect(await rowOf(id)).toMatchObject({
    state: 'sent',
    tries: 1,
    provider: 'a',
    reference: `r-${id}`,
    sentTime: new Date(START),
    nextTryTime: null,
  });
  expect(sent).toHaveLength(1);
});

test('one that fails is tried again after pauses that grow and vary, and given up in the end', async () => {
  const [id] = await queue();
  const outbox = outboxOf('a', () => Promise.reject(new DeliveryFailure('http 503')));
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    expect(await outbox.deliverDue()).toBe(1);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      tries: attempt,
      error: 'http 503',
      state: attempt === MAX_ATTEMPTS ? 'failed' : 'queued',
    });
    if (!row.nextTryTime) break;
    pauses.push(row.nextTryTime.getTime() - now);
    now = row.nextTryTime.getTime() - 1;
    expect(await outbox.deliverDue()).toBe(0);
    now += 1;
  }
  expect(pauses).toHaveLength(MAX_ATTEMPTS - 1);
  for (const [index, pause] of pauses.entries()) {
    const longest = Math.min(15_000 * 2 ** index, 3_600_000);
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest);
  }
  now += 86_400_000;
  expect(await outbox.deliverDue()).toBe(0);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('what cannot help is not tried again; a provider that asks for patience gets it', async () => {
  const [wrong] = await queue();
  await outboxOf('a', () => Promise.reject(new DeliveryFailure('no such number', { permanent: true }))).deliverDue();
  expect(await rowOf(wrong)).toMatchObject({ state: 'failed', tries: 1, error: 'no such number' });
  const [busy] = await queue();
  await outboxOf('a', () => Promise.reject(new DeliveryFailure('http 429', { retryAfterMs: 600_000 }))).deliverDue();
  expect((await rowOf(busy)).nextTryTime).toEqual(new Date(now + 600_000));
});

test('a fault of a deliverer is recorded without what it says, and tried again', async () => {
  const [id] = await queue();
  await outboxOf('a', () => Promise.reject(new Error('secret hunter2 for +66812345678'))).deliverDue();
  expect(await rowOf(id)).toMatchObject({ state: 'queued', error: 'fault' });
});

test('several processes share the work: every message is sent by exactly one', async () => {
  const ids = await queue(60);
  const boxes = ['a', 'b', 'c'].map((name) => outboxOf(name));
  const counts = await Promise.all(
    boxes.map(async (box) => {
      let total = 0;
      for (let count = -1; count !== 0; total += count) count = await box.deliverDue();
      return total;
    }),
  );
  expect(counts.reduce((a, b) => a + b)).toBe(60);
  expect(sent.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});

test('a process that dies between sending and marking leaves the message to another, who sends it with the same key', async () => {
  const [id] = await queue();
  const dying = new Proxy(app.pool, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name) as unknown;
      return (asked: { readonly name: string; readonly text: string }) =>
        asked.name === 'outbox-settle' ? Promise.reject(new Error('killed')) : pool.query(asked);
    },
  });
  await expect(outboxOf('a', undefined, dying).deliverDue()).rejects.toThrow('killed');
  expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 1 });

  const other = outboxOf('b');
  expect(await other.deliverDue()).toBe(0);
  now += LEASE_MS;
  expect(await other.deliverDue()).toBe(1);
  expect(await rowOf(id)).toMatchObject({ state: 'sent', tries: 2, provider: 'b' });
  expect(sent.map(({ by, key }) => [by, key])).toEqual([
    ['a', sent[0]!.key],
    ['b', sent[0]!.key],
  ]);
});

test('attempts that end together are marked in one statement, each as it ended', async () => {
  const ids = await queue(5);
  let marked = 0;
  const counting = new Proxy(app.pool, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name) as unknown;
      return (asked: { readonly name: string; readonly text: string }) => {
        if (asked.name === 'outbox-settle') marked++;
        return pool.query(asked);
      };
    },
  });
  const box = outboxOf(
    'a',
    ({ id }) => {
      if (id === ids[1]) throw new DeliveryFailure('refused', { permanent: true });
    },
    counting,
  );
  expect(await box.deliverDue()).toBe(5);
  expect(marked).toBe(1);
  expect(await rowOf(ids[0])).toMatchObject({ state: 'sent', provider: 'a', reference: `r-${ids[0]}` });
  expect(await rowOf(ids[1])).toMatchObject({ state: 'failed', provider: null, error: 'refused' });
});

test('who comes back late does not overwrite what another has done meanwhile', async () => {
  const [id] = await queue();
  let release = (): void => undefined;
  const late = outboxOf(
    'late',
    () => new Promise<void>((_, fail) => (release = () => fail(new DeliveryFailure('timeout')))),
  );
  const attempt = late.deliverDue();
  await expect.poll(() => sent.length).toBe(1);
  now += LEASE_MS;
  await outboxOf('b').deliverDue();
  release();
  await attempt;
  expect(await rowOf(id)).toMatchObject({ state: 'sent', provider: 'b' });
});

test('stopping ends an attempt that hangs, and the message is tried again later', async () => {
  const [id] = await queue();
  const outbox = outboxOf('a', () => new Promise<void>(() => undefined));
  outbox.start();
  await expect.poll(() => sent.length).toBe(1);
  await outbox.stop();
  expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 1 });
  expect((await rowOf(id)).nextTryTime!.getTime()).toBeGreaterThan(now);
});

test('messages of a channel that nobody serves wait', async () => {
  const [id] = await queue(1, 'channel');
  expect(await outboxOf('a').deliverDue()).toBe(0);
  expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 0 });
});

describe('the list of messages', () => {
  const list = '/system/outbox/list';

  test('shows state, attempts and error, phones masked, and never what only the deliverer needs', async () => {
    const [id] = await queue();
    await outboxOf('a', () => Promise.reject(new DeliveryFailure('http 500'))).deliverDue();
    const admin = await app.as('admin');
    const { data, text } = await admin.get<{ list: Record<string, unknown>[] }>(list, { state: 'queued' });
    expect(data.list).toEqual([
      expect.objectContaining({ id, state: 'queued', tries: 1, error: 'http 500', recipient: '+66*****5678' }),
    ]);
    for (const hidden of ['payload', 'key', '+66812345678']) expect(text).not.toContain(hidden);
  });

  test('is closed to whoever does not hold its key', async () => {
    const clerk = await app.as('clerk');
    expect((await clerk.get(list)).http).toBe(403);
    expect((await clerk.post('/system/outbox/resend', { id: 1 })).http).toBe(403);
    expect((await app.nobody.get(list)).http).toBe(401);
  });

  test('sends again what failed or was kept back, and nothing else', async () => {
    const [id] = await queue();
    const admin = await app.as('admin');
    const resend = () => admin.post('/system/outbox/resend', { id });
    expect((await resend()).statusCode).toBe(409);
    await outboxOf('a', () => Promise.reject(new DeliveryFailure('x', { permanent: true }))).deliverDue();
    expect(await resend()).toMatchObject({ statusCode: 200, message: 'The message will be sent again' });
    await outboxOf('b').deliverDue();
    expect(await rowOf(id)).toMatchObject({ state: 'sent', tries: 1, provider: 'b', error: null });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect((await resend()).statusCode).toBe(409);
    expect((await admin.post('/system/outbox/resend', { id: 999_999 })).statusCode).toBe(404);
  });
});
