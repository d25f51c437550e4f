import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { application } from '../../src/application.ts';
import { onClient, sealLogs } from '../../packages/forecourt/src/server/data/index.ts';
import type { DeliveryContext } from 'forecourt/server';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { scratchFolder } from '../scratch.ts';

/** The server as it was built a moment ago (`npm test`), or one of its own. */
const BUILT = process.env['BUILT_SERVER'];
let bundle: string;
let dataDir: string;
let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  // Below the project, so that the program finds its packages.
  bundle = path.resolve(BUILT ?? `.cache/server-${process.pid}-${Date.now()}`);
  if (!BUILT)
    await build({
      configFile: 'packages/forecourt/vite/server.config.ts',
      logLevel: 'error',
      build: { outDir: bundle },
    });
  dataDir = await scratchFolder('forecourt-test-');
  database = await createTestDatabase();
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.drop();
  if (!BUILT) await rm(bundle, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

function databaseUrl(): string {
  const { host, port, user, password, database: name } = database.connection;
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

interface Running {
  readonly child: ChildProcess;
  output(): string;
  /** Everything it said, once it has ended. */
  ended(): Promise<{ code: number | null; output: string }>;
  address(): Promise<string>;
}

const FIRST = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** Whether this user may start a process that is the first of its container. */
const mayBeFirst = process.platform === 'linux' && spawnSync(FIRST[0]!, [...FIRST.slice(1), 'true']).status === 0;

const start = (environment: Record<string, string>, ...parameters: string[]): Running =>
  startIn([], environment, ...parameters);

function startIn(container: readonly string[], environment: Record<string, string>, ...parameters: string[]): Running {
  const [program, ...rest] = [...container, process.execPath, path.join(bundle, 'server.js'), ...parameters];
  const child = spawn(program!, rest, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    async ended() {
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output };
    },
    async address() {
      // As long as a busy machine takes to load the server and to make its tables.
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Ready: open http/);
      return /Ready: open (http:\S+)/.exec(output)![1]!;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

describe('the server process', { timeout: 120_000 }, () => {
  it('makes no administrator with a password that anybody guesses', async () => {
    const { code, output } = await start({ ADMIN_PASSWORD: 'password' }).ended();
    expect({ code, output: output.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      output:
        'ADMIN_PASSWORD cannot be used. This is a common password or word with little added. Choose several unrelated words.',
    });
  });

  it('makes none with a password built on its user name or on the product either', async () => {
    const ends = (ADMIN_PASSWORD: string) => start({ ADMIN_PASSWORD }).ended();
    expect((await ends('admin-2026!')).output).toContain('ADMIN_PASSWORD cannot be used. The password contains your name');
    expect((await ends('Forecourt1')).output).toContain('ADMIN_PASSWORD cannot be used. The password contains the name of');
  }); // prettier-ignore

  it('fills a new database, says in one line where to open it and how to sign in, and stops when asked', async () => {
    const server = start({});
    const address = await server.address();
    // On a slow machine lines that end in … say what is taking so long.
    const said = server.output().trim().split('\n');
    expect(said.filter((line) => !line.endsWith('…'))).toHaveLength(1);
    // The first sign-in must not meet a log whose months are being made.
    const months = await database.pool.query(
      `select from pg_inherits where inhparent in ('"loginLog"'::regclass, '"operationLog"'::regclass)`,
    );
    expect(months.rowCount).toBe(8);
    const password = /sign in as admin with the password (\w+) \(shown only this once\)/.exec(server.output())![1]!;
    const signedIn = await fetch(`${address}/api/admin/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    expect(await signedIn.json()).toMatchObject({ statusCode: 200 });
    // HEAD says what GET says, but for the body.
    for (const at of ['/api/health', '/api/openapi.json', '/nowhere']) {
      const [whole, head] = await Promise.all([fetch(address + at), fetch(address + at, { method: 'HEAD' })]);
      expect(head.status).toBe(whole.status);
      expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength));
      expect(await head.text()).toBe('');
    }
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);

    // The name of one user is the phone of another, from before that was refused: said with ids, and nothing is changed.
    const shared = '0815551234';
    const insert = `insert into "user" (username, name, phone, "dataScope", status) values ($1, 'x', $2, 0, 1) returning id`;
    const first = await database.pool.query<{ id: number }>(insert, [shared, '0815550001']);
    const second = await database.pool.query<{ id: number }>(insert, ['other.one', '081-555-1234']);

    // Nobody gets this password any more: a rule that has become stricter keeps no installation from starting.
    const again = start({ ADMIN_PASSWORD: 'password' });
    await again.address();
    expect(again.output()).toContain('sign in as before');
    const ids = [first.rows[0]!.id, second.rows[0]!.id];
    expect(again.output()).toContain(`"users":[[${ids.join(',')}]]`);
    expect(again.output()).toContain('share a name or phone to sign in with');
    expect(again.output()).not.toContain(shared);
    const after = await database.pool.query('select username from "user" where id = any($1) order by id', [ids]);
    expect(after.rows).toEqual([{ username: shared }, { username: 'other.one' }]);
    await database.pool.query('delete from "user" where id = any($1)', [ids]);
    again.child.kill('SIGINT');
    expect((await again.ended()).code).toBe(0);
  });

  it('lives and is not ready while it waits for its database', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' });
    const status = (at: string) =>
      fetch(`http://127.0.0.1:${port}${at}`).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(() => status('/api/health/live'), { timeout: 60_000 }).toBe(200);
    expect(await status('/api/health/ready')).toBe(503);
    expect(await status('/')).toBe(503);
    server.child.kill('SIGKILL');
  });

  it('starts and stops at once while connections are open on which nothing is asked', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port) });
    const silent: Socket[] = [];
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    const open = async (): Promise<void> => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      silent.push(socket);
    };
    // Some of them while it still starts.
    await expect
      .poll(
        () =>
          open().then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    await server.address();
    for (let count = 0; count < 3; count++) await open();
    const told = Date.now();
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    expect(Date.now() - told).toBeLessThan(8_000);
  });

  it.runIf(mayBeFirst).each(['', 'postgresql://nobody@127.0.0.1:1/nothing'])(
    'ends when it is told to while it starts, also as the first process of a container (DATABASE_URL "%s")',
    async (url) => {
      const folder = await scratchFolder('forecourt-test-');
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const server = startIn(FIRST, { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'info' });
      await expect.poll(server.output, { timeout: 60_000 }).toMatch(/waiting for the database|Making demonstration/);
      const { pid } = server.child;
      const told = Date.now();
      process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), 'SIGTERM');
      const { code, output } = await server.ended();
      // 1: what it was doing fails before, because its database has gone.
      expect([1, 143]).toContain(code);
      expect(Date.now() - told).toBeLessThan(8000);
      expect(output).not.toContain('Ready');
    },
  );

  it('says of each request what was asked and how long it took, under the id of the proxy, and is not ready once it was told to stop', async () => {
    const server = start({ LOG_LEVEL: 'info', DRAIN_SECONDS: '5' });
    const address = await server.address();
    const id = 'proxy-4711.abc';
    const ask = (at: string, headers: Record<string, string> = {}) => fetch(address + at, { headers });
    const named = await ask('/api/order/info/4711?phone=0812345678', { 'x-request-id': id });
    expect(named.headers.get('x-request-id')).toBe(id);
    const forged = await ask('/api/health/ready', { 'x-request-id': 'a b' });
    expect(forged.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await ask('/api/health/ready')).status).toBe(503);
    expect((await ask('/api/health/live')).status).toBe(200);
    expect((await ask('/api/order/info/1')).status).toBe(401);
    const { code, output } = await server.ended();
    expect(code).toBe(0);
    const lines = output
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      level: 30,
      requestId: id,
      method: 'GET',
      route: '/api/order/info/:id',
      status: 401,
    });
    expect(lines[0]!['ms']).toBeTypeOf('number');
    expect(output).not.toMatch(/4711\?|0812345678|health/);
  });

  it('says in a sentence that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, output } = await start({ PORT: String(port) }).ended();
    other.close();
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output: `Port ${port} on 127.0.0.1 is already in use. Stop the other program or set PORT to another number.`,
    });
  });

  it('names what is wrong with its settings', async () => {
    const { code, output } = await start({ PORT: 'x', DEMO: '2' }).ended();
    expect(code).toBe(1);
    expect(output.trim().split('\n').toSorted()).toEqual([
      expect.stringContaining('DEMO'),
      expect.stringContaining('PORT'),
    ]);
  });

  it('loads no demonstration beside records, and says so', async () => {
    await database.pool.query(
      `insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values ('A', 'A', 'A', 'A', 1, 1, 'Asia/Bangkok', 1)`,
    );
    const { code, output } = await start({}, 'demo').ended();
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output:
        'The database has records already (city). Demonstration data goes into one without any; nothing was changed.',
    });
  });

  it('backs up its private database while it runs, and puts the backup in place of what is there when told so', async () => {
    const folder = await scratchFolder('forecourt-test-');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const alone = { DATABASE_URL: '', DEMO: '0', DATA_DIR: path.join(folder, 'data'), INIT_CWD: folder };
    const server = start({ ...alone, ADMIN_PASSWORD: 'slate-meadow-twelve' });
    await server.address();
    const made = await start(alone, 'backup', 'backups').ended();
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('secret.key') as string });
    const backup = /Backup made: (\S+) /.exec(made.output)![1]!;
    const early = await start(alone, 'restore', backup).ended();
    expect(early).toEqual({ code: 1, output: 'Servers are connected to this database. Stop all of them first.\n' });
    server.child.kill('SIGTERM');
    await server.ended();
    const refused = await start(alone, 'restore', backup).ended();
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --replace') as string });
    const restored = await start(alone, 'restore', backup, '--replace').ended();
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored: .*payments 0/m) as string });
    const nowhere = await start(alone, 'verify', folder).ended();
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('holds no backup') as string });
  });

  it('proves its logs to whoever kept a head, and says in a sentence what somebody did to them', async () => {
    // A server that ran for a minute has sealed.
    await database.pool.query('delete from "_logSeal"; delete from "_logHead"');
    const early = await start({}, 'log-head').ended();
    expect(early).toEqual({
      code: 1,
      output: 'No row has a seal yet. A server seals rows a minute after they are written.\n',
    });
    const add = `insert into "operationLog" (time, module, action) values (now(), 'm', 'one'), (now(), 'm', 'two')`;
    await database.pool.query(add);
    const client = await database.pool.connect();
    const seals = sealLogs(application.model, () => undefined);
    // As often as others write at that moment, be it in another database.
    const sealed = async (): Promise<number | null> => {
      await seals.run({ db: onClient(client) } as DeliveryContext);
      return (await client.query('select from "_logSeal"')).rowCount;
    };
    await expect.poll(sealed).toBeGreaterThan(0);
    client.release();
    const printed = await start({}, 'log-head').ended();
    expect(printed).toMatchObject({ code: 0, output: expect.stringMatching(/^\{"day":"20.*"hash":"\w{64}"\}\n$/) as string }); // prettier-ignore
    const heads = path.join(dataDir, 'heads');
    await writeFile(heads, `not a head\n${printed.output}{"level":30,"head":${printed.output.trim()},"msg":"head"}\n`);
    const whole = await start({}, 'verify-log', '--heads', heads).ended();
    expect(whole).toMatchObject({ code: 0, output: expect.stringMatching(/^The logs are whole: .* 2 heads that you gave\.\n$/) as string }); // prettier-ignore
    await database.pool.query(
      `alter table "operationLog" disable trigger append_only; update "operationLog" set action = 'three' where action = 'two'; alter table "operationLog" enable trigger append_only`,
    );
    const { rows } = await database.pool.query<{ id: number }>(`select id from "operationLog" where action = 'three'`);
    const broken = await start({}, 'verify-log').ended();
    expect(broken.code).toBe(1);
    expect(broken.output.split('\n')).toEqual([
      'The logs are not whole: 1 finding, in the order in which rows were sealed.',
      expect.stringMatching(
        new RegExp(`^ {2}operationLog: the row with id ${rows[0]!.id} \\(20.*Z\\) was changed after it was sealed\\.$`),
      ) as string,
      '',
    ]);
    const nowhere = await start({}, 'verify-log', '--heads', path.join(dataDir, 'none')).ended();
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('The heads cannot be read') as string });
  });

  it('brings tables up to date without serving', async () => {
    const { code, output } = await start({}, 'migrate').ended();
    expect({ code, output: output.trim() }).toEqual({
      code: 0,
      output: 'Nothing differs.\nThe tables fit the schemas.',
    });
  });
});
