import { describe, expect, test } from 'vitest';
import type { Client } from './app.ts';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, book, RENTAL } from './rental.ts';

const office = openBackOffice();
const city = {
  cityName: 'Krabi',
  province: 'Krabi Province',
  country: 'Thailand',
  cityCode: 'KBV',
  latitude: 8.0863,
  longitude: 98.9063,
  timeZone: 'Asia/Bangkok',
  status: 1,
};
type City = typeof city & { readonly id: number };
const list = async (query: Record<string, string> = {}): Promise<readonly City[]> =>
  accepted(await office.ops.get<{ list: City[] }>('/basics/city/list', query)).data.list;
const offered = async (): Promise<readonly { id: number }[]> =>
  accepted(await office.ops.get<{ id: number }[]>('/basics/citylist')).data;

describe('cities', () => {
  test('are added, changed and deleted, and every field comes back as it was saved', async () => {
    const added = { ...city, cityCode: 'NEW' };
    const id = await office.save('/basics/city/save', added);
    const row = async () => (await list({ keyword: 'NEW' })).find((one) => one.id === id);
    expect(await row()).toMatchObject({ id, ...added });
    const changed = { cityName: 'Krabi Town', latitude: 8.1, longitude: 98.95, timeZone: 'Asia/Tokyo', status: 0 };
    await office.save('/basics/city/save', { id, ...changed });
    expect(await row()).toMatchObject({ ...added, ...changed });
    accepted(await office.ops.delete(`/basics/city/delete/${id}`));
    expect(await row()).toBeUndefined();
  });

  test.each(Object.keys(city))('need %s', async (field) => {
    const empty = typeof city[field as keyof typeof city] === 'string' ? '' : null;
    expect(fieldsOf(await office.ops.post('/basics/city/save', { ...city, cityCode: 'NEED', [field]: empty }))).toEqual(
      [field],
    );
  });

  test('that say nothing lack all eight, also what a form presets', async () => {
    const answer = await office.ops.post('/basics/city/save', {});
    expect([answer.http, answer.statusCode, fieldsOf(answer)]).toEqual([200, 400, Object.keys(city).toSorted()]);
  });

  test('have a code of their own, a place on earth, a zone that exists and one of two states', async () => {
    const id = await office.save('/basics/city/save', city);
    expect((await office.ops.post('/basics/city/save', city)).errors).toEqual({
      cityCode: 'City code already exists. Choose another one',
    });
    const wrong = { latitude: 90.1, longitude: -180.1, timeZone: 'Mars/Base', status: 2 };
    expect(fieldsOf(await office.ops.post('/basics/city/save', { ...city, cityCode: 'X', ...wrong }))).toEqual(
      Object.keys(wrong).toSorted(),
    );
    await office.save('/basics/city/save', { id, latitude: -90, longitude: 180, timeZone: 'America/New_York' });
    accepted(await office.ops.delete(`/basics/city/delete/${id}`));
  });

  test('in use stay, and it is said by what', async () => {
    expect((await office.ops.delete('/basics/city/delete/1')).message).toMatch(
      /^Delete failed: \d+ .* use this record/,
    );
    expect((await list()).some(({ id }) => id === 1)).toBe(true);
  });

  test('are found by name and state; invalid ones are offered nowhere', async () => {
    const id = await office.save('/basics/city/save', { ...city, cityName: 'Hidden', cityCode: 'HID', status: 0 });
    const ids = async (query: Record<string, string>) => (await list(query)).map((one) => one.id);
    expect(await ids({ keyword: 'hidd' })).toEqual([id]);
    expect(await ids({ status: '0' })).toEqual([id]);
    expect(await ids({ status: '1' })).not.toContain(id);
    expect((await offered()).map((one) => one.id)).not.toContain(id);
    await office.save('/basics/city/save', { id, status: 1 });
    expect((await offered()).map((one) => one.id)).toContain(id);
  });

  test('give their zone to the times of their stores', async () => {
    office.app.at('2027-02-22 12:00');
    const at = { pickupStoreId: RENTAL.phuket, plannedPickupTime: '2027-03-01 10:00:00' };
    const cancel = async (id: number) => accepted(await office.ops.post('/order/cancel', { id, reason: 'No trip' }));
    const before = await book(office.ops, at);
    // Open orders keep their city in its zone (D-ADM-28).
    await cancel(before);
    await office.save('/basics/city/save', { id: 1, timeZone: 'Asia/Tokyo' });
    const after = await book(office.ops, { ...at, plannedReturnTime: '2027-03-04 10:00:00' });
    const instant = async (id: number) =>
      ((await office.rowOf('order', id))['plannedPickupTime'] as Date).toISOString();
    expect([await instant(before), await instant(after)]).toEqual([
      '2027-03-01T03:00:00.000Z',
      '2027-03-01T01:00:00.000Z',
    ]);
    const shown = accepted(await office.ops.get<{ plannedPickupTime: string }>(`/order/info/${before}`)).data;
    expect(shown.plannedPickupTime).toBe('2027-03-01 12:00:00');
    await cancel(after);
    await office.save('/basics/city/save', { id: 1, timeZone: 'Asia/Bangkok' });
  });
});

