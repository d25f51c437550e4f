import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, book, RENTAL, type RentalApp, startRentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app?.close());

const save = async (path: string, values: Record<string, unknown>): Promise<number> =>
  accepted(await ops.post<{ id: number }>(path, values)).data.id;
async function rowOf(table: string, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(
    app.db,
  );
  return rows[0]!;
}
const fieldsOf = ({ errors }: Answer): string[] => Object.keys(errors).toSorted();

describe('holidays', () => {
  const holiday = (startDate: string, endDate: string, name = startDate): Record<string, unknown> => ({
    name,
    startDate,
    endDate,
    minDays: 3,
  });

  test('are whole days, both ends included, and never overlap', async () => {
    const id = await save('/basics/holiday/save', holiday('2028-05-01', '2028-05-05', 'Labour Day'));
    for (const [from, to] of [
      ['2028-05-05', '2028-05-08'],
      ['2028-04-28', '2028-05-01'],
      ['2028-05-02', '2028-05-03'],
      ['2028-04-01', '2028-06-01'],
    ])
      expect((await ops.post('/basics/holiday/save', holiday(from!, to!))).message).toContain(
        'The dates overlap with Labour Day',
      );
    await save('/basics/holiday/save', holiday('2028-05-06', '2028-05-06'));
    await save('/basics/holiday/save', holiday('2028-04-30', '2028-04-30'));
    await save('/basics/holiday/save', { id, endDate: '2028-05-05', name: 'Labour Days' });
    expect((await ops.post('/basics/holiday/save', { id, endDate: '2028-05-06' })).statusCode).toBe(400);
  });

  test('of two that overlap, added at once, one is refused', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, day) =>
        ops.post('/basics/holiday/save', holiday(`2029-01-0${day + 1}`, '2029-01-07', name)),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test.each([
    ['endDate', { endDate: '2030-01-01', startDate: '2030-01-02' }],
    ['name', { name: ' ' }],
    ['minDays', { minDays: 0 }],
    ['startDate', { startDate: '2030-02-30' }],
    ['endDate', { endDate: null }],
  ])('%s is checked: %j', async (field, changes) => {
    expect(
      fieldsOf(await ops.post('/basics/holiday/save', { ...holiday('2030-03-01', '2030-03-02'), ...changes })),
    ).toEqual([field]);
  });

  test('start open, close and open by their own call, once each', async () => {
    const id = await save('/basics/holiday/save', holiday('2031-01-01', '2031-01-02'));
    expect((await rowOf('holiday', id))['bookingOpen']).toBe(1);
    accepted(await ops.post('/basics/holiday/status', { id, bookingOpen: 0 }));
    expect((await ops.post('/basics/holiday/status', { id, bookingOpen: 0 })).statusCode).toBe(409);
    accepted(await ops.post('/basics/holiday/status', { id, bookingOpen: 1 }));
    expect((await ops.post('/basics/holiday/save', { id, bookingOpen: 0 })).statusCode).toBe(400);
    expect((await ops.post('/basics/holiday/status', { id: 999_999, bookingOpen: 0 })).statusCode).toBe(404);
  });

  test('stay while a price or an open order needs them', async () => {
    const id = await save('/basics/holiday/save', holiday('2027-03-02', '2027-03-02', 'Needed'));
    accepted(await ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId: id, dailyPrice: 1500 }] }));
    expect((await ops.delete(`/basics/holiday/delete/${id}`)).message).toBe(
      'Delete failed: 1 prices refer to this holiday',
    );
    accepted(await ops.post('/carprice/save', { id: 1, holidayPrices: [] }));
    app.at('2027-02-22 12:00');
    const order = await book(ops);
    expect((await ops.delete(`/basics/holiday/delete/${id}`)).message).toBe(
      'Delete failed: 1 open orders refer to this holiday',
    );
    accepted(await ops.post('/order/cancel', { id: order, reason: 'ill' }));
    accepted(await ops.delete(`/basics/holiday/delete/${id}`));
  });
});

