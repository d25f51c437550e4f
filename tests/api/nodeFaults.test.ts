import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp, createPool } from 'forecourt/server';
import type { ConnectionConfig } from '../../packages/forecourt/src/server/postgres/index.ts';
import { clientOf, PASSWORD, type Client } from '../application.ts';
import { quiet } from '../testCluster.ts';
import { startTestApp, type TestApp } from './app.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

interface NodeOptions {
  readonly connection?: ConnectionConfig;
  /** Milliseconds by which its clock is wrong. */
  readonly wrong?: number;
}

/** One more server on the database of the tests, with connections of its own. */
async function startNode({
  connection = test.database.connection,
  wrong = 0,
}: NodeOptions = {}): Promise<FastifyInstance> {
  const pool: Pool = createPool({ connection, log: quiet, max: 4 });
  const node = await buildApp({
    ...application,
    pool,
    connection,
    clock: () => Date.now() + wrong,
    settings: {
      dataDir: test.dataDir,
      logLevel: 'silent',
      trustProxy: ['loopback'],
      defaultZone: application.locale.zone,
      imageOrigins: [],
    },
  });
  await node.ready();
  onTestFinished(async () => {
    await node.close();
    await pool.end();
  });
  return node;
}

const brand = (client: Client, name: string) => client.post<{ id: number }>('/car/brand/save', { name });
const brands = async (client: Client): Promise<string[]> =>
  (await client.get<{ list: { name: string }[] }>('/car/brand/list', { pageSize: 100 })).data.list.map(
    ({ name }) => name,
  );

interface Hole {
  readonly connection: ConnectionConfig;
  /** Nothing arrives any more and nobody is told, until it does again: then what was sent meanwhile comes, too, as TCP has it. */
  silence(on: boolean): void;
}

/** A way to PostgreSQL that can go silent. */
async function startHole(to: ConnectionConfig): Promise<Hole> {
  const open = new Set<Socket>();
  let silent = false;
  const server: Server = createServer({ pauseOnConnect: true }, (client) => {
    const database = createConnection(`${to.host}/.s.PGSQL.${to.port}`);
    const carry = (from: Socket, into: Socket): void => {
      open.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => into.write(chunk));
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
      if (silent) from.pause();
      else from.resume();
    };
    carry(client, database);
    carry(database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    connection: { ...to, host: '127.0.0.1', port },
    silence(on) {
      silent = on;
      for (const socket of open) {
        if (on) socket.pause();
        else socket.resume();
      }
    },
  };
}

describe('a database that says nothing any more', () => {
  it('leaves no call without an answer for six seconds, from the first wave of changes on, and all works again when it is back', async () => {
    const hole = await startHole(test.database.connection);
    const node = await startNode(hole);
    const client = clientOf(node, admin.token);
    expect((await brand(client, 'Before silence')).statusCode).toBe(200);
    hole.silence(true);
    const answers: { http: number; took: number }[] = [];
    const ask = async (run: () => Promise<{ http: number }>): Promise<void> => {
      const begun = performance.now();
      const { http } = await run();
      answers.push({ http, took: performance.now() - begun });
    };
    const begun = performance.now();
    for (let wave = 0; performance.now() - begun < 20_000; wave++)
      await Promise.all([
        ...Array.from({ length: 12 }, (_, at) => ask(() => brand(client, `Silent ${wave} ${at}`))),
        ...Array.from({ length: 4 }, () => ask(() => client.get('/car/brand/list'))),
        ask(() => client.post('/car/brand/delete/1')),
        ask(() => clientOf(node).post('/admin/user/login', { username: 'admin', password: PASSWORD })),
        ask(() => clientOf(node).get('/health/ready')),
      ]);
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter(({ http }) => http !== 503 && http !== 404)).toEqual([]);
    expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(6_000);
    hole.silence(false);
    await expect.poll(async () => (await brand(client, `Back ${Math.random()}`)).http, { timeout: 20_000 }).toBe(200);
    expect(await brands(client)).toContain('Before silence');
  }, 60_000);
});

