import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, book, draft, RENTAL } from './rental.ts';
import type { OrderInfo } from './rentalAnswers.ts';

const office = openBackOffice();

describe('holidays', () => {
  const holiday = (startDate: string, endDate: string, name = startDate): Record<string, unknown> => ({
    name,
    startDate,
    endDate,
    minDays: 3,
  });

  test('are whole days, both ends included, and never overlap', async () => {
    const id = await office.save('/basics/holiday/save', holiday('2028-05-01', '2028-05-05', 'Labour Day'));
    for (const [from, to] of [
      ['2028-05-05', '2028-05-08'],
      ['2028-04-28', '2028-05-01'],
      ['2028-05-02', '2028-05-03'],
      ['2028-04-01', '2028-06-01'],
    ])
      expect((await office.ops.post('/basics/holiday/save', holiday(from!, to!))).message).toContain(
        'Operation failed: The dates overlap with Labour Day. Choose other dates',
      );
    await office.save('/basics/holiday/save', holiday('2028-05-06', '2028-05-06'));
    await office.save('/basics/holiday/save', holiday('2028-04-30', '2028-04-30'));
    await office.save('/basics/holiday/save', { id, endDate: '2028-05-05', name: 'Labour Days' });
    expect((await office.ops.post('/basics/holiday/save', { id, endDate: '2028-05-06' })).statusCode).toBe(400);
  });

  test('of two that overlap, added at once, one is refused', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, day) =>
        office.ops.post('/basics/holiday/save', holiday(`2029-01-0${day + 1}`, '2029-01-07', name)),
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
      fieldsOf(await office.ops.post('/basics/holiday/save', { ...holiday('2030-03-01', '2030-03-02'), ...changes })),
    ).toEqual([field]);
  });

  test('start open, close and open by their own call, once each', async () => {
    const id = await office.save('/basics/holiday/save', holiday('2031-01-01', '2031-01-02'));
    expect((await office.rowOf('holiday', id))['bookingOpen']).toBe(1);
    accepted(await office.ops.post('/basics/holiday/status', { id, bookingOpen: 0 }));
    expect((await office.ops.post('/basics/holiday/status', { id, bookingOpen: 0 })).statusCode).toBe(409);
    accepted(await office.ops.post('/basics/holiday/status', { id, bookingOpen: 1 }));
    expect((await office.ops.post('/basics/holiday/save', { id, bookingOpen: 0 })).statusCode).toBe(400);
    expect((await office.ops.post('/basics/holiday/status', { id: 999_999, bookingOpen: 0 })).statusCode).toBe(404);
  });

  test('that close leave the orders inside as they are, to be picked up and returned; a new one finds no day', async () => {
    const id = await office.save('/basics/holiday/save', {
      ...holiday('2027-05-10', '2027-05-12', 'Closed'),
      minDays: 1,
    });
    const times = { plannedPickupTime: '2027-05-10 10:00:00', plannedReturnTime: '2027-05-12 10:00:00' };
    const carId = 5;
    const orderId = await book(office.ops, { ...times, carId });
    const info = async () => accepted(await office.ops.get<OrderInfo>(`/order/info/${orderId}`)).data;
    const before = await info();
    accepted(
      await office.ops.post('/order/payment/save', { orderId, amount: before.due! + before.depositDue!, method: 5 }),
    );
    accepted(await office.ops.post('/basics/holiday/status', { id, bookingOpen: 0 }));
    expect(await info()).toMatchObject({ status: 1, ...times, total: before.total });
    expect((await office.ops.post('/order/save', draft(times))).statusCode).toBe(400);
    office.app.at('2027-05-10 10:00');
    const task = { id: orderId, carId, mileage: 10_500, oil: 8 };
    accepted(await office.ops.post('/order/pickup', { ...task, time: '2027-05-10 10:00:00' }));
    office.app.at('2027-05-12 10:00');
    accepted(await office.ops.post('/order/return', { ...task, time: '2027-05-12 10:00:00' }));
    expect((await info()).status).toBe(3);
    office.app.at('2027-02-22 12:00');
  });

  test('say how many prices refer to them (D-PRICE-05)', async () => {
    const id = await office.save('/basics/holiday/save', holiday('2028-03-02', '2028-03-02', 'Counted'));
    const counted = async (): Promise<unknown> => {
      const { data } = accepted(
        await office.ops.get<{ list: { prices: number }[] }>('/basics/holiday/list', { keyword: 'Counted' }),
      );
      return data.list.map(({ prices }) => prices);
    };
    expect(await counted()).toEqual([0]);
    accepted(await office.ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId: id, dailyPrice: 1500 }] }));
    expect(await counted()).toEqual([1]);
    accepted(await office.ops.post('/carprice/save', { id: 1, holidayPrices: [] }));
    accepted(await office.ops.delete(`/basics/holiday/delete/${id}`));
  });

  test('stay while a price or an open order needs them', async () => {
    const id = await office.save('/basics/holiday/save', holiday('2027-03-02', '2027-03-02', 'Needed'));
    accepted(await office.ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId: id, dailyPrice: 1500 }] }));
    expect((await office.ops.delete(`/basics/holiday/delete/${id}`)).message).toBe(
      'Delete failed: 1 price refers to this holiday. Remove it from the prices first',
    );
    accepted(await office.ops.post('/carprice/save', { id: 1, holidayPrices: [] }));
    office.app.at('2027-02-22 12:00');
    const order = await book(office.ops);
    expect((await office.ops.delete(`/basics/holiday/delete/${id}`)).message).toBe(
      'Delete failed: 1 open order refers to this holiday. Close it instead',
    );
    accepted(await office.ops.post('/order/cancel', { id: order, reason: 'ill' }));
    accepted(await office.ops.delete(`/basics/holiday/delete/${id}`));
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
    const before = await office.rowOf('price', 2);
    const answer = await office.ops.post('/carprice/save', { id: 2, [field]: value });
    expect([answer.statusCode, answer.message, fieldsOf(answer)]).toEqual([400, 'Parameter error', [field]]);
    expect(await office.rowOf('price', 2)).toEqual(before);
  });

  test('are kept to the satang, with what is said and shown of them', async () => {
    const entered = {
      dailyPrice: 1234.5,
      monthlyPrice: 23_456.75,
      deposit: 4321.05,
      description: 'Automatic, 5 seats',
    };
    const before = await office.rowOf('price', 3);
    await office.save('/carprice/save', { id: 3, ...entered });
    expect(accepted(await office.ops.get('/carprice/info/3')).data).toMatchObject({ id: 3, ...entered, status: 1 });
    const { list } = accepted(await office.ops.get<{ list: { id: number }[] }>('/carprice/list', { id: 3 })).data;
    expect(list).toMatchObject([{ id: 3, ...entered }]);
    expect((await office.ops.post('/carprice/save', { id: 3, channel: 1 })).statusCode).toBe(400);
    const { dailyPrice, monthlyPrice, deposit } = before as Record<string, number | null>;
    const baht = (satang: number | null | undefined): number | null => (satang ? satang / 100 : null);
    await office.save('/carprice/save', {
      id: 3,
      dailyPrice: baht(dailyPrice),
      monthlyPrice: baht(monthlyPrice),
      deposit: baht(deposit),
      description: '',
    });
  });

  test('one for a store and sub-model, also of two at once', async () => {
    const form = { storeId: RENTAL.airport, dailyPrice: 1000.5, deposit: 0 };
    expect((await office.ops.post('/carprice/save', { ...form, subModelId: RENTAL.yaris })).errors).toEqual({
      subModelId: 'This store already has a price for this vehicle model. Edit that one instead',
    });
    const subModelId = await office.save('/car/submodels/save', {
      brandId: 1,
      modelId: 1,
      name: '1.5',
      displacement: '1.5',
    });
    const answers = await Promise.all(
      [1, 2].map(() => office.ops.post<{ id: number }>('/carprice/save', { ...form, subModelId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const { id } = answers.find(({ statusCode }) => statusCode === 200)!.data;
    expect(await office.rowOf('price', id)).toMatchObject({
      dailyPrice: 100_050,
      monthlyPrice: null,
      deposit: 0,
      status: 1,
    });
    accepted(await office.ops.delete(`/carprice/delete/${id}`));
  });

  test('each holiday once, and only one that exists', async () => {
    const [holidayId] = (await sql<{ id: number }>`select id from holiday limit 1`.execute(office.app.db)).rows.map(
      ({ id }) => id,
    );
    const priced = (...ids: number[]) =>
      office.ops.post('/carprice/save', {
        id: 1,
        holidayPrices: ids.map((one) => ({ holidayId: one, dailyPrice: 1 })),
      });
    expect((await priced(holidayId!, holidayId!)).errors).toEqual({
      holidayPrices: 'The same holiday is priced twice. Remove one of the two',
    });
    expect((await priced(holidayId!, 999_999)).errors).toEqual({
      'holidayPrices.1.holidayId': 'The chosen record does not exist. Choose another one',
    });
    expect(
      (await office.ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId, dailyPrice: 0 }] })).statusCode,
    ).toBe(400);
    accepted(await priced(holidayId!));
    accepted(await priced());
  });

  test('say their holidays by name and dates in the export, as in the form', async () => {
    const id = await office.save('/basics/holiday/save', {
      name: 'Songkran, long',
      startDate: '2032-04-12',
      endDate: '2032-04-16',
      minDays: 1,
    });
    accepted(
      await office.ops.post('/carprice/save', { id: 1, holidayPrices: [{ holidayId: id, dailyPrice: 1800.5 }] }),
    );
    const file = async (values: string) =>
      (
        await office.app.app.inject({
          url: `/api/resources/price/export?id=1&columns=holidayPrices&values=${values}`,
          headers: { authorization: `Bearer ${(await office.app.as('admin')).token}`, 'accept-language': 'en-US' },
        })
      ).body;
    expect(await file('labels')).toContain('Holiday: Songkran, long · 2032-04-12 · 2032-04-16, Daily price: 1800.50');
    expect(await file('raw')).toContain(`""holidayId"":${id}`);
    accepted(await office.ops.post('/carprice/save', { id: 1, holidayPrices: [] }));
  });

  test('are enabled and disabled by their own call; a disabled one gives no quote', async () => {
    accepted(await office.ops.post('/carprice/status', { id: 2, status: 0 }));
    expect((await office.ops.post('/carprice/status', { id: 2, status: 0 })).statusCode).toBe(409);
    accepted(await office.ops.post('/carprice/status', { id: 2, status: 1 }));
  });

  test('are saved with their state, and changed in it, as documented', async () => {
    const form = { storeId: RENTAL.airport, dailyPrice: 900, deposit: 0 };
    const model = { brandId: 1, modelId: 1, name: '1.8', displacement: '1.8' };
    const subModelId = await office.save('/car/submodels/save', model);
    const id = await office.save('/carprice/save', { ...form, subModelId, status: 0 });
    expect(await office.rowOf('price', id)).toMatchObject({ status: 0 });
    await office.save('/carprice/save', { id, status: 1, dailyPrice: 950 });
    expect(await office.rowOf('price', id)).toMatchObject({ status: 1, dailyPrice: 95_000 });
    accepted(await office.ops.delete(`/carprice/delete/${id}`));
  });
});