describe('prices', () => {
  test.each([
    ['dailyPrice', 0],
    ['dailyPrice', -1],
    ['dailyPrice', 1.234],
    ['dailyPrice', 'abc'],
    ['dailyPrice', null],
    ['dailyPrice', 1e15],
    ['monthlyPrice', 0],
    ['monthlyPrice', -5],
    ['deposit', -1],
    ['deposit', 0.001],
  ])('%s %s is a parameter error', async (field, value) => {
    const before = await rowOf('price', 2);
    const answer = await ops.post('/carprice/save', { id: 2, [field]: value });
    expect([answer.statusCode, answer.message, fieldsOf(answer)]).toEqual([400, 'Parameter error', [field]]);
    expect(await rowOf('price', 2)).toEqual(before);
  });

  test('one for a store and sub-model, also of two at once', async () => {
    const form = { storeId: RENTAL.airport, dailyPrice: 1000.5, deposit: 0 };
    expect((await ops.post('/carprice/save', { ...form, subModelId: RENTAL.yaris })).errors).toEqual({
      subModelId: 'This store already has a price for this vehicle model',
    });
    const subModelId = await save('/car/submodels/save', { brandId: 1, modelId: 1, name: '1.5', displacement: '1.5' });
    const answers = await Promise.all(
      [1, 2].map(() => ops.post<{ id: number }>('/carprice/save', { ...form, subModelId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const { id } = answers.find(({ statusCode }) => statusCode === 200)!.data;
    expect(await rowOf('price', id)).toMatchObject({ dailyPrice: 100_050, monthlyPrice: null, deposit: 0, status: 1 });
    accepted(await ops.delete(`/carprice/delete/${id}`));
  });

  test('each holiday once, and only one that exists', async () => {
    const [holidayId] = (await sql<{ id: number }>`select id from holiday limit 1`.execute(app.db)).rows.map(
      ({ id }) => id,
    );
    const priced = (...ids: number[]) =>
      ops.post('/carprice/save', { id: 1, holidayPrices: ids.map((one) => ({ holidayId: one, dailyPrice: 1 })) });
    expect((await priced(holidayId!, holidayId!)).errors).toEqual({
      holidayPrices: 'The same holiday is priced twice',
    });
    expect((await priced(999_999)).errors).toEqual({ holidayPrices: 'The holiday does not exist' });
    expect(
      (await ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId, dailyPrice: 0 }] })).statusCode,
    ).toBe(400);
    accepted(await priced(holidayId!));
    accepted(await priced());
  });

  test('are enabled and disabled by their own call; a disabled one gives no quote', async () => {
    accepted(await ops.post('/carprice/status', { id: 2, status: 0 }));
    expect((await ops.post('/carprice/status', { id: 2, status: 0 })).statusCode).toBe(409);
    expect((await ops.post('/carprice/save', { id: 2, status: 1 })).statusCode).toBe(400);
    accepted(await ops.post('/carprice/status', { id: 2, status: 1 }));
  });
});

describe('charge parameters', () => {
  test('are answered as the documents say and saved as a whole or in parts', async () => {
    const first = accepted(await ops.get('/carprice/params')).data;
    expect(first).toMatchObject({
      basicInsurancePerDay: 100,
      handlingPerOrder: 50,
      premiumServicePerDay: 200,
      vipServicePerDay: 300,
      violationDeposit: 3000,
      turnaroundMinutes: 120,
      maxPausePeriods: 10,
    });
    accepted(await ops.post('/carprice/saveparams', { handlingPerOrder: 60.5 }));
    expect(accepted(await ops.get('/carprice/params')).data).toMatchObject({
      handlingPerOrder: 60.5,
      basicInsurancePerDay: 100,
    });
    accepted(await ops.post('/carprice/saveparams', { handlingPerOrder: 50 }));
    expect((await sql`select id from parameter`.execute(app.db)).rows).toHaveLength(1);
  });

  test.each([
    { handlingPerOrder: -1 },
    { cnyRateThbPerCny: 0 },
    { turnaroundMinutes: 1.5 },
    { weekdayPenaltyPercent: 101 },
    { unknown: 1 },
    { id: 2 },
  ])('%j is refused', async (values) => {
    const before = accepted(await ops.get('/carprice/params')).data;
    const answer = await ops.post('/carprice/saveparams', values);
    if (!('id' in values)) expect(answer.statusCode).toBe(400);
    expect({ ...accepted(await ops.get('/carprice/params')).data, updateTime: '' }).toEqual({
      ...before,
      updateTime: '',
    });
  });
});

