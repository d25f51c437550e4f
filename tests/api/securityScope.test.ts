import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import type { Command } from 'forecourt/server';
import { databaseContent as content } from '../databaseContent.ts';
import { type Answer, type Client } from './app.ts';
import { makeForeignRecords } from './foreignRecords.ts';
import { accepted, book, draft, RENTAL, type RentalApp, startRentalApp } from './rental.ts';
import { entityOfCommand, sampleInput, targetOf } from './samples.ts';

const { entities, resources } = application.model;
const commands = application.module.commands ?? [];
const scoped = new Set([...entities.values()].filter(({ scope }) => scope.length > 0).map(({ name }) => name));
const scopedResources = [...resources.values()].filter(({ entity }) => scoped.has(entity.name));

const OF_CAR = '(select v."storeId" from vehicle v where v.id = t."carId")';

/** Stores of a row of the alias t, apart from the schemas' own x-scope. */
const STORES: Readonly<Record<string, string>> = {
  store: 't.id',
  vehicle: 't."storeId"',
  price: 't."storeId"',
  tagSetting: 't."storeId"',
  flashRent: 't."storeId"',
  channelMessage: 't."storeId"',
  channelDifference: 't."storeId"',
  channelStock: 't."storeId"',
  deliveryFee: 't."storeId"',
  storeSetting: 't."storeId"',
  order: 't."pickupStoreId", t."returnStoreId"',
  preparation: 't."pickupStoreId", t."returnStoreId"',
  payment: 't."storeId"',
  drawerCount: 't."storeId"',
  outbox: 't."storeId"',
  violation: 't."storeId"',
  maintenance: OF_CAR,
  carTrip: OF_CAR,
  insurance: OF_CAR,
  annualInspection: OF_CAR,
  gpsDevice: OF_CAR,
  storageOrder: 't."storeId"',
  dispatchPlan: 't."fromStoreId", t."toStoreId"',
  maintenanceReminder: 't."storeId"',
  insuranceReminder: 't."storeId"',
  inspectionReminder: 't."storeId"',
  deduction:
    '(select o."pickupStoreId" from "order" o where o.id = t."orderId"), (select o."returnStoreId" from "order" o where o.id = t."orderId")',
  preauth:
    '(select o."pickupStoreId" from "order" o where o.id = t."orderId"), (select o."returnStoreId" from "order" o where o.id = t."orderId")',
  deposit:
    '(select o."pickupStoreId" from "order" o where o.id = t."orderId"), (select o."returnStoreId" from "order" o where o.id = t."orderId")',
  refund:
    '(select o."pickupStoreId" from "order" o where o.id = t."orderId"), (select o."returnStoreId" from "order" o where o.id = t."orderId")',
};

let app: RentalApp;
let ops: Client;
/** Sees all stores and every screen. */
let admin: Client;
/** Holds every permission and sees Chiang Mai only. */
let north: Client;
/** One record of Phuket of every entity. */
let foreign: Readonly<Record<string, number>> = {};

beforeAll(async () => {
  app = await startRentalApp();
  [ops, admin] = await Promise.all([app.as('ops'), app.as('admin')]);
  foreign = await makeForeignRecords(app, ops);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  north = await app.signIn('north');
});
afterAll(() => app?.close());

interface Attempt {
  readonly name: string;
  make(client: Client): Promise<Answer<unknown>>;
}

/** The generic calls on the foreign record of a resource. */
function resourceAttempts(): Attempt[] {
  return scopedResources.flatMap(({ name, entity, api }): Attempt[] => {
    const id = foreign[name]!;
    const attempts: Attempt[] = [];
    const { info, save, delete: remove } = api;
    const taken = (method: string, path: string): boolean =>
      commands.some((command) => command.method === method && command.path === path);
    if (info) attempts.push({ name: `GET ${info}`, make: (client) => client.get(info.replace('{id}', String(id))) });
    if (save && !entity.log && !taken('POST', save))
      attempts.push({ name: `POST ${save}`, make: (client) => client.post(save, { id }) });
    if (remove)
      attempts.push({ name: `DELETE ${remove}`, make: (client) => client.delete(remove.replace('{id}', String(id))) });
    return attempts;
  });
}

