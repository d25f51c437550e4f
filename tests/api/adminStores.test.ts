import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, RENTAL } from './rental.ts';

const office = openBackOffice();

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

/** A polygon whose first corner is another one. */
const area = (...corners: readonly (readonly [number, number])[]) => ({
  serviceArea: { type: 'Polygon', coordinates: [[corners[0], [98.5, 7.5], ...corners.slice(1)]] },
});

describe('stores', () => {
  test('are managed by the page and chosen from the open ones, with what the documented calls answer', async () => {
    const page = accepted(await office.ops.get<{ list: object[] }>('/basics/store/list', { pageNo: 1, pageSize: 2 }));
    expect(Object.keys(page.data).sort()).toEqual(expect.arrayContaining(['list', 'pageNo', 'pageSize', 'total', 'totalPage'])); // prettier-ignore
    expect(page.data.list).toHaveLength(2);
    const options = accepted(await office.ops.get<{ id: number; storeName: string; cityId: number }[]>('/basics/storelist')); // prettier-ignore
    expect(options.data.length).toBeGreaterThan(1);
    for (const one of options.data)
      expect(one).toMatchObject({ id: expect.any(Number), storeName: expect.any(String), cityId: expect.any(Number) });
  });

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
    expect(
      fieldsOf(await office.ops.post('/basics/store/save', { ...STORE, storeName: 'Kamala', [field]: null })),
    ).toEqual([field]);
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
    [
      'serviceArea',
      area([98, 7], [99, 7], [99, 8]),
      'The area is not closed: it must end at the corner where it begins',
    ],
    [
      'serviceArea',
      area([181, 7], [99, 7], [181, 7]),
      'A corner of the area lies outside the map: longitude −180 to 180, latitude −90 to 90',
    ],
    [
      'serviceArea',
      area([98, 7], [99, -91], [98, 7]),
      'A corner of the area lies outside the map: longitude −180 to 180, latitude −90 to 90',
    ],
    ['serviceArea', area([98, 7], [98.5, 7], [98, 7.5], [98, 7]), 'The edges of the area cross or touch each other'],
    ['size', { size: 0 }, 'Must be greater than 0'],
    ['fee', { fee: -1 }, 'At least 0'],
  ])('%s: %j is refused', async (field, changes, message) => {
    expect((await office.ops.post('/basics/store/save', { ...STORE, storeName: 'Kamala', ...changes })).errors).toEqual(
      {
        [field]: message,
      },
    );
  });

  test('closing at 24:00 and night hours over midnight are fine; open round the clock asks for no hours', async () => {
    const id = await office.save('/basics/store/save', {
      ...STORE,
      storeName: 'Late',
      businessHours: { start: '06:00', end: '24:00' },
      nightHours: { start: '00:00', end: '06:00' },
    });
    await office.save('/basics/store/save', {
      id,
      is24h: 1,
      businessHours: null,
      nightHours: { start: '22:00', end: '07:00' },
    });
    await office.save('/basics/store/save', {
      ...STORE,
      storeName: 'Night',
      nightHours: { start: '20:00', end: '08:00' },
    });
  });

  test('a save of some fields leaves the others', async () => {
    const id = await office.save('/basics/store/save', { ...STORE, storeName: 'Rawai' });
    const before = await office.rowOf('store', id);
    await office.save('/basics/store/save', { id, fee: 250 });
    expect(await office.rowOf('store', id)).toEqual({ ...before, fee: 25_000, updateTime: expect.any(Date) });
  });

  test('the door service alone is saved as its page sends it, and read back as it was drawn', async () => {
    const id = await office.save('/basics/store/save', { ...STORE, storeName: 'Kata' });
    const before = accepted(await office.ops.get<Record<string, unknown>>(`/basics/store/info/${id}`)).data;
    const doorService = {
      serviceTime: { start: '07:00', end: '21:30' },
      advanceTime: { value: 90, unit: 'minute' },
      fee: 120.5,
      serviceArea: area([98.1, 7.1], [98.9, 7.2], [98.6, 7.9], [98.1, 7.1]).serviceArea,
    };
    await office.save('/basics/store/save', { id, updateTime: before['updateTime'], ...doorService });
    const { data } = accepted(await office.ops.get<Record<string, unknown>>(`/basics/store/info/${id}`));
    expect(data).toEqual({ ...before, ...doorService, updateTime: expect.any(String) });
    const stale = await office.ops.post('/basics/store/save', { id, updateTime: before['updateTime'], fee: 1 });
    expect(stale.statusCode).toBe(409);
  });

  test('in use they stay, unused they go', async () => {
    const id = await office.save('/basics/store/save', { ...STORE, storeName: 'Unused' });
    accepted(await (await office.app.as('admin')).delete(`/basics/store/delete/${id}`));
    const answer = await office.ops.delete(`/basics/store/delete/${RENTAL.phuket}`);
    expect([answer.statusCode, answer.message]).toEqual([400, expect.stringMatching(/^Delete failed: /)]);
  });

  test('one to which a user is bound alone stays', async () => {
    const id = await office.save('/basics/store/save', { ...STORE, storeName: 'Bound' });
    await sql`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select 'bound', 'bound', '+66933333333', password, "roleId", 1, array[${id}]::bigint[], 1 from "user" where username = 'clerk'
    `.execute(office.app.db);
    expect((await office.ops.delete(`/basics/store/delete/${id}`)).message).toMatch(/^Delete failed: 1 /);
    await sql`update "user" set "storeIds" = array[${id}, 1]::bigint[] where username = 'bound'`.execute(office.app.db);
    accepted(await office.ops.delete(`/basics/store/delete/${id}`));
  });
});