const STORE = {
  storeName: 'Karon',
  operatorName: 'Somchai',
  address: 'Karon Beach',
  size: 80,
  status: 1,
  cityId: 1,
  is24h: 0,
  businessHours: { start: '08:00', end: '20:00' },
  minAdvance: { value: 2, unit: 'hour' },
  maxAdvance: { value: 90, unit: 'day' },
  serviceTime: { start: '09:00', end: '18:00' },
  advanceTime: { value: 1, unit: 'hour' },
  fee: 300,
  serviceArea: {
    type: 'Polygon',
    coordinates: [
      [
        [98, 7],
        [99, 7],
        [99, 8],
        [98, 7],
      ],
    ],
  },
};

describe('stores', () => {
  test.each([
    'storeName',
    'operatorName',
    'address',
    'size',
    'minAdvance',
    'maxAdvance',
    'serviceTime',
    'advanceTime',
    'fee',
  ])('%s is required', async (field) => {
    expect(fieldsOf(await ops.post('/basics/store/save', { ...STORE, storeName: 'Kamala', [field]: null }))).toEqual([
      field,
    ]);
  });

  test.each([
    ['businessHours', { businessHours: null }, 'Please select business hours'],
    ['businessHours', { businessHours: { start: '20:00', end: '08:00' } }, 'Invalid business hours range'],
    ['businessHours', { businessHours: { start: '08:00', end: '08:00' } }, 'Invalid business hours range'],
    [
      'nightHours',
      { nightHours: { start: '19:00', end: '08:00' } },
      'Night service hours may not overlap the business hours',
    ],
    ['serviceArea', { serviceArea: null }, 'Please draw service area on map'],
    ['serviceTime', { serviceTime: { start: '18:00', end: '09:00' } }, 'Invalid business hours range'],
    [
      'minAdvance',
      { minAdvance: { value: 90, unit: 'day' } },
      'The minimum advance booking time must be less than the maximum',
    ],
    [
      'minAdvance',
      { minAdvance: { value: 3000, unit: 'minute' }, maxAdvance: { value: 2, unit: 'day' } },
      'The minimum advance booking time must be less than the maximum',
    ],
    ['size', { size: 0 }, 'Must be greater than 0'],
    ['fee', { fee: -1 }, 'At least 0'],
  ])('%s: %j is refused', async (field, changes, message) => {
    expect((await ops.post('/basics/store/save', { ...STORE, storeName: 'Kamala', ...changes })).errors).toEqual({
      [field]: message,
    });
  });

  test('closing at 24:00 and night hours over midnight are fine; open round the clock asks for no hours', async () => {
    const id = await save('/basics/store/save', {
      ...STORE,
      storeName: 'Late',
      businessHours: { start: '06:00', end: '24:00' },
      nightHours: { start: '00:00', end: '06:00' },
    });
    await save('/basics/store/save', {
      id,
      is24h: 1,
      businessHours: null,
      nightHours: { start: '22:00', end: '07:00' },
    });
    await save('/basics/store/save', { ...STORE, storeName: 'Night', nightHours: { start: '20:00', end: '08:00' } });
  });

  test('a save of some fields leaves the others', async () => {
    const id = await save('/basics/store/save', { ...STORE, storeName: 'Rawai' });
    const before = await rowOf('store', id);
    await save('/basics/store/save', { id, fee: 250 });
    expect(await rowOf('store', id)).toEqual({ ...before, fee: 25_000, updateTime: expect.any(Date) });
  });

  test('in use they stay, unused they go', async () => {
    const id = await save('/basics/store/save', { ...STORE, storeName: 'Unused' });
    accepted(await (await app.as('admin')).delete(`/basics/store/delete/${id}`));
    const answer = await ops.delete(`/basics/store/delete/${RENTAL.phuket}`);
    expect([answer.statusCode, answer.message]).toEqual([400, expect.stringMatching(/^Delete failed: /)]);
  });

  test('one to which a user is bound alone stays', async () => {
    const id = await save('/basics/store/save', { ...STORE, storeName: 'Bound' });
    await sql`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select 'bound', 'bound', '+66933333333', password, "roleId", 1, array[${id}]::bigint[], 1 from "user" where username = 'clerk'
    `.execute(app.db);
    expect((await ops.delete(`/basics/store/delete/${id}`)).message).toMatch(/^Delete failed: 1 /);
    await sql`update "user" set "storeIds" = array[${id}, 1]::bigint[] where username = 'bound'`.execute(app.db);
    accepted(await ops.delete(`/basics/store/delete/${id}`));
  });
});

