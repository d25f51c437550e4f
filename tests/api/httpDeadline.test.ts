import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineCall, object, STRING } from 'forecourt/calls';
import { defineCommand } from 'forecourt/server';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';

const DEADLINE = 500;
/** Well below the five seconds that the pool itself is patient for, well above a busy machine. */
const PROMPT = 3_000;

interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

function newGate(): Gate {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

/** What the commands of these tests wait for. */
let gate = newGate();
/** How many stand at the gate. */
let waiting = 0;

const HANGING = defineCommand(
  defineCall({
    method: 'GET',
    path: '/test/hang',
    summary: 'A test',
    permission: 'session',
    input: { type: 'object' },
    answer: {},
  }),
  {
    run: () => new Promise(() => undefined),
  },
);
const WAITING = defineCommand(
  defineCall({
    method: 'POST',
    path: '/test/wait',
    summary: 'A test',
    permission: 'session',
    input: object({ name: STRING }),
    log: { module: 'test', action: 'wait' },
    answer: {},
  }),
  {
    async run({ name }, { write }) {
      const id = await write.insert('brand', { name });
      waiting += 1;
      await gate.passed;
      return { id };
    },
  },
);

let test: TestApp;
let admin: Client;
const start = (): Promise<TestApp> => startTestApp({ commands: [HANGING, WAITING], deadline: DEADLINE });

/** A session without the sign-in, whose hashing may take longer than the deadline of these tests. */
async function sessionOf({ pool, withToken }: TestApp, username: string): Promise<Client> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into "_session" ("tokenHash", "userId", "expireTime") select $1, id, now() + interval '1 day' from "user" where username = $2`,
    [createHash('sha256').update(token).digest(), username],
  );
  return withToken(token);
}
beforeAll(async () => {
  test = await start();
  admin = await sessionOf(test, 'admin');
});
beforeEach(() => {
  gate = newGate();
  waiting = 0;
});
afterAll(() => test.close());

const UNAVAILABLE = { http: 503, statusCode: 503, data: null, headers: { 'retry-after': '1' } };

const brands = async (name: string): Promise<number> => {
  const { rows } = await test.pool.query<{ count: number }>('select count(*) from brand where name = $1', [name]);
  return rows[0]!.count;
};

/** A call that outlasts its deadline: whatever began before it has outlasted its own by then. */
const pastTheDeadline = async (): Promise<void> => {
  expect((await admin.get('/test/hang')).http).toBe(503);
};

/** Runs while the pool has no connection for anybody else. */
async function withoutConnections(run: () => Promise<void>): Promise<void> {
  const taken: PoolClient[] = [];
  while (taken.length + waiting < test.pool.options.max) taken.push(await test.pool.connect());
  try {
    await run();
  } finally {
    for (const client of taken) client.release();
  }
}

/** Runs while nobody gets at a table. */
async function withLocked(table: string, run: () => Promise<void>): Promise<void> {
  const client = await test.pool.connect();
  await client.query(`begin; lock table "${table}" in access exclusive mode`);
  try {
    await run();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function promptly<T>(work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  expect(performance.now() - began).toBeLessThan(PROMPT);
  return result;
}

describe('an answer is decided once', () => {
  it('that takes too long is HTTP 503', async () => {
    expect(await promptly(admin.get('/test/hang'))).toMatchObject(UNAVAILABLE);
  });

  it('by the deadline: what the handler says later is not in it, and what it did is taken back', async () => {
    const calls = [1, 2, 3].map((n) => admin.post('/test/wait', { name: `late ${n}` }));
    await expect.poll(() => waiting).toBe(3);
    // The answer of a changing call waits for the rights to be settled, which wants a connection: all the more time to contradict itself.
    await withoutConnections(async () => {
      await pastTheDeadline();
      gate.open();
      for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(UNAVAILABLE);
    });
    // Nobody is in the middle of anything any more.
    await withLocked('brand', () => Promise.resolve());
    for (const n of [1, 2, 3]) expect(await brands(`late ${n}`)).toBe(0);
  });

  it('by the handler, however near the deadline: status, body and record agree', async () => {
    const calls = Array.from({ length: 8 }, (_, n) => admin.post('/test/wait', { name: `near ${n}` }));
    await expect.poll(() => waiting).toBeGreaterThan(0);
    const clock = admin.get('/test/hang');
    setTimeout(gate.open, DEADLINE / 2);
    await clock;
    const answers = await Promise.all(calls);
    for (const [n, { http, statusCode }] of answers.entries()) {
      expect(statusCode).toBe(http);
      if (http === 200) expect(await brands(`near ${n}`)).toBe(1);
      else expect(http).toBe(503);
    }
  });
});

describe('the same key', () => {
  const again = (name: string): Promise<Answer> =>
    admin.post('/test/wait', { name }, { 'idempotency-key': `key of ${name}`.replaceAll(' ', '-') });

  it('while the first call runs waits for it and answers the same', async () => {
    const first = again('together');
    await expect.poll(() => waiting).toBe(1);
    const second = again('together');
    gate.open();
    const [one, two] = await Promise.all([first, second]);
    expect(one).toMatchObject({ http: 200, statusCode: 200 });
    expect(two).toMatchObject({ http: 200, data: one.data });
    expect(await brands('together')).toBe(1);
  });

  it('after the first call was taken back at its deadline does it, once', async () => {
    const first = again('second try');
    await expect.poll(() => waiting).toBe(1);
    expect(await first).toMatchObject(UNAVAILABLE);
    gate.open();
    await expect.poll(async () => (await again('second try')).http).toBe(200);
    expect(await again('second try')).toMatchObject({ http: 200, statusCode: 200 });
    expect(await brands('second try')).toBe(1);
  });
});

describe('a database that says nothing holds nobody up', () => {
  beforeEach(() => gate.open());

  it('a pool without a free connection', async () => {
    const stranger = test.withToken('A'.repeat(43));
    await withoutConnections(async () => {
      const answers = await promptly(
        Promise.all([
          admin.get('/car/brand/list'),
          admin.post('/car/brand/save', { name: 'without a key' }),
          admin.post('/car/brand/save', { name: 'silent' }, { 'idempotency-key': 'silent' }),
          admin.delete('/car/brand/delete/1'),
          stranger.get('/car/brand/list'),
          test.nobody.post('/admin/user/login', { username: 'admin', password: 'x' }),
        ]),
      );
      for (const answer of answers) expect(answer).toMatchObject(UNAVAILABLE);
    });
    expect([await brands('silent'), await brands('without a key')]).toEqual([0, 0]);
  });

  it('a refusal that cannot be written into the operation log stays a refusal', async () => {
    const clerk = await sessionOf(test, 'clerk');
    await withLocked('operationLog', async () => {
      const refused = { http: 403, statusCode: 403 };
      expect(await promptly(clerk.post('/admin/user/save', {}))).toMatchObject(refused);
    });
  });

  it.each(['operationLog', 'idempotency', '_session', 'brand'])('a table that is locked: %s', async (table) => {
    const fresh = await sessionOf(test, 'admin');
    await withLocked(table, async () => {
      const answers = await promptly(
        Promise.all([
          fresh.post('/test/wait', { name: 'locked' }, { 'idempotency-key': `locked-${table}` }),
          fresh.post('/car/brand/save', { name: 'locked' }, { 'idempotency-key': `saved-${table}` }),
        ]),
      );
      for (const answer of answers) expect(answer).toMatchObject(UNAVAILABLE);
    });
  });

  it('the look-up of an uploaded file', async () => {
    const { data } = await admin.get<Record<string, string>>('/basics/file/url', { names: 'a'.repeat(32) });
    await withLocked('_file', async () => {
      const answer = await promptly(admin.inject({ method: 'GET', url: data['a'.repeat(32)]! }));
      expect(answer).toMatchObject(UNAVAILABLE);
    });
  });
});

describe('a server that is told to stop', () => {
  it('answers what it has begun, refuses what comes after, and contradicts itself in neither', async () => {
    const stopping = await start();
    const { token } = await sessionOf(stopping, 'admin');
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = stopping.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (method: string, path: string, body?: object, own?: Agent): Promise<{ http: number; body: string }> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        request({ port, host: '127.0.0.1', method, path: `/api${path}`, headers, agent: own }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ http: response.statusCode!, body: text }));
        })
          .on('error', reject)
          .end(body && JSON.stringify(body));
      });
    const calls = [
      call('POST', '/test/wait', { name: 'in time' }),
      call('POST', '/test/wait', { name: 'in time too' }),
      call('GET', '/test/hang'),
    ];
    // One connection: the second call is read when the first is answered, and by then the server is stopping.
    const queued = [call('GET', '/test/hang', undefined, agent), call('GET', '/car/brand/list', undefined, agent)];
    await expect.poll(() => waiting).toBe(2);
    const closed = stopping.app.close();
    gate.open();
    const answers = await Promise.all(calls);
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 503]);
    for (const { http, body } of answers) expect(JSON.parse(body)).toMatchObject({ statusCode: http });
    for (const answer of await Promise.allSettled(queued))
      if (answer.status === 'fulfilled')
        expect(JSON.parse(answer.value.body)).toMatchObject({
          statusCode: answer.value.http,
          message: expect.any(String),
          data: null,
        });
    agent.destroy();
    await closed;
    await stopping.close();
  });
});
