import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Api, fillFleet, signIn } from '../faults/rental.ts';
import { scratchFolder } from '../scratch.ts';

const HOURS = Number(process.env['SOAK_HOURS'] ?? 8);
const PASSWORD = 'slow-herons-wading';
/** Caches fill, code is compiled and connections are made: what is held then is the beginning. */
const WARM_UP_HOURS = Math.min(0.5, HOURS / 4);
const SAMPLE_MS = 60_000;
const TURN_MS = 250;
const CARS = 20;
const STREAMS = 15;
const STREAM_TURNS = 40;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 ** 2;
/** Of what a process holds after everything is freed that can be. */
const LIMIT_MB_AN_HOUR = 1;

interface Sample {
  readonly hours: number;
  /** Megabytes. */
  readonly heap: number;
  readonly external: number;
  readonly resident: number;
  readonly database: number;
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const ENTRY = process.env['PRODUCT'] ?? 'dist/server.js';

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--require', path.resolve('tests/long/soakMemory.cjs'), ENTRY],
    {
      env: { ...inherited, DATA_DIR: dataDir, PORT: '0', DEMO: '0', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const lines = createInterface({ input: child.stdout! });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Ready: open (http:\/\/[^\s"]+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('the product ended before it listened')));
  });
  return { child, url };
}

/** Private memory of PostgreSQL's processes over this data folder, in megabytes; what they share is of a fixed size. */
function databaseMemory(server: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))![1]));
    } catch {
      // It has ended meanwhile.
    }
  const isBelow = (id: number): boolean => {
    for (let at = parents.get(id); at; at = parents.get(at)) if (at === server) return true;
    return false;
  };
  let kilobytes = 0;
  for (const id of [...parents.keys()].filter(isBelow))
    try {
      for (const [, size] of readFileSync(`/proc/${id}/smaps_rollup`, 'latin1').matchAll(/Private_\w+:\s+(\d+) kB/g))
        kilobytes += Number(size);
    } catch {
      // It has ended meanwhile.
    }
  return kilobytes / 1024;
}

/** What a counter does all day, one call after the other, wrong input and people who leave included. */
function counter(api: Api, url: string, fleet: { storeId: number; subModelId: number; carIds: readonly number[] }) {
  let turn = 0;
  let calls = 0;
  const streams: AbortController[] = [];
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const rental = () => ({
    pickupStoreId: fleet.storeId,
    returnStoreId: fleet.storeId,
    subModelId: fleet.subModelId,
    plannedPickupTime: `${day(2 + Math.floor(turn / CARS) * 2)} 10:00:00`,
    plannedReturnTime: `${day(3 + Math.floor(turn / CARS) * 2)} 10:00:00`,
    pickupType: 0,
    returnType: 0,
    depositType: 3,
  });
  const refused = async (path: string, body: unknown): Promise<void> => {
    await expect(api.post(path, body)).rejects.toThrow('answered');
  };

  async function listen(token: string): Promise<void> {
    const leaving = new AbortController();
    streams.push(leaving);
    if (streams.length > STREAMS) streams.shift()!.abort();
    const response = await fetch(`${url}/api/live`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    response.body!.pipeTo(new WritableStream()).catch(() => undefined);
  }

  async function download(token: string): Promise<void> {
    const answer = await fetch(`${url}/api/order/export`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }

  return {
    calls: () => calls,
    leave: () => streams.forEach((stream) => stream.abort()),
    async turn(token: string): Promise<void> {
      const mark = String(10_000_000 + turn);
      const body = rental();
      const renter = {
        renterName: '张三丰',
        renterCountryCode: '+86',
        renterPhone: `138${mark}`,
        renterIdType: 2,
        renterIdNo: `E${mark}`,
      };
      await api.post('/order/quote', body);
      const { id } = await api.post('/order/save', { ...body, ...renter, carId: fleet.carIds[turn % CARS] });
      await api.get(`/order/info/${id}`);
      await api.get('/order/list?pageNo=1&pageSize=20');
      await api.get(`/order/list?pageNo=1&pageSize=20&keyword=${mark}`);
      await api.get('/order/tabcount');
      await refused('/order/save', { ...body, renterName: '' });
      calls += 7;
      // Most rentals are called off again, so that the answers stay of one size.
      if (turn % 10 > 0) await api.post('/order/cancel', { id, reason: 'ill' });
      if (turn % STREAM_TURNS === 0) {
        await listen(token);
        await download(token);
        await signIn(url, PASSWORD);
      }
      turn += 1;
    },
  };
}

/** Megabytes an hour by least squares. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [time, value] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(of))];
  const along = samples.reduce((sum, sample) => sum + (sample.hours - time) * (of(sample) - value), 0);
  return along / samples.reduce((sum, { hours }) => sum + (hours - time) ** 2, 0);
}

it(
  `${HOURS} hours at the counter leave the server with no more than it held after the first of them`,
  async () => {
    const dataDir = await scratchFolder('forecourt-soak-');
    const { child, url } = await start(dataDir);
    const samples: Sample[] = [];
    try {
      const api = await signIn(url, PASSWORD);
      const { token } = await api.post<{ token: string }>('/admin/user/login', {
        username: 'admin',
        password: PASSWORD,
      });
      const desk = counter(api, url, await fillFleet(api, CARS));
      const started = Date.now();
      const hours = (): number => (Date.now() - started) / HOUR_MS;
      let sampled = -SAMPLE_MS;
      while (hours() < HOURS) {
        await desk.turn(token);
        if (Date.now() - sampled >= SAMPLE_MS) {
          sampled = Date.now();
          child.send('memory');
          const [{ heapUsed, external, rss }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
          const sample = {
            hours: hours(),
            heap: heapUsed / MEGABYTE,
            external: external / MEGABYTE,
            resident: rss / MEGABYTE,
            database: databaseMemory(child.pid!),
          };
          samples.push(sample);
          const said = Object.entries(sample).map(([name, value]) => `${name} ${value.toFixed(2)}`);
          say(`${said.join('  ')}  calls ${desk.calls()}`);
        }
        await sleep(TURN_MS);
      }
      desk.leave();
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    }
    const settled = samples.filter((sample) => sample.hours >= WARM_UP_HOURS);
    const found = {
      heap: slope(settled, ({ heap }) => heap),
      external: slope(settled, ({ external }) => external),
      resident: slope(settled, ({ resident }) => resident),
      database: slope(settled, ({ database }) => database),
    };
    say(`megabytes an hour: ${JSON.stringify(found)}`);
    expect(found.heap + found.external).toBeLessThan(LIMIT_MB_AN_HOUR);
  },
  HOURS * HOUR_MS + 600_000,
);