describe('store settings', () => {
  const pause = (from: string, to: string): Record<string, string> => ({
    startTime: `${from}:00`,
    endTime: `${to}:00`,
  });
  const settings = (changes: Record<string, unknown>) =>
    ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.airport, ...changes });

  test('a store without any answers the defaults of the business', async () => {
    expect(accepted(await ops.get(`/basics/store/festivalseting/${RENTAL.chiangMai}`)).data).toEqual({
      storeId: RENTAL.chiangMai,
      pausePeriods: [],
      festivals: [],
      cancelRules: { weekday: { freeHours: 24, penaltyPercent: 30 }, holiday: { freeHours: 72, penaltyPercent: 50 } },
      holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' },
    });
  });

  test('what is answered can be saved again, once for each store', async () => {
    accepted(await settings({ pausePeriods: [pause('2027-05-01 00:00', '2027-05-02 00:00')] }));
    const { data } = accepted(await ops.get<Record<string, unknown>>(`/basics/store/festivalseting/${RENTAL.airport}`));
    accepted(
      await settings({
        pausePeriods: data['pausePeriods'],
        cancelRules: { weekday: { freeHours: 12, penaltyPercent: 10 }, holiday: { freeHours: 24, penaltyPercent: 20 } },
      }),
    );
    expect(accepted(await ops.get(`/basics/store/festivalseting/${RENTAL.airport}`)).data).toMatchObject({
      pausePeriods: data['pausePeriods'],
      cancelRules: { weekday: { freeHours: 12 } },
    });
    expect(
      (await sql`select id from "storeSetting" where "storeId" = ${RENTAL.airport}`.execute(app.db)).rows,
    ).toHaveLength(1);
  });

  test('of two first saves at once one row is made', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.chiangMai, pausePeriods: [] }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(
      (await sql`select id from "storeSetting" where "storeId" = ${RENTAL.chiangMai}`.execute(app.db)).rows,
    ).toHaveLength(1);
  });

  test('ten pauses to come at most; past ones do not count', async () => {
    app.at('2027-02-22 12:00');
    const days = (count: number): unknown[] =>
      Array.from({ length: count }, (_, day) =>
        pause(`2027-06-${String(day + 1).padStart(2, '0')} 08:00`, `2027-06-${String(day + 1).padStart(2, '0')} 09:00`),
      );
    const past = pause('2026-01-01 00:00', '2026-01-02 00:00');
    accepted(await settings({ pausePeriods: [past, ...days(10)] }));
    expect((await settings({ pausePeriods: days(11) })).message).toContain('Maximum pause time limit reached');
  });

  test.each([
    [[pause('2027-06-02 00:00', '2027-06-01 00:00')], 'A pause must end after it starts'],
    [[pause('2027-06-01 00:00', '2027-06-01 00:00')], 'A pause must end after it starts'],
    [
      [pause('2027-06-01 00:00', '2027-06-03 00:00'), pause('2027-06-02 00:00', '2027-06-04 00:00')],
      'Pause periods may not overlap',
    ],
  ])('pauses %j are refused', async (pausePeriods, message) => {
    expect((await settings({ pausePeriods })).message).toContain(message);
  });

  test.each([
    { pausePeriods: [pause('2027-02-30 00:00', '2027-06-01 00:00')] },
    { pausePeriods: 'none' },
    { pausePeriods: [{ startTime: 5, endTime: null }] },
    { pausePeriods: [null] },
    { cancelRules: { weekday: { freeHours: 1, penaltyPercent: 101 }, holiday: { freeHours: 1, penaltyPercent: 1 } } },
    { cancelRules: { weekday: { freeHours: 1, penaltyPercent: 1 } } },
    { festivals: [{ holidayId: 999_999, minDays: 2 }] },
    { unknown: 1 },
  ])('%j is a parameter error', async (changes) => {
    expect((await settings(changes)).statusCode).toBe(400);
  });
});

