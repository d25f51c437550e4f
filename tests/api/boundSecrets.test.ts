import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { compileModel, type EntitySchema } from 'forecourt/model';
import type { DataLayer, HistoryPage } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import type { Client } from './app.ts';
import { caller, layer } from './dataModel.ts';
import { check, csv, errorsOf, run } from './importFiles.ts';
import { accepted, startRentalApp, type RentalApp } from './rental.ts';
import { SUPPLIER } from './smsDesk.ts';
import { startProvider, type FakeProvider } from './smsProviders.ts';

type Values = Record<string, unknown>;
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { fields?: unknown; key?: string }) => error.fields ?? error.key,
  );

describe('a secret that is bound to an address', () => {
  const MOVED = { key: 'msg.secretMoved' };
  const schemas: Record<string, EntitySchema> = {
    service: {
      type: 'object',
      'x-history': true,
      'x-states': {
        field: 'status',
        initial: 1,
        transitions: [{ action: 'move', from: [1], to: 2 }],
      },
      properties: {
        name: { type: 'string', maxLength: 40 },
        status: { type: 'integer', 'x-codes': 'status', default: 1 },
        url: { type: 'string', maxLength: 100 },
        key: {
          type: 'string',
          maxLength: 100,
          'x-widget': 'secret',
          'x-bound-to': ['url'],
          writeOnly: true,
          'x-sensitive': true,
        },
      },
    },
  };
  const model = compileModel({ schemas, resources: [], codes: { status: [{ code: 1 }, { code: 2 }] } });
  let database: TestDatabase;
  let data: DataLayer;
  beforeAll(async () => {
    database = await createTestDatabase();
    data = layer(database, {}, model);
    await data.applyTables();
  });
  afterAll(() => database?.drop());

  const make = async (): Promise<number> =>
    (await data.save('service', { name: 'one', url: 'https://near.example', key: 'old' }, caller())).id;
  const stored = async (id: number): Promise<unknown> =>
    (await database.pool.query<Values>('select url, key from service where id = $1', [id])).rows[0];
  const kept = { url: 'https://near.example', key: 'old' };
  const far = 'https://far.example';

  test.each<[string, Values]>([
    ['another address', { url: far }],
    ['no address', { url: null }],
    ['another address and the mask', { url: far, key: '******' }],
    ['another address and an empty secret', { url: far, key: '' }],
  ])('is not moved by a save with %s', async (_what, values) => {
    const id = await make();
    expect(await refusal(data.save('service', { id, ...values }, caller()))).toEqual({ key: MOVED.key });
    expect(await stored(id)).toEqual(kept);
  });

  test('goes to another address when it is entered again, and stays where nothing moves', async () => {
    const id = await make();
    await data.save('service', { id, name: 'two', url: 'https://near.example', key: '******' }, caller());
    expect(await stored(id)).toEqual(kept);
    await data.save('service', { id, url: far, key: 'new' }, caller());
    expect(await stored(id)).toEqual({ url: far, key: 'new' });
  });

  test('is not moved within a command or by a step', async () => {
    const id = await make();
    const inside = data.change(caller(), async (context) => {
      await context.save('service', { id, url: far });
      return null;
    });
    expect(await refusal(inside)).toEqual({ key: MOVED.key });
    const step = { ways: [{ from: [1], to: 2 }], ask: ['url'], require: [] };
    const stepping = data.change(caller(), async (context) => {
      await context.step('service', { id, url: far }, step);
      return null;
    });
    expect(await refusal(stepping)).toEqual({ key: MOVED.key });
    expect(await stored(id)).toEqual(kept);
  });

  test('is not moved by a file, a row alone or among others', async () => {
    const ids = [await make(), await make(), await make()];
    const file = csv([['id', 'url'], ...ids.map((id) => [id, far])]);
    const state = await check(data, 'service', file);
    expect(errorsOf(state)).toHaveLength(3);
    expect(errorsOf(state).every((line) => line.includes(' key ') && line.endsWith(MOVED.key))).toBe(true);
    if (state.state === 'checked') await run(data, 'service', state.id);
    for (const id of ids) expect(await stored(id)).toEqual(kept);
  });

  test('is not moved back by an old version', async () => {
    const id = await make();
    await data.save('service', { id, url: far, key: 'new' }, caller());
    const page: HistoryPage = await data.versions.page(
      'service',
      id,
      { pageNo: 1, pageSize: 20, mayRestore: true },
      caller(),
    );
    const first = page.list.at(-1)!.id;
    expect(await refusal(data.versions.restore('service', id, first, undefined, caller()))).toEqual({ key: MOVED.key });
    expect(await stored(id)).toEqual({ url: far, key: 'new' });
  });
});