describe('a server that dies with its streams open', () => {
  it('loses no change: another one goes on from the last event that was heard', async () => {
    const [dying, other] = [await startNode(), await startNode()];
    for (const node of [dying, other]) await node.listen({ port: 0, host: '127.0.0.1' });
    const listen = async (node: FastifyInstance, since?: string) => {
      const { port } = node.server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/api/live${since === undefined ? '' : `?since=${since}`}`, {
        headers: { authorization: `Bearer ${admin.token}`, accept: 'text/event-stream' },
      });
      return response.body!.pipeThrough(new TextDecoderStream()).getReader();
    };
    /** Reads until the stream ends or all of them are heard. */
    const heard = new Set<number>();
    let last = '';
    let lost = false;
    const hear = async (stream: ReadableStreamDefaultReader<string>, until: () => boolean): Promise<void> => {
      let rest = '';
      while (!until()) {
        const { value, done } = await stream.read().catch(() => ({ value: undefined, done: true }));
        if (done || value === undefined) return;
        rest += value;
        const events = rest.split('\n\n');
        rest = events.pop()!;
        for (const event of events) {
          last = /^id: ?(.*)$/m.exec(event)?.[1] ?? last;
          const data = /^data: ?(.*)$/m.exec(event)?.[1];
          if (data === undefined) continue;
          const told = JSON.parse(data) as { lost?: boolean; changes?: { resource: string; ids: number[] }[] };
          lost ||= told.lost ?? false;
          for (const { resource, ids } of told.changes ?? [])
            if (resource === 'brand') ids.forEach((id) => heard.add(id));
        }
      }
    };
    const saved: number[] = [];
    const save = async (number: number): Promise<void> => {
      saved.push((await brand(clientOf(other, admin.token), `Dying ${number}`)).data.id);
    };
    const stream = await listen(dying);
    const first = hear(stream, () => false);
    await expect.poll(() => last).not.toBe('');
    for (let number = 0; number < 5; number++) await save(number);
    await expect.poll(() => heard.size).toBeGreaterThan(0);
    const death = dying.server.closeAllConnections.bind(dying.server);
    for (let number = 5; number < 15; number++) {
      if (number === 8) death();
      await save(number);
    }
    await first;
    await hear(await listen(other, last), () => saved.every((id) => heard.has(id)));
    expect(lost).toBe(false);
    expect(saved.filter((id) => !heard.has(id))).toEqual([]);
  });
});

describe('a server whose clock is a minute wrong', () => {
  it.each([60_000, -60_000])(
    'by %d ms: sessions hold at both, nobody overwrites what the other saved, and what is done once stays done once',
    async (wrong) => {
      const node = await startNode({ wrong });
      const { data } = await clientOf(node).post<{ token: string }>('/admin/user/login', {
        username: 'admin',
        password: PASSWORD,
      });
      const [there, here] = [clientOf(node, data.token), test.withToken(data.token)];
      expect((await here.get('/car/brand/list')).http).toBe(200);
      const { id } = (await brand(there, `Clock ${wrong}`)).data;
      const read = async (client: Client): Promise<{ readonly id: number; readonly updateTime: string }> => {
        const { data: page } = await client.get<{ list: { id: number; updateTime: string }[] }>('/car/brand/list', {
          pageSize: 100,
        });
        return page.list.find((row) => row.id === id)!;
      };
      // By turns: each has read what the other saved, and times never go back.
      const times: string[] = [];
      for (const [at, client] of [here, there, here, there].entries()) {
        const { updateTime } = await read(client);
        times.push(updateTime);
        expect(await client.post('/car/brand/save', { id, name: `Clock ${wrong} ${at}`, updateTime })).toMatchObject({
          statusCode: 200,
        });
      }
      expect(times).toEqual([...new Set(times)].toSorted());
      const { updateTime } = await read(here);
      const names = [there, here].map((client, at) =>
        client.post('/car/brand/save', { id, name: `Clock ${wrong} at once ${at}`, updateTime }),
      );
      expect((await Promise.all(names)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const key = { 'idempotency-key': `clock-${wrong}-0123456789` };
      const once = { name: `Clock ${wrong} once` };
      const [first, again] = [
        await there.post('/car/brand/save', once, key),
        await here.post('/car/brand/save', once, key),
      ];
      expect([first.statusCode, again.statusCode, again.data]).toEqual([200, 200, first.data]);
      expect((await brands(here)).filter((name) => name === once.name)).toHaveLength(1);
      await there.post('/admin/user/loginout');
      await expect.poll(async () => (await here.get('/car/brand/list')).http).toBe(401);
    },
  );
});
