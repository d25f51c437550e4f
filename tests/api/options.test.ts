import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from 'forecourt/server';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { accepted, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let admin: Client;
/** May see the store of Chiang Mai, and what every session may. */
let narrow: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  const accounts = accountsOf(app, () => admin);
  const roleId = await accounts.makeRole('narrow', 'store-list');
  narrow = (await accounts.makeUser({ roleId, dataScope: 1, storeIds: [RENTAL.chiangMai] })).client;
  await sql`insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values ('Trat', 'Trat', 'Thailand', 'TDX', 12, 102, 'Asia/Bangkok', 0)`.execute(app.db); // prettier-ignore
  await sql`insert into brand (name) values ('Honda')`.execute(app.db);
  await sql`insert into model ("brandId", name) values (2, 'Jazz')`.execute(app.db);
  const company = { contact: 'A', phone: '0812345678', address: 'B', status: 1 };
  await insertRows(app.db, 'institution', [
    { ...company, name: 'Viriyah', type: 2, taxId: '1' },
    { ...company, name: 'Lease It', type: 1, ownerType: 1, taxId: '2' },
    { ...company, name: 'Gone', type: 2, status: 0, taxId: '3' },
  ]);
  const type = {
    series: 'S',
    doors: 5,
    transmission: 1,
    fuel: 1,
    emission: 1,
    seats: 5,
    level: 1,
    category: 1,
    type: 1,
  };
  await insertRows(app.db, 'carType', [
    { ...type, brandId: 1, name: 'Yaris Sport' },
    { ...type, brandId: 2, name: 'Jazz GK' },
  ]);
  await sql`update store set status = 0 where id = ${RENTAL.airport}`.execute(app.db);
});
afterAll(() => app?.close());

type Row = Readonly<Record<string, unknown>>;
const options = async (path: string, client: Client = narrow): Promise<readonly Row[]> =>
  accepted(await client.get<readonly Row[]>(path)).data;

/** Every documented value of the first row, and how many rows there are. */
describe('choices have what forms and other systems need of them', () => {
  it.each([
    [
      '/basics/citylist',
      2,
      { id: 2, cityName: 'Chiang Mai', province: 'Chiang Mai', country: 'Thailand', timeZone: 'Asia/Bangkok' },
    ],
    ['/basics/storelist', 2, { id: 3, storeName: 'Chiang Mai', cityId: 2 }],
    ['/basics/institutionlist', 2, { name: 'Lease It', type: 1, ownerType: 1 }],
    ['/basics/institutionlist?type=2', 1, { name: 'Viriyah', type: 2 }],
    ['/car/brandlist', 2, { id: 2, name: 'Honda' }],
    ['/car/modelslist', 3, { id: 2, brandId: 1, name: 'Camry' }],
    ['/car/modelslist?brandId=2', 1, { id: 3, brandId: 2, name: 'Jazz' }],
    ['/car/submodelslist?brandId=2', 0, {}],
    ['/car/submodelslist?modelId=1', 1, { id: 1, brandId: 1, modelId: 1, name: '1.2 Sport', displacement: '1.2' }],
    ['/car/cartypelist', 2, { brandId: 2, name: 'Jazz GK' }],
    ['/car/cartypelist?brandId=1', 1, { brandId: 1, name: 'Yaris Sport' }],
  ] as const)('%s', async (path, count, first) => {
    const rows = await options(path);
    expect(rows).toHaveLength(count);
    if (count > 0) expect(rows).toContainEqual(expect.objectContaining(first));
  });

  it('stores to choose from are all that are open, whoever asks; those of the data permission are the own ones', async () => {
    expect((await options('/basics/storelist')).map(({ id }) => id).toSorted()).toEqual([
      RENTAL.phuket,
      RENTAL.chiangMai,
    ]);
    const own = { id: RENTAL.chiangMai, storeName: 'Chiang Mai', cityId: 2, cityName: 'Chiang Mai' };
    expect(await options('/basics/getstore')).toEqual([expect.objectContaining(own)]);
  });

  it('a car is told by plate and numbers, narrowed to a store and a model', async () => {
    expect(await options(`/car/options?storeId=${RENTAL.phuket}&subModelId=${RENTAL.camry}`, admin)).toEqual([
      expect.objectContaining({
        ...{ id: RENTAL.camryCar, plate: 'KK-6', frameNo: 'FRAME6', engineNo: 'ENGINE6', storeId: RENTAL.phuket },
        subModelName: expect.stringContaining('2.5'),
      }),
    ]);
    expect((await options('/car/options', narrow)).map(({ plate }) => plate)).toEqual(['KK-7']);
  });
});

it('the spellings of the contract are kept, those that look right are no calls', async () => {
  for (const path of [
    '/basics/store/settinginfo/1',
    '/basics/OperationLogs/list',
    '/supplier/smssetting/1',
    '/basics/store/festivalsetting/1',
  ])
    expect([path, (await admin.get(path)).http]).toEqual([path, 404]);
  for (const path of ['/admin/user/logout', '/basics/store/savefestivalsetting', '/supplier/savesmssetting'])
    expect([path, (await admin.post(path, {})).http]).toEqual([path, 404]);
  expect((await admin.get(`/basics/store/festivalseting/${RENTAL.phuket}`)).http).toBe(200);
});

it('a car keeps the name of an insurer that is no longer used', async () => {
  const company = accepted(await admin.get<readonly Row[]>('/basics/institutionlist?type=2')).data[0]!['id'];
  await sql`insert into insurance ("carId", type, "policyNo", company, "startDate", "endDate") values (6, 2, 'C-1', ${company}, '2027-01-01', '2027-12-31')`.execute(app.db); // prettier-ignore
  await sql`update institution set status = 0 where id = ${company}`.execute(app.db);
  expect((await options('/basics/institutionlist?type=2')).length).toBe(0);
  const { data } = accepted(await admin.get<{ insurance: readonly Row[] }>('/car/info/6'));
  expect(data.insurance).toContainEqual(expect.objectContaining({ policyNo: 'C-1', companyName: 'Viriyah' }));
});

it('a vehicle type is gone when it was deleted', async () => {
  accepted(await admin.delete('/car/cartype/delete/2'));
  expect((await options('/car/cartypelist')).map(({ name }) => name)).toEqual(['Yaris Sport']);
});
