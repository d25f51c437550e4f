import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isSigned, startListener, type Listener } from '../webhookListener.ts';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { accepted, draft, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let test: RentalApp;
let admin: Client;
beforeAll(async () => {
  test = await startRentalApp({ settings: { privateCalls: true } });
  admin = await test.as('admin');
});
afterAll(() => test.close());

const listeners: Listener[] = [];
async function listen(): Promise<Listener> {
  const listener = await startListener();
  listeners.push(listener);
  return listener;
}
afterEach(async () => {
  await sql`update webhook set status = 0`.execute(test.db);
  await sql`delete from "webhookDelivery"`.execute(test.db);
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

const lazyApp = new Proxy({} as RentalApp, { get: (_none, name) => test[name as keyof RentalApp] });
const accounts = accountsOf(lazyApp, () => admin);

async function idOf(username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from "user" where username = ${username}`.execute(test.db);
  return rows[0]!.id;
}

let made = 0;
const values = (url: string, changes: object = {}) => ({ name: `Hook ${++made}`, url, resource: 'city', ...changes });

async function hook(
  url: string,
  changes: { readonly userId?: number } & Record<string, unknown> = {},
): Promise<number> {
  const userId = changes.userId ?? (await idOf('admin'));
  return accepted(await admin.post<{ id: number }>('/system/webhook/save', values(url, { ...changes, userId }))).data
    .id;
}

const issue = async (id: number, more: object = {}): Promise<string> =>
  accepted(await admin.post<{ secret: string }>('/system/webhook/issue', { id, ...more })).data.secret;

interface HookRow {
  readonly status: number;
  readonly reason: string | null;
  readonly failures: number;
  readonly lastError: string | null;
}
async function rowOf(id: number): Promise<HookRow> {
  return (await sql<HookRow>`select * from webhook where id = ${id}`.execute(test.db)).rows[0]!;
}

interface DeliveryRow {
  readonly id: number;
  readonly type: string;
  readonly recordId: number;
  readonly state: string;
  readonly tries: number;
  readonly error: string | null;
  readonly httpStatus: number | null;
  readonly key: string;
  readonly nextTryTime: Date | null;
}
async function deliveries(id: number): Promise<readonly DeliveryRow[]> {
  return (
    await sql<DeliveryRow>`select * from "webhookDelivery" where "webhookId" = ${id} order by id`.execute(test.db)
  ).rows;
}

/** Until nothing is due any more. */
async function deliver(): Promise<void> {
  while ((await test.app.webhooks.deliverDue()) > 0);
}

let cities = 0;
async function makeCity(changes: object = {}): Promise<number> {
  const city = {
    cityName: `Webhook ${++cities}`,
    province: 'P',
    country: 'Thailand',
    cityCode: `W${cities}`,
    status: 1,
  };
  const place = { latitude: 7.9, longitude: 98.4, timeZone: 'Asia/Bangkok' };
  return accepted(await admin.post<{ id: number }>('/basics/city/save', { ...city, ...place, ...changes })).data.id;
}
const changeCity = async (id: number, changes: object) =>
  accepted(await admin.post('/basics/city/save', { id, ...changes }));

const types = (listener: Listener): readonly string[] => listener.heard.map(({ message }) => message.type);

describe('a webhook', () => {
  it('tells of what is created, changed and deleted, signed as Standard Webhooks says', async () => {
    const listener = await listen();
    const id = await hook(listener.url, { onDeleted: true });
    const secret = await issue(id);
    const city = await makeCity();
    await changeCity(city, { province: 'Q' });
    accepted(await admin.delete(`/basics/city/delete/${city}`));
    await deliver();
    // A record that is gone has nothing to show: what came before is kept back, its end is told.
    expect(types(listener)).toEqual(['city.deleted']);

    const other = await makeCity();
    await deliver();
    await changeCity(other, { province: 'Q' });
    await deliver();
    expect(types(listener).slice(1)).toEqual(['city.created', 'city.updated']);
    for (const heard of listener.heard) {
      expect(await isSigned(heard, secret)).toBe(true);
      expect(await isSigned(heard, await issue(await hook(listener.url)))).toBe(false);
      expect(heard.headers['webhook-timestamp']).toBe(String(Math.floor(test.now() / 1000)));
      expect(heard.headers['content-type']).toBe('application/json');
    }
    expect(listener.heard.at(-1)!.message).toEqual({
      type: 'city.updated',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { id: other, event: 'city.save' },
    });
    expect(await deliveries(id)).toMatchObject([
      { type: 'city.created', state: 'notSent' },
      { type: 'city.updated', state: 'notSent' },
      { type: 'city.deleted', state: 'sent', tries: 1, httpStatus: 204 },
      { type: 'city.created', state: 'sent' },
      { type: 'city.updated', state: 'sent' },
    ]);
  });

  it('hears only what it asks for: kinds, a filter of the list, fields', async () => {
    const listener = await listen();
    await hook(listener.url, { onUpdated: false, filter: 'status=1', sentFields: 'cityName, province' });
    const [heard, other] = [await makeCity(), await makeCity({ status: 0 })];
    await changeCity(heard, { province: 'New' });
    await makeCity();
    await deliver();
    expect(listener.heard.map(({ message }) => message.data.id)).not.toContain(other);
    expect(listener.heard).toHaveLength(2);
    expect(listener.heard[0]!.message.data).toEqual({
      id: heard,
      event: 'city.save',
      record: { id: heard, cityName: expect.any(String), province: 'New' },
    });
  });

  it('hears all that a filter asks for, whichever page of the list its address was of', async () => {
    const listener = await listen();
    await hook(listener.url, { filter: 'status=1&pageNo=2&pageSize=1&sortField=cityName' });
    const ids = [await makeCity(), await makeCity()];
    await deliver();
    expect(new Set(listener.heard.map(({ message }) => message.data.id))).toEqual(new Set(ids));
  });

  it('tells of the state that a record enters and of the steps that change it', async () => {
    const listener = await listen();
    await hook(listener.url, { resource: 'apiKey', onCreated: false, onUpdated: false, steps: 'revoke' });
    const other = await listen();
    await hook(other.url, { resource: 'apiKey', onCreated: false, onUpdated: false, states: '0' });
    const expireTime = new Date(test.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const key = { name: 'Heard', userId: await idOf('clerk'), expireTime };
    const { id } = accepted(await admin.post<{ id: number }>('/system/apikey/save', key)).data;
    accepted(await admin.post(`/resources/apiKey/${id}/revoke`));
    await deliver();
    expect(listener.heard.map(({ message }) => message)).toMatchObject([
      { type: 'apiKey.step', data: { id, event: 'apiKey.revoke' } },
    ]);
    expect(other.heard.map(({ message }) => message)).toMatchObject([
      { type: 'apiKey.state', data: { id, state: '0' } },
    ]);
  });

  it('costs a change nothing where nobody listens', async () => {
    await makeCity();
    const { rows } = await sql`select from "_webhookEvent"`.execute(test.db);
    expect(rows).toEqual([]);
  });

  it('tells nothing of what is taken back', async () => {
    const listener = await listen();
    await hook(listener.url);
    await expect(
      test.app.data.transaction(async (db) => {
        await sql`insert into "recordChange" (entity, "recordId", event, after) values ('city', 1, 'city.save', '{}')`.execute(
          db,
        );
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await deliver();
    expect(listener.heard).toEqual([]);
  });
});

describe('who owns it decides what it tells', () => {
  const ofStore = (storeId: number) => accounts.makeUser({ dataScope: 1, storeIds: [storeId] });

  it('of orders of the own stores, and of no others', async () => {
    const listener = await listen();
    const clerk = await ofStore(RENTAL.chiangMai);
    await hook(listener.url, { resource: 'order', userId: clerk.id, sentFields: 'orderNo', onDeleted: true });
    const foreign = accepted(await admin.post<{ id: number }>('/order/save', draft())).data.id;
    const own = accepted(
      await admin.post<{ id: number }>(
        '/order/save',
        draft({ pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai }),
      ),
    ).data.id;
    await deliver();
    const ids = new Set(listener.heard.map(({ message }) => message.data.id));
    expect(ids.has(own)).toBe(true);
    expect(ids.has(foreign)).toBe(false);
  });

  const GONE = 1_000_000;
  it('of no resource more than its list shows to the owner, whatever the store', async () => {
    const listener = await listen();
    const clerk = await ofStore(RENTAL.chiangMai);
    const superRole = await accounts.roleId('super');
    await sql`update "user" set "roleId" = ${superRole} where id = ${clerk.id}`.execute(test.db);
    const { model } = test.app.data;
    const heard = [...model.resources.values()].filter(
      ({ name, entity }) => name === entity.name && !entity.view && !entity.log && entity.scope.length > 0,
    );
    expect(heard.length).toBeGreaterThan(15);
    let foreign = 0;
    for (const { name } of heard) {
      await hook(listener.url, { resource: name, userId: clerk.id, onDeleted: true });
      // Each row changes, and one like it was deleted: of that only the history is left.
      await sql`
        insert into "recordChange" (entity, "recordId", event, before, after)
        select ${name}, t.id, ${`${name}.save`}, '{}'::jsonb, '{}'::jsonb from ${sql.table(name)} t
        union all select ${name}, t.id + ${GONE}, ${`${name}.delete`}, to_jsonb(t.*), null from ${sql.table(name)} t
      `.execute(test.db);
    }
    await deliver();
    for (const { name } of heard) {
      const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)}`.execute(test.db);
      const seen = new Set(await clerkSees(name, clerk.id));
      const told = listener.heard.filter(({ message }) => message.type.startsWith(`${name}.`));
      for (const { message } of told) expect(`${name} ${seen.has(message.data.id! % GONE)}`).toBe(`${name} true`);
      foreign += rows.filter(({ id }) => !seen.has(id)).length;
    }
    expect(foreign).toBeGreaterThan(5);
    expect(listener.heard.some(({ message }) => message.data.id! > GONE)).toBe(true);
    expect(listener.heard.some(({ message }) => message.data.id! < GONE)).toBe(true);
  });

  /** What lies in the scope of a user, by the condition that lists ask. */
  async function clerkSees(entity: string, userId: number): Promise<readonly number[]> {
    const { rows } = await sql<{ storeIds: number[] }>`select "storeIds" from "user" where id = ${userId}`.execute(
      test.db,
    );
    const actor = {
      id: userId,
      username: 'x',
      name: 'x',
      roleId: 1,
      permissions: new Set(['*']),
      scope: rows[0]!.storeIds.map(Number),
      facts: {},
    };
    const caller = { actor, language: 'en-US', now: test.now(), t: (key: string) => key };
    return test.app.data.read(caller, async (context) => {
      const inScope = context.inScope(entity, 't');
      const found = await sql<{ id: number }>`select t.id from ${sql.table(entity)} t where ${inScope}`.execute(
        context.db,
      );
      return found.rows.map(({ id }) => id);
    });
  }

  it('personal fields as its list masks them, and fields that the owner may not read not at all', async () => {
    const listener = await listen();
    await hook(listener.url, { resource: 'member', sentFields: 'name,phone,idNo' });
    const { id } = accepted(
      await admin.post<{ id: number }>('/member/save', {
        name: 'Somsri',
        countryCode: '+66',
        phone: '812345678',
        email: 'somsri@example.com',
        idType: 2,
        idNo: 'AA1234567',
      }),
    ).data;
    await deliver();
    const shown = accepted(
      await admin.get<{ list: readonly Record<string, unknown>[] }>('/member/list', { keyword: 'Somsri' }),
    ).data.list[0]!;
    const [told] = listener.heard;
    expect(told!.message.data.record).toEqual({ id, name: shown['name'], phone: shown['phone'], idNo: shown['idNo'] });
    expect(told!.body).not.toMatch(/812345678|AA1234567/);
  });

  it('ends once the owner has lost the right or is locked: it stops, says why, and keeps what waits', async () => {
    const listener = await listen();
    const roleId = await accounts.makeRole('cities', 'citylist');
    const user = await accounts.makeUser({ roleId });
    const id = await hook(listener.url, { userId: user.id });
    await makeCity();
    accepted(await admin.post('/admin/user/lock', { ids: [user.id], locked: 1 }));
    await deliver();
    expect(await rowOf(id)).toMatchObject({ status: 2, reason: 'owner is locked' });
    accepted(await admin.post('/admin/user/lock', { ids: [user.id], locked: 0 }));
    accepted(await admin.post('/role/save', { id: roleId, menuIds: [] }));
    accepted(await admin.post(`/resources/webhook/${id}/start`));
    await deliver();
    expect(await rowOf(id)).toMatchObject({ status: 2, reason: 'owner lost the right' });
    expect(listener.heard).toEqual([]);

    accepted(await admin.post('/role/save', { id: roleId, menuIds: await accounts.menuIds('citylist') }));
    accepted(await admin.post(`/resources/webhook/${id}/start`));
    await deliver();
    expect(listener.heard).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ status: 1, reason: null });
    expect(await deliveries(id)).toMatchObject([{ state: 'sent', tries: 1 }]);
  });

  it('is offered for every resource that it can be made for, and for no other', async () => {
    const listener = await listen();
    const offered = accepted(await admin.get<readonly string[]>('/system/webhook/resources')).data;
    const userId = await idOf('admin');
    const taken: string[] = [];
    for (const resource of test.app.data.model.resources.keys()) {
      const { statusCode } = await admin.post('/system/webhook/save', values(listener.url, { resource, userId }));
      if (statusCode === 200) taken.push(resource);
    }
    expect([...offered].sort()).toEqual(taken.sort());
    expect(offered).not.toContain('operationLog');
  });

  it('never is somebody who may do more than whoever makes it', async () => {
    const listener = await listen();
    const roleId = await accounts.makeRole('hooks', 'webhook-add', 'webhook-edit', 'citylist');
    const user = await accounts.makeUser({ roleId });
    const refused = await user.client.post(
      '/system/webhook/save',
      values(listener.url, { userId: await idOf('admin') }),
    );
    expect(refused.statusCode).toBe(400);
    accepted(await user.client.post('/system/webhook/save', values(listener.url, { userId: user.id })));
    const foreign = await hook(listener.url);
    for (const [path, body] of [
      ['/system/webhook/issue', { id: foreign }],
      ['/system/webhook/save', { id: foreign, url: `${listener.url}/mine` }],
    ] as const)
      expect((await user.client.post(path, body)).statusCode).not.toBe(200);
  });
});

