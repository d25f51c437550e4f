import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp, createLog } from 'forecourt/server';
import { createFeed } from '../../packages/forecourt/src/server/live/index.ts';
import { KEPT_MINUTES } from '../../packages/forecourt/src/server/live/tables.ts';
import { application } from '../../src/application.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

let test: TestApp;
let admin: Client;
let ops: Client;
let clerk: Client;
let url: string;
beforeAll(async () => {
  test = await startTestApp();
  [admin, ops, clerk] = await Promise.all([test.as('admin'), test.as('ops'), test.as('clerk')]);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

const settings = () => ({
  dataDir: test.dataDir,
  logLevel: 'silent',
  trustProxy: [],
  defaultZone: 'Asia/Bangkok',
  imageOrigins: [],
});

interface Told {
  readonly position: string;
  readonly lost: boolean;
  readonly changes: readonly { readonly resource: string; readonly ids: readonly number[] | null }[];
}

let codes = 0;
const city = () => ({
  cityName: 'Krabi',
  province: 'Krabi',
  country: 'Thailand',
  cityCode: `LV${++codes}`,
  latitude: 8,
  longitude: 98,
  timeZone: 'Asia/Bangkok',
  status: 1,
});
const saveCity = async (): Promise<number> => (await admin.post<{ id: number }>('/basics/city/save', city())).data.id;
const since = async (who: Client, position?: string): Promise<Told> =>
  (await who.get<Told>('/live', { since: position })).data;

/** The events of a stream, one after the other. */
async function listen(token: string | undefined, position = '') {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/live?since=${encodeURIComponent(position)}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    leave: () => leaving.abort(),
    /** undefined: the stream has ended. */
    async next(): Promise<Told | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) return undefined;
          text += value;
          continue;
        }
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) return JSON.parse(data) as Told;
      }
    },
  };
}

describe('changes since a position', () => {
  it('are of the records that anybody has changed, created or deleted', async () => {
    const { position, changes } = await since(admin);
    expect(changes).toEqual([]);
    const [id, gone] = [await saveCity(), await saveCity()];
    await admin.post('/basics/city/save', { id, cityName: 'Trang' });
    await admin.delete(`/basics/city/delete/${gone}`);
    const told = await since(ops, position);
    expect(told).toMatchObject({ lost: false, changes: [{ resource: 'city', ids: [id, gone] }] });
    expect((await since(ops, told.position)).changes).toEqual([]);
  });

  it('are told of resources only that the user may list or open, and hold nothing but the id', async () => {
    const { position } = await since(admin);
    await test.pool.query(`update role set name = name where id = 1`);
    expect((await since(admin, position)).changes).toEqual([{ resource: 'role', ids: [1] }]);
    expect((await since(clerk, position)).changes).toEqual([]);
    expect((await test.nobody.get('/live')).http).toBe(401);
  });

  it('of a long transaction are told once it is committed, to who had looked meanwhile too, and never before', async () => {
    const { position } = await since(admin);
    const long = await test.pool.connect();
    try {
      await long.query('begin');
      await long.query(`update city set "cityName" = 'Long' where id = 1`);
      const other = await saveCity();
      const between = await since(admin, position);
      expect(between.changes).toEqual([{ resource: 'city', ids: [other] }]);
      await long.query('commit');
      expect((await since(admin, between.position)).changes).toEqual([{ resource: 'city', ids: [1] }]);
    } finally {
      long.release();
    }
  });

  it('that were undone are not told', async () => {
    const { position } = await since(admin);
    await test.pool.query(`begin; update city set "cityName" = 'Undone' where id = 1; rollback`);
    expect((await since(admin, position)).changes).toEqual([]);
  });

  it('of a table are told of the views that show it, too', async () => {
    const { position } = await since(admin);
    await test.pool.query('insert into "_change" (entity, ids) values ($1, $2)', ['vehicle', [7]]);
    const { changes } = await since(admin, position);
    expect(changes.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(['vehicle', 'insuranceReminder', 'inspectionReminder', 'maintenanceReminder']),
    );
  });

  it('are deleted when they are too old to be asked for, and not before, while nobody listens', async () => {
    await test.pool.query(
      `insert into "_change" (entity, ids, time) values ('brand', '{801}', now() - interval '${KEPT_MINUTES + 1} minutes'), ('brand', '{802}', now() - interval '${KEPT_MINUTES - 1} minutes')`,
    );
    const kept = async (): Promise<unknown[]> =>
      (await test.pool.query(`select ids from "_change" where entity = 'brand' and ids && '{801,802}' order by ids`))
        .rows;
    expect(await kept()).toEqual([{ ids: [801] }, { ids: [802] }]);
    const feed = createFeed({
      pool: test.pool,
      log: createLog('silent'),
      tidyEvery: 10,
    });
    await vi.waitFor(async () => expect(await kept()).toEqual([{ ids: [802] }]));
    feed.stop();
  });

  it('of what a user is told of in person are told to this user alone', async () => {
    const { id } = (await ops.get<{ id: number }>('/admin/user/info')).data;
    const { position } = await since(ops);
    await test.pool.query(
      `with told as (insert into "_notice" (time, kind, "recordId", "doneTime") values (now(), 'none', 1, now()) returning id)
       insert into "_notification" ("noticeId", "userId") select id, $1 from told`,
      [id],
    );
    const ofBell = async (who: Client) =>
      (await since(who, position)).changes.filter(({ resource }) => resource === '_notification');
    expect(await ofBell(ops)).toEqual([{ resource: '_notification', ids: null }]);
    expect(await ofBell(admin)).toEqual([]);
    const between = await since(ops);
    await test.pool.query(`update "_notification" set "readTime" = now() where "userId" = $1`, [id]);
    expect((await since(ops, between.position)).changes).toEqual([{ resource: '_notification', ids: null }]);
  });

  it('are not told of a resource that keeps them to itself', async () => {
    const resources = new Map(application.model.resources);
    resources.set('city', { ...resources.get('city')!, live: false });
    const quiet = await buildApp({
      ...application,
      model: { ...application.model, resources },
      pool: test.pool,
      settings: settings(),
    });
    const told = async (position?: string): Promise<Told> => {
      const answer = await quiet.inject({
        url: '/api/live',
        query: position === undefined ? {} : { since: position },
        headers: { authorization: `Bearer ${admin.token}` },
      });
      return (answer.json() as { data: Told }).data;
    };
    const { position } = await told();
    await saveCity();
    await test.pool.query(`update role set name = name where id = 1`);
    expect((await told(position)).changes).toEqual([{ resource: 'role', ids: [1] }]);
    await quiet.close();
  });

  it('are many where one statement changed more than a hundred records', async () => {
    const { position } = await since(admin);
    await test.pool.query(
      `insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status)
       select 'Many', 'P', 'T', 'MANY' || n, 1, 1, 'Asia/Bangkok', 1 from generate_series(1, 101) as n`,
    );
    expect((await since(admin, position)).changes).toEqual([{ resource: 'city', ids: null }]);
  });

  it.each([
    'nonsense',
    '1795414343.5:4:',
    '1795414343.99999999999999999999:99999999999999999999:',
    '1000000000.700:700:',
    `1795414343.7:9:${'8,'.repeat(9)}x`,
  ])('are all that there may be after the position %j', async (position) => {
    const told = await since(admin, position);
    expect(told).toMatchObject({ lost: true, changes: [] });
    expect(await since(admin, told.position)).toMatchObject({ lost: false, changes: [] });
  });
});