describe('delivery points and fees', () => {
  const point = { storeId: RENTAL.airport, kind: 1, name: 'Gate 3', deliveryFee: 0, pickupFee: 100 };

  test('points have a name of their own in the store, other cities one fee', async () => {
    const id = await save('/basics/store/deliveryfee/save', point);
    expect((await ops.post('/basics/store/deliveryfee/save', point)).errors).toEqual({ name: 'Already exists' });
    await save('/basics/store/deliveryfee/save', { ...point, storeId: RENTAL.chiangMai });
    const other = { storeId: RENTAL.airport, kind: 2, cityId: 2, pickupFee: 1500 };
    await save('/basics/store/deliveryfee/save', other);
    expect((await ops.post('/basics/store/deliveryfee/save', other)).statusCode).toBe(400);
    const { list } = accepted(
      await ops.get<{ list: { id: number }[] }>('/basics/store/deliveryfee/list', { storeId: RENTAL.airport, kind: 1 }),
    ).data;
    expect(list.map((row) => row.id)).toEqual([id]);
    accepted(await ops.delete(`/basics/store/deliveryfee/delete/${id}`));
  });

  test('each kind asks for what it needs', async () => {
    expect(fieldsOf(await ops.post('/basics/store/deliveryfee/save', { storeId: 1, kind: 1, pickupFee: 0 }))).toEqual([
      'deliveryFee',
      'name',
    ]);
    expect(fieldsOf(await ops.post('/basics/store/deliveryfee/save', { storeId: 1, kind: 2, pickupFee: 0 }))).toEqual([
      'cityId',
    ]);
    expect(fieldsOf(await ops.post('/basics/store/deliveryfee/save', { ...point, pickupFee: -1 }))).toEqual([
      'pickupFee',
    ]);
  });

  test('who may change the store changes them; who only sees it does not', async () => {
    const manager = await app.as('storeManager');
    const id = accepted(
      await manager.post<{ id: number }>('/basics/store/deliveryfee/save', { ...point, name: 'Gate 9' }),
    ).data.id;
    expect((await (await app.as('service')).delete(`/basics/store/deliveryfee/delete/${id}`)).http).toBe(403);
    accepted(await manager.delete(`/basics/store/deliveryfee/delete/${id}`));
  });
});

describe('members and blacklist', () => {
  const member = {
    name: '李雷',
    countryCode: '+86',
    phone: '13900000001',
    email: 'l@example.com',
    idType: 1,
    idNo: '110101199001010011',
  };

  test('phone and ID number belong to one member', async () => {
    const id = await save('/member/save', member);
    expect((await ops.post('/member/save', { ...member, idNo: 'X' })).errors).toEqual({
      phone: 'A member with this phone already exists',
    });
    expect((await ops.post('/member/save', { ...member, phone: '13900000002' })).errors).toEqual({
      idNo: 'A member with this ID number already exists',
    });
    accepted(await ops.post('/member/status', { id, status: 0 }));
    expect((await ops.post('/member/status', { id, status: 0 })).statusCode).toBe(409);
    expect((await ops.post('/member/save', { id, status: 1 })).statusCode).toBe(400);
    accepted(await ops.delete(`/member/delete/${id}`));
  });

  test.each(['name', 'phone', 'email', 'idNo'])('%s is required', async (field) => {
    expect(
      fieldsOf(await ops.post('/member/save', { ...member, phone: '13900000009', idNo: 'Y', [field]: '' })),
    ).toEqual([field]);
  });

  test('one with orders stays', async () => {
    app.at('2027-02-22 12:00');
    const order = await book(ops);
    const id = (await rowOf('order', order))['memberId'] as number;
    expect((await ops.delete(`/member/delete/${id}`)).message).toBe('Delete failed: The member has orders');
  });

  test('a blacklist entry names a phone or an ID number, and no pair twice', async () => {
    const neither = await ops.post('/member/blacklist/save', { type: 1 });
    expect(neither.errors).toMatchObject({ phone: 'Either phone number or ID number must not be empty' });
    const id = await save('/member/blacklist/save', { type: 1, phone: '13900000077' });
    await save('/member/blacklist/save', { type: 1, idNo: 'B1' });
    expect((await ops.post('/member/blacklist/save', { type: 2, phone: '13900000077' })).errors).toEqual({
      phone: 'This entry is already on the blacklist',
    });
    expect((await ops.post('/member/blacklist/save', { type: 2, idNo: 'B1' })).errors).toEqual({
      idNo: 'This entry is already on the blacklist',
    });
    await save('/member/blacklist/save', { type: 1, phone: '13900000077', idNo: 'B1' });
    expect((await ops.post('/member/blacklist/save', { id, phone: '' })).statusCode).toBe(400);
    accepted(await ops.delete(`/member/blacklist/delete/${id}`));
  });
});

