import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp, createLog } from 'forecourt/server';
import { createEditors } from '../../packages/forecourt/src/server/live/index.ts';
import { EDITING_SECONDS } from '../../packages/forecourt/src/server/live/tables.ts';
import type { Client } from './app.ts';
import { RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
let admin: Client;
/** Holds every permission and sees Chiang Mai only. */
let north: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [ops, admin] = await Promise.all([app.as('ops'), app.as('admin')]);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'Nok', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  north = await app.signIn('north');
});
afterAll(() => app?.close());
beforeEach(async () => void (await sql`delete from "_editing"`.execute(app.db)));

interface Answer {
  readonly others: readonly { readonly name: string; readonly since: string }[];
}

type RecordOf = { readonly resource: string; readonly id: number };

const PATH = '/live/editing';
const TABS = ['a'.repeat(32), 'b'.repeat(32)] as const;
const PHUKET: RecordOf = { resource: 'store', id: RENTAL.phuket };
const CHIANG_MAI: RecordOf = { resource: 'store', id: RENTAL.chiangMai };
const open = (who: Client, record = PHUKET, tab: string = TABS[0]) => who.post<Answer>(PATH, { ...record, tab });
const close = (who: Client, tab: string = TABS[0]) => who.post(`${PATH}/end`, { ...PHUKET, tab });
const seenBy = async (who: Client, record = PHUKET): Promise<readonly string[]> =>
  (await who.get<Answer>(PATH, record)).data.others.map(({ name }) => name);

interface Told {
  readonly position: string;
  readonly changes: readonly { readonly resource: string; readonly ids: readonly number[] | null }[];
}
const since = async (who: Client, position?: string): Promise<Told> =>
  (await who.get<Told>('/live', { since: position })).data;
const TOLD = { resource: '_editing.store', ids: [RENTAL.phuket] };

describe('who has a record open in a form', () => {
  it('is named to others, with the time since when, and not to himself, in whatever window', async () => {
    expect((await open(ops)).data).toEqual({ others: [] });
    const { data } = await open(admin);
    expect(data.others).toEqual([
      { name: 'ops', since: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) },
    ]);
    expect(await seenBy(ops)).toHaveLength(1);
    expect((await open(ops, PHUKET, TABS[1])).data.others).toHaveLength(1);
    expect(await seenBy(admin)).toEqual(['ops']);
  });

  it('is told as it comes and as it goes, by the id alone, and not when it is said again', async () => {
    const { position } = await since(admin);
    await open(ops);
    const came = await since(admin, position);
    expect(came.changes).toEqual([TOLD]);
    await open(ops);
    const again = await since(admin, came.position);
    expect(again.changes).toEqual([]);
    await close(ops);
    expect((await since(admin, again.position)).changes).toEqual([TOLD]);
    expect(await seenBy(admin)).toEqual([]);
  });

  it('has left it when the last of his windows has, and others cannot say so for him', async () => {
    await open(ops, PHUKET, TABS[0]);
    await open(ops, PHUKET, TABS[1]);
    await close(admin, TABS[0]);
    await close(ops, TABS[0]);
    expect(await seenBy(admin)).toEqual(['ops']);
    await close(ops, TABS[1]);
    expect(await seenBy(admin)).toEqual([]);
  });

  it('is gone with the session', async () => {
    const own = await app.signIn('ops');
    await open(own);
    expect(await seenBy(admin)).toEqual(['ops']);
    const { position } = await since(admin);
    await own.post('/admin/user/loginout');
    expect(await seenBy(admin)).toEqual([]);
    expect((await since(admin, position)).changes).toEqual([TOLD]);
    expect((await app.nobody.post(PATH, { ...PHUKET, tab: TABS[0] })).http).toBe(401);
  });

  it('is forgotten a minute after the last word, and told to have gone; not before', async () => {
    const editors = createEditors({
      pool: app.pool,
      model: application.model,
      log: createLog('silent'),
      zone: 'Asia/Bangkok',
      tidyEvery: 10,
    });
    const silent = (seconds: number) =>
      sql`update "_editing" set "seenTime" = now() - make_interval(secs => ${seconds})`.execute(app.db);
    editors.begin();
    try {
      await open(ops, PHUKET, TABS[0]);
      await silent(EDITING_SECONDS + 1);
      await open(north, CHIANG_MAI, TABS[0]);
      await vi.waitFor(async () => expect(await seenBy(admin)).toEqual([]));
      expect(await seenBy(admin, CHIANG_MAI)).toEqual(['Nok']);
      await silent(EDITING_SECONDS - 5);
      await open(north, CHIANG_MAI, TABS[0]);
      const { rows } = await sql<{ old: boolean }>`
        select "seenTime" < now() - interval '10 seconds' as old from "_editing"
      `.execute(app.db);
      expect(rows).toEqual([{ old: false }]);
    } finally {
      editors.stop();
    }
  });

  it('is known to another process', async () => {
    const second = await buildApp({
      ...application,
      pool: app.pool,
      settings: {
        dataDir: app.dataDir,
        logLevel: 'silent',
        trustProxy: [],
        defaultZone: 'Asia/Bangkok',
        imageOrigins: [],
      },
    });
    await open(ops);
    const answer = await second.inject({
      url: `/api${PATH}?resource=store&id=${RENTAL.phuket}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect((answer.json() as { data: Answer }).data.others).toMatchObject([{ name: 'ops' }]);
    await second.close();
  });
});

describe('a record that may not be read', () => {
  it('is not there: neither who has it open is told, nor can it be said to be open', async () => {
    await open(ops);
    const answers = [await north.get(PATH, PHUKET), await open(north)];
    for (const answer of answers) expect(answer).toMatchObject({ statusCode: 404, data: null });
    expect(await seenBy(ops)).toEqual([]);
    expect(await seenBy(north, CHIANG_MAI)).toEqual([]);
  });

  it.each([
    ['a resource that is none', { resource: 'nothing', id: 1 }],
    ['a resource without the right to open it', { resource: 'role', id: 1 }],
    ['a record that does not exist', { resource: 'store', id: 999_999 }],
  ])('is %s', async (_what, record) => {
    const clerk = await app.as('clerk');
    expect(await clerk.get(PATH, record)).toMatchObject({ statusCode: 404, data: null });
    expect(await open(clerk, record)).toMatchObject({ statusCode: 404, data: null });
  });

  it('is one of a resource that keeps its changes to itself', async () => {
    const resources = new Map(application.model.resources);
    resources.set('store', { ...resources.get('store')!, live: false });
    const quiet = await buildApp({
      ...application,
      model: { ...application.model, resources },
      pool: app.pool,
      settings: {
        dataDir: app.dataDir,
        logLevel: 'silent',
        trustProxy: [],
        defaultZone: 'Asia/Bangkok',
        imageOrigins: [],
      },
    });
    const answer = await quiet.inject({
      url: `/api${PATH}?resource=store&id=${RENTAL.phuket}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.json()).toMatchObject({ statusCode: 404 });
    await quiet.close();
  });
});
