import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, RENTAL } from './rental.ts';
import { STORE } from './storeValues.ts';

const office = openBackOffice();

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

  test('the store itself says its pauses, its rules of cancelling and its delivery points', async () => {
    const storeId = await office.save('/basics/store/save', { ...STORE, storeName: 'Nai Harn' });
    const info = async () => accepted(await office.ops.get<object>(`/basics/store/info/${storeId}`)).data;
    expect(await info()).toMatchObject({
      pausePeriods: [],
      cancelRules: { weekday: { freeHours: 24, penaltyPercent: 30 }, holiday: { freeHours: 72, penaltyPercent: 50 } },
      deliveryPoints: [],
    });
    const cancelRules = {
      weekday: { freeHours: 5, penaltyPercent: 10 },
      holiday: { freeHours: 6, penaltyPercent: 20 },
    };
    const pausePeriods = [
      { ...pause('2027-05-01 00:00', '2027-05-02 00:00'), remark: 'stocktaking' },
      pause('2027-06-01 00:00', '2027-06-02 00:00'),
    ];
    accepted(await settings({ storeId, pausePeriods, cancelRules }));
    const point = { storeId, kind: 1, latitude: 7.77, longitude: 98.3, status: 1 };
    for (const [name, deliveryFee] of [
      ['Beach', 150.5],
      ['Hotel', 80],
    ] as const)
      await office.save('/basics/store/deliveryfee/save', { ...point, name, deliveryFee, pickupFee: 20 });
    await office.save('/basics/store/deliveryfee/save', { storeId, kind: 2, cityId: 2, pickupFee: 900 });
    expect(await info()).toMatchObject({
      pausePeriods: [pausePeriods[0], { ...pausePeriods[1], remark: '' }],
      cancelRules,
      deliveryPoints: [
        { name: 'Beach', latitude: 7.77, longitude: 98.3, deliveryFee: 150.5, pickupFee: 20, address: '', status: 1 },
        { name: 'Hotel', deliveryFee: 80, pickupFee: 20 },
      ],
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