describe('store settings', () => {
  const pause = (from: string, to: string): Record<string, string> => ({
    startTime: `${from}:00`,
    endTime: `${to}:00`,
  });
  const settings = (changes: Record<string, unknown>) =>
    office.ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.airport, ...changes });

  test('a store without any answers the defaults of the business', async () => {
    expect(accepted(await office.ops.get(`/basics/store/festivalseting/${RENTAL.chiangMai}`)).data).toEqual({
      id: RENTAL.chiangMai,
      storeId: RENTAL.chiangMai,
      storeName: 'Chiang Mai',
      maxPausePeriods: 10,
      updateTime: expect.any(String),
      pausePeriods: [],
      festivals: [],
      cancelRules: { weekday: { freeHours: 24, penaltyPercent: 30 }, holiday: { freeHours: 72, penaltyPercent: 50 } },
      holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' },
    });
  });

  test('what is answered can be saved again, once for each store', async () => {
    accepted(await settings({ pausePeriods: [pause('2027-05-01 00:00', '2027-05-02 00:00')] }));
    const { data } = accepted(
      await office.ops.get<Record<string, unknown>>(`/basics/store/festivalseting/${RENTAL.airport}`),
    );
    accepted(
      await settings({
        pausePeriods: data['pausePeriods'],
        cancelRules: { weekday: { freeHours: 12, penaltyPercent: 10 }, holiday: { freeHours: 24, penaltyPercent: 20 } },
      }),
    );
    expect(accepted(await office.ops.get(`/basics/store/festivalseting/${RENTAL.airport}`)).data).toMatchObject({
      pausePeriods: data['pausePeriods'],
      cancelRules: { weekday: { freeHours: 12 } },
    });
    expect(
      (await sql`select id from "storeSetting" where "storeId" = ${RENTAL.airport}`.execute(office.app.db)).rows,
    ).toHaveLength(1);
  });

  test('of two first saves at once one row is made', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        office.ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.chiangMai, pausePeriods: [] }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(
      (await sql`select id from "storeSetting" where "storeId" = ${RENTAL.chiangMai}`.execute(office.app.db)).rows,
    ).toHaveLength(1);
  });

  test('ten pauses to come at most; past ones do not count', async () => {
    office.app.at('2027-02-22 12:00');
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
    [
      'pausePeriods.1.startTime',
      {
        pausePeriods: [pause('2027-07-01 00:00', '2027-07-03 00:00'), pause('2027-07-02 00:00', '2027-07-04 00:00')],
      },
    ],
    ['pausePeriods.0.endTime', { pausePeriods: [pause('2027-07-03 00:00', '2027-07-01 00:00')] }],
    ['pausePeriods.0.startTime', { pausePeriods: [pause('2027-02-30 00:00', '2027-07-01 00:00')] }],
    ['festivals.1.holidayId', { festivals: [{ holidayId: 1 }, { holidayId: 1, minDays: 4 }] }],
    ['festivals.0.minDays', { festivals: [{ holidayId: 1, minDays: 0 }] }],
    ['festivals.0.endTime', { festivals: [{ holidayId: 1, startTime: '12:00', endTime: '09:00' }] }],
    ['festivals.0.startTime', { festivals: [{ holidayId: 1, endTime: '09:00' }] }],
    ['holidayPickup.endTime', { holidayPickup: { startTime: '12:00' } }],
    [
      'cancelRules.weekday.freeHours',
      { cancelRules: { weekday: { penaltyPercent: 1 }, holiday: { freeHours: 1, penaltyPercent: 1 } } },
    ],
  ])('what is wrong is said at %s, and nothing is changed', async (field, changes) => {
    const read = async () => accepted(await office.ops.get(`/basics/store/festivalseting/${RENTAL.airport}`)).data;
    const before = await read();
    expect(fieldsOf(await settings(changes))).toEqual([field]);
    expect(await read()).toEqual(before);
  });

  test('of two who save over the same version the second is told, also where nothing was saved before', async () => {
    const id = await office.save('/basics/store/save', { ...STORE, storeName: 'Twice' });
    const save = (changes: Record<string, unknown>) =>
      office.ops.post('/basics/store/savefestivalseting', { id, ...changes });
    const version = async () =>
      accepted(await office.ops.get<{ updateTime: string }>(`/basics/store/festivalseting/${id}`)).data.updateTime;
    const first = await version();
    office.app.at('2027-02-22 12:30');
    accepted(await save({ updateTime: first, pausePeriods: [] }));
    expect((await save({ updateTime: first, festivals: [] })).statusCode).toBe(409);
    accepted(await save({ updateTime: await version(), festivals: [{ holidayId: 1, minDays: 5 }] }));
    expect(accepted(await office.ops.get(`/basics/store/festivalseting/${id}`)).data).toMatchObject({
      festivals: [{ holidayId: 1, pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '', minDays: 5 }],
      holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' },
    });
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
    const id = await office.save('/basics/store/deliveryfee/save', point);
    expect((await office.ops.post('/basics/store/deliveryfee/save', point)).errors).toEqual({ name: 'Already exists' });
    await office.save('/basics/store/deliveryfee/save', { ...point, storeId: RENTAL.chiangMai });
    const other = { storeId: RENTAL.airport, kind: 2, cityId: 2, pickupFee: 1500 };
    await office.save('/basics/store/deliveryfee/save', other);
    expect((await office.ops.post('/basics/store/deliveryfee/save', other)).statusCode).toBe(400);
    const { list } = accepted(
      await office.ops.get<{ list: { id: number }[] }>('/basics/store/deliveryfee/list', {
        storeId: RENTAL.airport,
        kind: 1,
      }),
    ).data;
    expect(list.map((row) => row.id)).toEqual([id]);
    accepted(await office.ops.delete(`/basics/store/deliveryfee/delete/${id}`));
  });

  test('each kind asks for what it needs', async () => {
    expect(
      fieldsOf(await office.ops.post('/basics/store/deliveryfee/save', { storeId: 1, kind: 1, pickupFee: 0 })),
    ).toEqual(['deliveryFee', 'name']);
    expect(
      fieldsOf(await office.ops.post('/basics/store/deliveryfee/save', { storeId: 1, kind: 2, pickupFee: 0 })),
    ).toEqual(['cityId']);
    expect(fieldsOf(await office.ops.post('/basics/store/deliveryfee/save', { ...point, pickupFee: -1 }))).toEqual([
      'pickupFee',
    ]);
  });

  test.each([
    ['endTime', { startTime: '08:00' }],
    ['startTime', { endTime: '08:00' }],
    ['endTime', { startTime: '18:00', endTime: '09:00' }],
    ['longitude', { latitude: 8.1 }],
    ['latitude', { longitude: 98.3 }],
    ['cityId', { kind: 2, cityId: 1 }],
  ])('at %s: %j is refused', async (field, changes) => {
    expect(
      fieldsOf(await office.ops.post('/basics/store/deliveryfee/save', { ...point, name: 'Gate 8', ...changes })),
    ).toEqual([field]);
  });

  test('who may change the store changes them; who only sees it does not', async () => {
    const manager = await office.app.as('storeManager');
    const id = accepted(
      await manager.post<{ id: number }>('/basics/store/deliveryfee/save', { ...point, name: 'Gate 9' }),
    ).data.id;
    expect((await (await office.app.as('service')).delete(`/basics/store/deliveryfee/delete/${id}`)).http).toBe(403);
    accepted(await manager.delete(`/basics/store/deliveryfee/delete/${id}`));
  });
});
