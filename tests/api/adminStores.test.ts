import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, book, RENTAL } from './rental.ts';
import { STORE } from './storeValues.ts';

const office = openBackOffice();

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

  test('a corrected zone is refused at its field while open orders have their times in it', async () => {
    const city = (await office.rowOf('store', RENTAL.phuket))['cityId'];
    const orderId = await book(office.ops, {});
    const zone = (timeZone: string) => office.ops.post('/basics/city/save', { id: city, timeZone });
    const elsewhere = await office.save('/basics/city/save', {
      ...{ cityName: 'Kunming', province: 'Yunnan', country: 'China', cityCode: 'KMG' },
      ...{ latitude: 25, longitude: 102.7, timeZone: 'Asia/Shanghai', status: 1 },
    });
    const move = () => office.ops.post('/basics/store/save', { id: RENTAL.phuket, cityId: elsewhere });
    const said = expect.stringMatching(
      /^Finish or cancel 1 open orders first, for example R\d+: their times are in Asia\/Bangkok$/,
    );
    expect((await zone('Asia/Shanghai')).errors).toEqual({ timeZone: said });
    expect((await move()).errors).toEqual({ cityId: said });
    accepted(await zone('Asia/Bangkok'));
    accepted(await office.ops.post('/order/cancel', { id: orderId, reason: 'Plans changed' }));
    accepted(await zone('Asia/Shanghai'));
    accepted(await zone('Asia/Bangkok'));
    accepted(await move());
    accepted(await office.ops.post('/basics/store/save', { id: RENTAL.phuket, cityId: city }));
  });
});