function commandAttempt(command: Command): Attempt[] {
  const { method, path, permission } = command;
  // What another system calls an order is no id of ours, and it has no session.
  if (permission === 'signed') return [];
  const target = targetOf(command);
  if (!target) return [];
  const entity =
    target === 'id'
      ? entityOfCommand(command)
      : { orderId: 'order', storeId: 'store', carId: 'vehicle', roleId: 'role' }[target]!;
  if (!scoped.has(entity)) return [];
  const input = sampleInput(command, { [target]: foreign[entity] });
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)));
  return [
    {
      name: `${method} ${path}`,
      make: (client) =>
        method === 'GET'
          ? client.get(url, rest as Record<string, string>)
          : method === 'DELETE'
            ? client.delete(url)
            : client.post(url, rest),
    },
  ];
}

const outcome = ({ http, statusCode }: Answer<unknown>): number => (http === 200 ? statusCode : http);

describe('a record of another store', () => {
  /** Asks for a store, not for a record in it: that is refused, not hidden. */
  const REFUSED = ['GET /order/availablecars', 'GET /order/alternatives', 'GET /carprice/calendar'];
  const attempts = (): Attempt[] => [...resourceAttempts(), ...commands.flatMap(commandAttempt)];

  test('does not exist for any call that names it, and none of them changes anything', async () => {
    const before = await content(app.db);
    const answers: [string, number][] = [];
    for (const { name, make } of attempts()) answers.push([name, outcome(await make(north))]);
    expect(answers).toEqual(answers.map(([name]) => [name, REFUSED.includes(name) ? 403 : 404]));
    expect(answers.length).toBeGreaterThan(40);
    expect(await content(app.db)).toEqual(before);
  });

  test('is not deleted among several', async () => {
    const before = await content(app.db);
    for (const { name, api } of scopedResources) {
      if (!api.deleteMany) continue;
      const answer = await north.post<{ count: number }>(api.deleteMany, { ids: [foreign[name]] });
      expect([name, answer.data.count]).toEqual([name, 0]);
    }
    expect(await content(app.db)).toEqual(before);
  });

  test.each(scopedResources.map(({ name }) => name))('is in no list, option, number or export: %s', async (name) => {
    const {
      api,
      options,
      list: { columns },
    } = resources.get(name)!;
    const own = await sql<{ id: number }>`
        select t.id from ${sql.table(name)} t where ${RENTAL.chiangMai} in (${sql.raw(STORES[name]!)}) order by t.id
      `.execute(app.db);
    const ids = own.rows.map(({ id }) => id);
    if (api.list) {
      const listed = accepted(
        await north.get<{ list: { id: number }[]; total: number }>(api.list, { pageNo: 1, pageSize: 100 }),
      ).data;
      expect({ ids: listed.list.map(({ id }) => id).toSorted((a, b) => a - b), total: listed.total }).toEqual({
        ids,
        total: ids.length,
      });
      for (const query of [{ ids: String(foreign[name]) }, { id: foreign[name] }]) {
        expect(accepted(await north.get(api.list, query)).data).toMatchObject({ list: [], total: 0 });
        expect(accepted(await admin.get(api.list, query)).data).toMatchObject({ total: 1 });
      }
    }
    if (api.options && options?.scope !== 'all') {
      const offered = accepted(await north.get<{ id: number }[]>(api.options)).data;
      expect(offered.filter(({ id }) => !ids.includes(id))).toEqual([]);
    }
    if (api.export) {
      const lines = (text: string): number => text.trimEnd().split('\r\n').length - 1;
      expect(columns.length).toBeGreaterThan(0);
      expect(lines((await north.get(api.export)).text)).toBe(ids.length);
      expect(lines((await north.get(api.export, { ids: String(foreign[name]) })).text)).toBe(0);
      expect(lines((await admin.get(api.export, { ids: String(foreign[name]) })).text)).toBe(1);
    }
  });

  test('is not counted on the tabs of the orders', async () => {
    const counts = accepted(await north.get<Record<string, number>>('/order/tabcount')).data;
    expect(Object.values(counts).filter((count) => count !== 0)).toEqual([]);
  });

  test('cannot be made, and an own one cannot be moved there but by dispatch', async () => {
    const before = await content(app.db);
    const wrong: [string, Answer<unknown>][] = [
      ['price', await north.post('/carprice/save', { storeId: 1, subModelId: 1, dailyPrice: 1, deposit: 0 })],
      ['moved price', await north.post('/carprice/save', { id: 5, storeId: 1 })],
      [
        'car',
        await north.post('/car/save', {
          storeId: 1,
          brandId: 1,
          modelId: 1,
          subModelId: 1,
          plate: 'X',
          frameNo: 'X',
          engineNo: 'X',
        }),
      ],
      [
        'point',
        await north.post('/basics/store/deliveryfee/save', {
          storeId: 1,
          kind: 1,
          name: 'X',
          deliveryFee: 0,
          pickupFee: 0,
        }),
      ],
      ['order', await north.post('/order/save', draft())],
      ['settings', await north.post('/basics/store/savefestivalseting', { storeId: 1, pausePeriods: [] })],
    ];
    expect(wrong.map(([name, answer]) => [name, outcome(answer)])).toEqual(
      wrong.map(([name]) => [name, name === 'settings' ? 404 : 403]),
    );
    expect(await content(app.db)).toEqual(before);
  });

  // After everything that expects the records untouched.
  test('is there for the same calls by somebody who sees all stores', async () => {
    const hidden: [string, number][] = [];
    const calls = attempts();
    const deleting = ({ name }: Attempt): number => Number(name.startsWith('DELETE'));
    for (const { name, make } of calls.toSorted((a, b) => deleting(a) - deleting(b))) {
      const seen = outcome(await make(admin));
      if (seen === 404 || seen === 403 || seen >= 500) hidden.push([name, seen]);
    }
    expect(hidden).toEqual([]);
  });
});