describe('institutions and suppliers', () => {
  const company = {
    name: 'Siam Leasing',
    type: 1,
    ownerType: 2,
    contact: 'K',
    phone: '+66811111119',
    email: 'k@example.com',
    address: 'Bangkok',
    licenseNo: 'L1',
    taxId: 'C1',
    legalPerson: 'K',
    status: 1,
  };
  const supplier = {
    name: 'Parts',
    type: 2,
    contact: 'P',
    phone: '+66811111118',
    email: 'p@example.com',
    address: 'Bangkok',
    taxId: 'S1',
    bankName: 'KBANK',
    accountName: 'P',
    accountNo: '1',
    status: 1,
  };

  test('a private owner needs neither email, licence nor legal person', async () => {
    const { email: _email, licenseNo: _licence, legalPerson: _person, ...person } = company;
    await save('/basics/institution/save', { ...person, ownerType: 1, taxId: 'P1' });
    expect(fieldsOf(await ops.post('/basics/institution/save', { ...person, taxId: 'P2' }))).toEqual([
      'email',
      'legalPerson',
      'licenseNo',
    ]);
    expect(
      fieldsOf(await ops.post('/basics/institution/save', { ...person, type: 2, ownerType: null, taxId: 'P2' })),
    ).toEqual(['email', 'legalPerson', 'licenseNo']);
  });

  test.each(['name', 'contact', 'phone', 'email', 'address', 'licenseNo', 'taxId', 'legalPerson'])(
    'a company needs %s',
    async (field) => {
      expect(fieldsOf(await ops.post('/basics/institution/save', { ...company, [field]: '' }))).toEqual([field]);
    },
  );

  test('licence number and tax ID are unique over all of them', async () => {
    await save('/basics/institution/save', company);
    expect((await ops.post('/basics/institution/save', { ...company, taxId: 'C2' })).errors).toEqual({
      licenseNo: 'Business license number already exists',
    });
    expect(
      (await ops.post('/basics/institution/save', { ...company, type: 3, ownerType: null, licenseNo: 'L2' })).errors,
    ).toEqual({ taxId: 'Tax ID already exists' });
  });

  test('one that owns a car or insures one stays; a disabled one is not offered', async () => {
    const owner = await save('/basics/institution/save', { ...company, licenseNo: 'L5', taxId: 'C5' });
    const insurer = await save('/basics/institution/save', {
      ...company,
      type: 2,
      ownerType: null,
      licenseNo: 'L6',
      taxId: 'C6',
    });
    accepted(
      await ops.post('/car/save', {
        id: RENTAL.cars[3],
        ownerType: 2,
        institutionId: owner,
        compulsoryInsurance: { company: insurer, policyNo: 'P', startDate: '2027-01-01', endDate: '2028-12-31' },
      }),
    );
    for (const id of [owner, insurer])
      expect([id, (await ops.delete(`/basics/institution/delete/${id}`)).message]).toEqual([
        id,
        expect.stringMatching(/^Delete failed: 1 /),
      ]);
    await save('/basics/institution/save', { id: owner, status: 0 });
    const offered = accepted(await ops.get<{ id: number }[]>('/basics/institutionlist', { type: 1 })).data;
    expect(offered.some(({ id }) => id === owner)).toBe(false);
  });

  test.each(Object.keys(supplier))('a supplier needs %s', async (field) => {
    const value = typeof supplier[field as keyof typeof supplier] === 'string' ? '' : null;
    expect(fieldsOf(await ops.post('/supplier/save', { ...supplier, [field]: value }))).toEqual([field]);
  });
});