describe('every secret of the product', () => {
  const [OLD, NEW] = ['an-old-secret-of-16', 'a-new-secret-of-more'];
  let app: RentalApp;
  let admin: Client;
  let near: FakeProvider;
  let far: FakeProvider;
  let supplierId: number;
  let providerId: number;
  beforeAll(async () => {
    [near, far] = [await startProvider(), await startProvider()];
    app = await startRentalApp({ settings: { privateCalls: true } });
    admin = await app.as('admin');
    supplierId = accepted(await admin.post<{ id: number }>('/supplier/save', SUPPLIER)).data.id;
    providerId = accepted(await admin.post<{ id: number }>('/system/signinprovider/save', provider())).data.id;
  });
  afterAll(async () => {
    await app?.close();
    await near?.close();
    await far?.close();
  });

  interface Way {
    readonly path: string;
    readonly id: () => Values;
    /** By what it is bound to: the values before, and the change. */
    readonly cases: Readonly<Record<string, () => readonly [before: Values, after: Values]>>;
    /** What sends the secret. */
    use(): Promise<unknown>;
  }
  const texts = { enabled: 1, accessKey: 'a', testPhone: '+66812345678', secret: OLD };
  const generic = () => ({ ...texts, type: 'generic', endpoint: near.url });
  const traccar = () => ({ provider: 'traccar', url: near.url, account: 'fleet@example.com', secret: OLD });
  const provider = () => ({ name: 'Ours', issuer: near.url, clientId: 'a', status: 0, secret: OLD });
  const WAYS: Readonly<Record<string, Way>> = {
    signInProvider: {
      path: '/system/signinprovider/save',
      id: () => ({ id: providerId }),
      cases: {
        issuer: () => [provider(), { ...provider(), issuer: far.url }],
        clientId: () => [provider(), { ...provider(), clientId: 'b' }],
      },
      // A sign-in sends it (tests/api/oidc.test.ts).
      use: () => Promise.resolve(),
    },
    smsSetting: {
      path: '/supplier/savesmsseting',
      id: () => ({ supplierId }),
      cases: {
        endpoint: () => [generic(), { ...generic(), endpoint: far.url }],
        type: () => [generic(), { ...generic(), type: 'aliyun' }],
        accessKey: () => [generic(), { ...generic(), accessKey: 'b' }],
        appId: () => [
          { ...texts, type: 'tencent', appId: '1' },
          { ...texts, type: 'tencent', appId: '2' },
        ],
      },
      use: () => admin.post('/supplier/testsms', { supplierId, phone: '+66812345678' }),
    },
    gpsSetting: {
      path: '/car/gpsdevice/setting',
      id: () => ({ id: 1 }),
      cases: {
        url: () => [traccar(), { ...traccar(), url: far.url }],
        account: () => [traccar(), { ...traccar(), account: 'other@example.com' }],
        // What is hidden is dropped: the secret is gone with its provider.
        provider: () => [traccar(), { provider: 'builtIn' }],
      },
      use: () => admin.post('/car/gpsdevice/sync', {}),
    },
  };
  const bound = [...application.model.entities.values()].flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      (field.schema['x-bound-to'] ?? []).map((property) => [name, field.name, property] as const),
    ),
  );

  test('is tried here', () => {
    for (const { name, fields } of application.model.entities.values())
      for (const field of fields.filter(({ widget }) => widget === 'secret'))
        expect([name, Object.keys(WAYS[name]?.cases ?? {}).toSorted()]).toEqual([
          name,
          [...(field.schema['x-bound-to'] ?? ['?'])].toSorted(),
        ]);
  });

  test.each(bound)('%s.%s stays where it was entered when %s changes', async (name, secret, property) => {
    const { path, id, cases, use } = WAYS[name]!;
    const [before, after] = cases[property]!();
    const row = async () => (await sql<Values>`select * from ${sql.table(name)}`.execute(app.db)).rows[0]!;
    accepted(await admin.post(path, { ...id(), ...before }));
    const stored = await row();
    const { [secret]: _old, ...without } = after;
    for (const values of [without, { ...without, [secret]: '******' }]) {
      const answer = await admin.post(path, { ...id(), ...values });
      if ('provider' in values && values['provider'] === 'builtIn') {
        accepted(answer);
        expect((await row())[secret]).toBeNull();
        return;
      }
      expect(Object.keys(answer.errors)).toEqual([secret]);
      expect(await row()).toEqual(stored);
    }
    await use();
    expect(far.received).toEqual([]);
    near.received.splice(0);
    accepted(await admin.post(path, { ...id(), ...after, [secret]: NEW }));
    await use();
    const sent = JSON.stringify([...near.received, ...far.received]);
    const plain = sent.replace(/Basic ([\w+/=]+)/g, (_all, text: string) => Buffer.from(text, 'base64').toString());
    expect(plain).not.toContain(OLD);
    if (property === 'endpoint' || property === 'url') expect(plain).toContain(NEW);
    far.received.splice(0);
  });

  test('does not follow a redirect to another host', async () => {
    accepted(await admin.post('/supplier/savesmsseting', { supplierId, ...generic() }));
    near.received.splice(0);
    far.received.splice(0);
    near.answers(() => ({ status: 307, headers: { location: `${far.url}/` } }));
    await admin.post('/supplier/testsms', { supplierId, phone: '+66812345678' });
    expect([near.received.length, far.received.length]).toEqual([1, 0]);
  });
});