describe('searching places', () => {
  interface Place {
    readonly name: string;
    readonly address: string;
    readonly latitude: number;
    readonly longitude: number;
  }
  const search = async (query: Record<string, string>, client: Client = office.ops): Promise<readonly Place[]> =>
    accepted(await client.get<Place[]>('/basics/searchplace', query)).data;
  const names = async (query: Record<string, string>, client?: Client) =>
    (await search(query, client)).map(({ name }) => name);

  test('finds places of the gazetteer in any language, twenty at most, and without a word the cities', async () => {
    for (const keyword of ['suvarnabhumi', 'สุวรรณภูมิ', '素万那普'])
      expect(await search({ keyword })).toMatchObject([
        {
          name: expect.stringContaining('Suvarnabhumi'),
          address: 'Samut Prakan',
          latitude: 13.69,
          longitude: 100.7501,
        },
      ]);
    expect(await search({ keyword: 'airport' })).toHaveLength(20);
    expect(await search({ keyword: 'zzzz' })).toEqual([]);
    expect((await search({})).length).toBe((await offered()).length);
  });

  test('finds the own stores and delivery points first, and none of other stores', async () => {
    await office.save('/basics/store/save', { id: RENTAL.phuket, location: { latitude: 7.9, longitude: 98.3 } });
    const point = { storeId: RENTAL.phuket, kind: 1, name: 'Lobby 7%', address: 'Beach', deliveryFee: 0, pickupFee: 0 };
    await office.save('/basics/store/deliveryfee/save', { ...point, latitude: 7.8, longitude: 98.2 });
    const { storeName } = (await office.rowOf('store', RENTAL.phuket)) as { storeName: string };
    expect((await names({ keyword: storeName }))[0]).toBe(storeName);
    expect(await search({ keyword: '7%' })).toEqual([
      { name: 'Lobby 7%', address: 'Beach', latitude: 7.8, longitude: 98.2 },
    ]);
    expect(await names({ keyword: 'obby%7' })).toEqual([]);
    const elsewhere = accepted(
      await (
        await office.app.as('admin')
      ).post('/admin/user/save', {
        username: 'elsewhere',
        phone: '0955555555',
        password: 'quiet-harbour-88',
        roleId: 2,
        dataScope: 1,
        storeIds: [RENTAL.airport],
      }),
    );
    expect(elsewhere.statusCode).toBe(200);
    const client = await office.app.signIn('elsewhere', 'quiet-harbour-88');
    expect(await names({ keyword: 'Lobby' }, client)).toEqual([]);
    expect(await names({ keyword: storeName }, client)).not.toContain(storeName);
  });

  test('puts what is near the city before what is far', async () => {
    const near = async (cityId: number) => (await search({ keyword: 'chom thong', cityId: String(cityId) }))[0]!.name;
    const chiangMai = await office.save('/basics/city/save', {
      ...city,
      cityCode: 'CM2',
      latitude: 18.79,
      longitude: 98.99,
    });
    const bangkok = await office.save('/basics/city/save', {
      ...city,
      cityCode: 'BK2',
      latitude: 13.75,
      longitude: 100.5,
    });
    expect([await near(chiangMai), await near(bangkok)]).toEqual(['Chom Thong, Chiang Mai', 'Chom Thong']);
  });

  test('is for signed-in users, refuses what it does not know, and not more than sixty times a minute', async () => {
    expect((await office.app.app.inject('/api/basics/searchplace?keyword=x')).statusCode).toBe(401);
    expect((await office.ops.get('/basics/searchplace', { where: 'x' })).statusCode).toBe(400);
    const clerk = await office.app.as('clerk');
    const codes = new Set<number>();
    for (let call = 0; call < 61; call++) codes.add((await clerk.get('/basics/searchplace', { keyword: 'x' })).http);
    expect([...codes]).toEqual([200, 429]);
  });
});