describe('personal data', () => {
  const SECRET = { phone: '13987654321', idNo: 'E99887766' };

  test('is masked everywhere for who may list, change and export but not see details', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into role (name, code, "menuIds") select 'lister', 'lister', array_agg(id) from menu where path is not null and path <> 'index' and path !~ '-detail$'
      returning id
    `.execute(app.db);
    await sql`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
      select 'lister', 'lister', '+66922222222', password, ${rows[0]!.id}, 0, 1 from "user" where username = 'admin'
    `.execute(app.db);
    app.at('2027-02-22 12:00');
    const orderId = await book(ops, {
      renterPhone: SECRET.phone,
      renterIdNo: SECRET.idNo,
      renterIdType: 2,
      subModelId: RENTAL.camry,
    });
    accepted(await ops.post('/member/blacklist/save', { type: 1, phone: SECRET.phone, idNo: SECRET.idNo }));
    const lister = await app.signIn('lister');
    const masked = [...resources.values()].filter(({ entity }) => entity.fields.some(({ mask }) => mask));
    expect(masked.map(({ name }) => name).toSorted()).toEqual(['blacklist', 'member', 'order', 'outbox', 'smsSetting']);
    const leaks: string[] = [];
    const look = (call: string, { text }: Answer<unknown>): void => {
      if (Object.values(SECRET).some((secret) => text.includes(secret))) leaks.push(call);
    };
    for (const { name, api } of masked) {
      const { rows: all } = await sql<{
        id: number;
      }>`select id from ${sql.table(name)} order by id desc limit 3`.execute(app.db);
      if (api.list) look(api.list, await lister.get(api.list));
      if (api.options) look(api.options, await lister.get(api.options, { keyword: '3987' }));
      if (api.export) look(api.export, await lister.get(api.export));
      for (const { id } of all) if (api.info) look(api.info, await lister.get(api.info.replace('{id}', String(id))));
    }
    for (const path of ['info', 'log', 'fees', 'payments']) look(path, await lister.get(`/order/${path}/${orderId}`));
    look('print', await lister.get(`/print/order/${orderId}`));
    expect(leaks).toEqual([]);
    // It is there to be seen.
    expect((await ops.get(`/order/info/${orderId}`)).text).toContain(SECRET.phone);
  });
});