describe('the stream of changes', () => {
  it('begins with its position and tells a change within a second', async () => {
    const stream = await listen(ops.token);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await stream.next()).toMatchObject({ lost: false, changes: [] });
    const started = performance.now();
    const id = await saveCity();
    expect((await stream.next())?.changes).toEqual([{ resource: 'city', ids: [id] }]);
    expect(performance.now() - started).toBeLessThan(1_000);
    stream.leave();
  });

  it('goes on where another one broke off', async () => {
    const first = await listen(ops.token);
    const { position } = (await first.next())!;
    first.leave();
    const id = await saveCity();
    const second = await listen(ops.token, position);
    expect((await second.next())?.changes).toEqual([{ resource: 'city', ids: [id] }]);
    second.leave();
  });

  it('ends with the session, before anything more is said', async () => {
    const own = await test.signIn('ops');
    const stream = await listen(own.token);
    await stream.next();
    await own.post('/admin/user/loginout');
    await saveCity();
    expect(await stream.next()).toBeUndefined();
  });

  it('is open twenty times a user at most', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(clerk.token)));
    const refused = await fetch(`${url}/api/live`, {
      headers: { authorization: `Bearer ${clerk.token}`, accept: 'text/event-stream' },
    });
    expect(refused.status).toBe(429);
    await refused.text();
    for (const stream of streams) stream.leave();
    // Room is made by who leaves.
    await expect
      .poll(async () => {
        const again = await fetch(`${url}/api/live`, {
          headers: { authorization: `Bearer ${clerk.token}`, accept: 'text/event-stream' },
        });
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });

  it('tells what another process has changed, and ends when its own stops', async () => {
    const second = await buildApp({
      ...application,
      pool: test.pool,
      settings: settings(),
    });
    await second.listen({ port: 0, host: '127.0.0.1' });
    const elsewhere = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`;
    const here = url;
    url = elsewhere;
    const stream = await listen(ops.token).finally(() => (url = here));
    await stream.next();
    const id = await saveCity();
    expect((await stream.next())?.changes).toEqual([{ resource: 'city', ids: [id] }]);
    const ended = stream.next();
    await second.close();
    expect(await ended).toBeUndefined();
  });
});