describe('charge parameters', () => {
  test('are answered as the documents say and saved as a whole or in parts', async () => {
    const first = accepted(await office.ops.get('/carprice/params')).data;
    expect(first).toMatchObject({
      basicInsurancePerDay: 100,
      handlingPerOrder: 50,
      premiumServicePerDay: 200,
      vipServicePerDay: 300,
      violationDeposit: 3000,
      turnaroundMinutes: 120,
      maxPausePeriods: 10,
    });
    accepted(await office.ops.post('/carprice/saveparams', { handlingPerOrder: 60.5 }));
    expect(accepted(await office.ops.get('/carprice/params')).data).toMatchObject({
      handlingPerOrder: 60.5,
      basicInsurancePerDay: 100,
    });
    accepted(await office.ops.post('/carprice/saveparams', { handlingPerOrder: 50 }));
    expect((await sql`select id from parameter`.execute(office.app.db)).rows).toHaveLength(1);
  });

  test.each([
    { handlingPerOrder: -1 },
    { cnyRateThbPerCny: 0 },
    { turnaroundMinutes: 1.5 },
    { weekdayPenaltyPercent: 101 },
    { unknown: 1 },
    { id: 2 },
  ])('%j is refused', async (values) => {
    const before = accepted(await office.ops.get('/carprice/params')).data;
    const answer = await office.ops.post('/carprice/saveparams', values);
    if (!('id' in values)) expect(answer.statusCode).toBe(400);
    expect({ ...accepted(await office.ops.get('/carprice/params')).data, updateTime: '' }).toEqual({
      ...before,
      updateTime: '',
    });
  });
});