describe('a listener', () => {
  it('that fails is asked again with the same id, after pauses, and hears of a record in its order', async () => {
    test.at('2027-02-23 08:00:00');
    const listener = await listen();
    const id = await hook(listener.url);
    const city = await makeCity();
    await changeCity(city, { province: 'Q' });
    listener.answer((response) => response.writeHead(503).end());
    await deliver();
    expect(types(listener)).toEqual(['city.created']);
    expect(await rowOf(id)).toMatchObject({ status: 1, failures: 1, lastError: 'http 503' });
    listener.answer((response) => response.writeHead(200).end());
    await deliver();
    expect(listener.heard).toHaveLength(1);
    test.at('2027-02-23 08:00:07');
    await deliver();
    expect(types(listener)).toEqual(['city.created', 'city.created', 'city.updated']);
    const ids = listener.heard.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[1]);
    expect(await rowOf(id)).toMatchObject({ failures: 0, lastError: null });
  });

  it('that is never there is given up after three days; what failed can be delivered again', async () => {
    test.at('2027-02-24 08:00:00');
    const listener = await listen();
    listener.answer((response) => response.writeHead(500).end());
    const id = await hook(listener.url);
    await makeCity();
    for (let hours = 0; hours < 200 && (await rowOf(id)).status === 1; hours++) {
      await deliver();
      const { nextTryTime } = (await deliveries(id))[0]!;
      const next = Math.max(nextTryTime?.getTime() ?? 0, test.now()) + 7 * 3_600_000 + 1_000;
      test.at(new Date(next).toISOString().slice(0, 19).replace('T', ' '));
    }
    expect(await rowOf(id)).toMatchObject({ status: 2, reason: 'http 500' });
    const [given] = await deliveries(id);
    expect(given).toMatchObject({ state: 'failed', tries: 10, httpStatus: 500 });

    listener.answer((response) => response.writeHead(204).end());
    accepted(await admin.post('/system/webhookdelivery/replay', { id: given!.id }));
    accepted(await admin.post(`/resources/webhook/${id}/start`));
    await deliver();
    expect(await deliveries(id)).toMatchObject([{ state: 'sent', tries: 1, key: given!.key }]);
    expect(new Set(listener.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('that says 410 hears nothing more', async () => {
    const listener = await listen();
    listener.answer((response) => response.writeHead(410).end());
    const id = await hook(listener.url);
    await makeCity();
    await deliver();
    expect(await rowOf(id)).toMatchObject({ status: 2, reason: 'http 410' });
    await makeCity();
    await deliver();
    expect(listener.heard).toHaveLength(1);
  });

  it('that answers without end, or elsewhere, costs the others nothing', async () => {
    const [huge, elsewhere, good] = [await listen(), await listen(), await listen()];
    let written = 0;
    huge.answer((response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1024 * 1024);
      const write = (): void => {
        while (!response.destroyed && written < 100) {
          written++;
          if (!response.write(piece)) return void response.once('drain', write);
        }
      };
      write();
    });
    elsewhere.answer((response) => response.writeHead(302, { location: good.url }).end());
    const ids = [await hook(huge.url), await hook(elsewhere.url), await hook(good.url)] as const;
    await makeCity();
    await deliver();
    expect(await deliveries(ids[0])).toMatchObject([{ state: 'sent', httpStatus: 200 }]);
    expect(written).toBeLessThan(100);
    expect(await deliveries(ids[1])).toMatchObject([{ state: 'queued', error: 'http 302' }]);
    expect(good.heard).toHaveLength(1);
  });

  it('that fails is asked a few times at once, not for all that waits', async () => {
    const listener = await listen();
    listener.answer((response) => response.writeHead(500).end());
    const id = await hook(listener.url);
    for (let at = 0; at < 20; at++) await makeCity();
    await deliver();
    const all = await deliveries(id);
    expect(listener.heard.length).toBeLessThanOrEqual(8);
    expect(all.map(({ state }) => state)).toEqual(Array(20).fill('queued'));
    // What was given back counts as not tried.
    expect(all.filter(({ tries }) => tries > 0)).toHaveLength(listener.heard.length);
  });

  it('of this server itself is told nothing that could come round', async () => {
    await using own = await served();
    const id = await hook(`${own.url}/api/order/save`);
    await makeCity();
    await deliver();
    expect((await deliveries(id))[0]!.state).toBe('queued');
    expect((await deliveries(id))[0]!.error).toMatch(/^http 4/);
  });

  async function served() {
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    return { url, [Symbol.asyncDispose]: async () => undefined };
  }
});

describe('its secret', () => {
  it('is answered once, kept sealed, and changes with both signing for the hours that were chosen', async () => {
    const listener = await listen();
    const id = await hook(listener.url);
    const first = await issue(id);
    const second = await issue(id, { overlap: 2 });
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from webhook t union all select to_jsonb(t)::text from "operationLog" t union all select to_jsonb(t)::text from "recordChange" t
    `.execute(test.db);
    expect(rows.filter(({ text }) => text.includes(first.slice(6)) || text.includes(second.slice(6)))).toEqual([]);
    expect(JSON.stringify(accepted(await admin.get(`/system/webhook/info/${id}`)).data)).not.toMatch(/secret":|whsec/i);
    accepted(await admin.post('/system/webhook/test', { id }));
    await deliver();
    const [both] = listener.heard;
    expect(both!.message.type).toBe('webhook.test');
    expect([await isSigned(both!, first), await isSigned(both!, second)]).toEqual([true, true]);
    const third = await issue(id);
    accepted(await admin.post('/system/webhook/test', { id }));
    await deliver();
    const [, alone] = listener.heard;
    expect([await isSigned(alone!, second), await isSigned(alone!, third)]).toEqual([false, true]);
  });
});

describe('a form', () => {
  it.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://me:secret@example.com' }],
    ['resource', { resource: 'operationLog' }],
    ['resource', { resource: 'nothing' }],
    ['states', { states: '99', resource: 'apiKey' }],
    ['filter', { filter: 'nothing=1' }],
    ['sentFields', { sentFields: 'cityName,nothing' }],
    ['onCreated', { onCreated: false, onUpdated: false }],
  ])('is refused at %s: %o', async (field, changes) => {
    const answer = await admin.post<{ errors: Record<string, string> }>(
      '/system/webhook/save',
      values('https://example.com', { userId: await idOf('admin'), ...changes }),
    );
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.data.errors)).toEqual([field]);
  });
});

it('reaches no address inside, by number or by name, unless that is allowed', async () => {
  const listener = await listen();
  const closed = await startRentalApp();
  try {
    const desk = await closed.as('admin');
    const { port } = new URL(listener.url);
    const userId = (await sql<{ id: number }>`select id from "user" where username = 'admin'`.execute(closed.db))
      .rows[0]!.id;
    for (const url of [
      listener.url,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      'https://169.254.169.254/',
    ])
      accepted(await desk.post('/system/webhook/save', values(url, { userId })));
    accepted(await desk.post('/basics/city/save', { id: 1, province: 'Changed' }));
    while ((await closed.app.webhooks.deliverDue()) > 0);
    const { rows } = await sql<{
      status: number;
      reason: string;
    }>`select status, reason from webhook order by id`.execute(closed.db);
    expect(rows).toEqual([
      { status: 2, reason: 'address is not https' },
      ...Array.from({ length: 3 }, () => ({ status: 2, reason: 'address not allowed' })),
    ]);
    expect(listener.heard).toEqual([]);
  } finally {
    await closed.close();
  }
});