describe('cities and the catalogue', () => {
  test('city codes are unique; coordinates and zone real; a city in use stays', async () => {
    const city = {
      cityName: 'Krabi',
      province: 'Krabi',
      country: 'Thailand',
      cityCode: 'KBV',
      latitude: 8,
      longitude: 99,
      timeZone: 'Asia/Bangkok',
      status: 1,
    };
    const id = await save('/basics/city/save', city);
    expect((await ops.post('/basics/city/save', city)).errors).toEqual({ cityCode: 'City code already exists' });
    expect(
      fieldsOf(
        await ops.post('/basics/city/save', {
          ...city,
          cityCode: 'X',
          latitude: 91,
          longitude: -181,
          timeZone: 'Mars/Base',
        }),
      ),
    ).toEqual(['latitude', 'longitude', 'timeZone']);
    expect((await ops.delete('/basics/city/delete/1')).message).toMatch(/^Delete failed: \d+ /);
    accepted(await ops.delete(`/basics/city/delete/${id}`));
  });

  test('names are unique inside their parent, not beyond', async () => {
    const brandId = await save('/car/brand/save', { name: 'Nissan' });
    expect((await ops.post('/car/brand/save', { name: 'Nissan' })).errors).toEqual({ name: 'Already exists' });
    const modelId = await save('/car/models/save', { brandId, name: 'Yaris' });
    expect((await ops.post('/car/models/save', { brandId, name: 'Yaris' })).errors).toEqual({ name: 'Already exists' });
    await save('/car/submodels/save', { brandId, modelId, name: '1.2 Sport', displacement: '1.2' });
    expect(
      (await ops.post('/car/submodels/save', { brandId, modelId, name: '1.2 Sport', displacement: '1.2' })).errors,
    ).toEqual({ name: 'Already exists' });
    expect(
      (await ops.post('/car/submodels/save', { brandId: 1, modelId, name: 'New', displacement: '1' })).errors,
    ).toEqual({ modelId: 'The model does not belong to this brand' });
  });

  test('a brand with models, a model with sub-models and a sub-model with cars stay', async () => {
    for (const path of ['/car/brand/delete/1', '/car/models/delete/1', '/car/submodels/delete/1'])
      expect([path, (await ops.delete(path)).message]).toEqual([path, expect.stringMatching(/^Delete failed: \d+ /)]);
  });

  test('a model does not leave the brand of its cars and sub-models', async () => {
    const brandId = await save('/car/brand/save', { name: 'Mazda' });
    expect((await ops.post('/car/models/save', { id: 1, brandId })).statusCode).toBe(400);
    const modelId = await save('/car/models/save', { brandId, name: 'CX-3' });
    expect((await ops.post('/car/submodels/save', { id: 1, brandId, modelId })).statusCode).toBe(400);
    await save('/car/models/save', { id: 1, name: 'Yaris' });
  });

  test('a vehicle type is copied under another name', async () => {
    const id = await save('/car/cartype/save', {
      brandId: 1,
      name: 'Yaris 1.2',
      series: 'Yaris',
      doors: 4,
      transmission: 1,
      fuel: 1,
      emission: 1,
      seats: 5,
      level: 1,
      category: 1,
      type: 1,
    });
    const copy = accepted(await ops.post<{ id: number }>(`/car/cartype/copy/${id}`)).data.id;
    const [{ name: _name, ...first }, { name, ...second }] = [await rowOf('carType', id), await rowOf('carType', copy)];
    expect(name).toMatch(/^Yaris 1\.2 \(.+\)$/);
    expect({ ...second, id: 0, createTime: 0, updateTime: 0 }).toEqual({
      ...first,
      id: 0,
      createTime: 0,
      updateTime: 0,
    });
  });
});
