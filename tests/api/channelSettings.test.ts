import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { channelsOf } from './channelDesk.ts';
import { SECRET } from './channelSimulator.ts';
import { accepted, draft, errorOf, RENTAL } from './rental.ts';

const office = openBackOffice();

const { channels, settingOf, messagesOf } = channelsOf(office);

interface Page {
  readonly total: number;
  readonly list: readonly Record<string, unknown>[];
}

describe('tags (D-CHN-01)', () => {
  it('are eight, in the language of the reader, for every signed-in user', async () => {
    const reader = await office.app.as('fleet');
    const { data } = accepted(await reader.get<Record<string, unknown>[]>('/basics/tags'));
    expect(data[0]).toEqual({ id: 1, name: 'Free cancellation', code: 'freeCancellation', sort: 1 });
    expect(data.map(({ id, sort }) => [id, sort])).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((each) => [each, each]));
    expect(new Set(data.map(({ name }) => name)).size).toBe(8);
  });

  it('are set for a store and a model, once, and stay as they were saved', async () => {
    const place = { storeId: RENTAL.phuket, subModelId: RENTAL.yaris };
    const id = await office.save('/channels/settag/save', { ...place, tagIds: [2, 1, 5], status: 1 });
    const { data } = accepted(await office.ops.get<Page>('/channels/settag/list?storeId=1&subModelId=1'));
    expect(data).toMatchObject({ total: 1, list: [{ id, ...place, tagIds: [2, 1, 5], status: 1 }] });
    const twice = await office.ops.post('/channels/settag/save', { ...place, tagIds: [3], status: 1 });
    expect([errorOf(twice)]).toEqual([expect.stringContaining('already has tags')]);
    await office.save('/channels/settag/save', { id, tagIds: [8], status: 0 });
    expect(await office.rowOf('tagSetting', id)).toMatchObject({ ...place, tagIds: [8], status: 0 });
  });

  it.each([
    ['none', []],
    ['one that there is not', [9]],
    ['one twice', [1, 1]],
  ])('are refused: %s', async (_what, tagIds) => {
    const place = { storeId: RENTAL.airport, subModelId: RENTAL.yaris };
    const answer = await office.ops.post('/channels/settag/save', { ...place, tagIds, status: 1 });
    expect(fieldsOf(answer).every((field) => field.startsWith('tagIds'))).toBe(true);
    expect(answer.statusCode).toBe(400);
  });
});

describe('flash rent (D-CHN-02)', () => {
  const terms = { id: 1, enabled: 1, quota: 2, leadHours: 4 };
  const set = (changes: Record<string, unknown> = {}) =>
    office.save('/channels/flashrent/save', { ...terms, ...changes });
  const trip = (day: string, hour = '09:00:00') => ({
    plannedPickupTime: `${day} ${hour}`,
    plannedReturnTime: `${day} 18:00:00`,
  });
  const flash = (day: string, changes: Record<string, unknown> = {}) =>
    draft({ channel: 3, serviceType: 3, ...trip(day), ...changes });
  const order = (day: string, changes: Record<string, unknown> = {}) =>
    office.ops.post<{ id: number }>('/order/save', flash(day, changes));
  const booked = async (day: string, changes: Record<string, unknown> = {}) =>
    accepted(await order(day, changes)).data.id;

  beforeEach(async () => {
    office.app.at('2027-05-03 08:00');
    await set();
  });

  it('is kept for a store and a model as it was saved, and once', async () => {
    const place = { storeId: RENTAL.phuket, subModelId: RENTAL.camry };
    const values = { ...place, enabled: 0, quota: 2, leadHours: 4, remark: 'try' };
    const id = await office.save('/channels/flashrent/save', values);
    const { data } = accepted(await office.ops.get<Page>('/channels/flashrent/list?storeId=1&subModelId=2&enabled=0'));
    expect(data).toMatchObject({ total: 1, list: [{ id, ...values }] });
    const twice = await office.ops.post('/channels/flashrent/save', values);
    expect(errorOf(twice)).toContain('already has a flash rent');
  });

  it('is refused where nothing is set or it is switched off; the quote says it before, an ordinary order is free', async () => {
    const refusal = 'offers no flash rental';
    expect(errorOf(await order('2027-05-10', { pickupStoreId: 3, returnStoreId: 3 }))).toContain(refusal);
    await set({ enabled: 0 });
    expect(errorOf(await order('2027-05-10'))).toContain(refusal);
    const { renterIdType: _type, renterIdNo: _no, ...asked } = flash('2027-05-10');
    const { data } = accepted(await office.ops.post<{ errors: unknown[] }>('/order/quote', asked));
    expect(data.errors).toMatchObject([{ code: 'quote.error.flashOff', field: 'serviceType' }]);
    await booked('2027-05-10', { serviceType: 2 });
  });

  it('needs its hours before pickup, to the minute', async () => {
    const at = (time: string) => order('2027-05-03', trip('2027-05-03', time));
    expect(errorOf(await at('11:59:00'))).toContain('at least 4 h before pickup');
    accepted(await at('12:00:00'));
  });

  it('ends with the quota of the day; a cancelled order gives its place back', async () => {
    const [first] = [await booked('2027-05-11'), await booked('2027-05-11')];
    expect(errorOf(await order('2027-05-11'))).toContain(
      'No flash rental is left on 2027-05-11 (2 a day). Choose another day or a normal rental',
    );
    await booked('2027-05-12');
    accepted(await office.ops.post('/order/cancel', { id: first, reason: 'changed plans' }));
    await booked('2027-05-11');
  });

  it('is asked for again when the order moves to another day or becomes one, not when it stays', async () => {
    const [id] = [await booked('2027-05-13'), await booked('2027-05-14'), await booked('2027-05-14')];
    const full = 'No flash rental is left on 2027-05-14';
    expect(errorOf(await office.ops.post('/order/edittime', { id, ...trip('2027-05-14') }))).toContain(full);
    expect(errorOf(await office.ops.post('/order/save', { id, ...trip('2027-05-14') }))).toContain(full);
    const plain = await booked('2027-05-14', { serviceType: 2 });
    expect(errorOf(await office.ops.post('/order/save', { id: plain, serviceType: 3 }))).toContain(full);
    await set({ enabled: 0 });
    accepted(await office.ops.post('/order/edittime', { id, ...trip('2027-05-13', '11:00:00') }));
    accepted(await office.ops.post('/order/save', { id, remark: 'kept' }));
  });

  it('has one winner where several ask for the last of the day at once', async () => {
    await set({ quota: 1 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => order('2027-05-16')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(errorOf);
    expect(refused.every((text) => text.includes('No flash rental is left'))).toBe(true);
  });
});

describe('who may send (D-CHN-04)', () => {
  it.each([
    ['another secret', { secret: 'a secret of somebody else' }],
    ['no signature', { headers: { 'x-signature': '' } }],
    ['a signature of another length', { headers: { 'x-signature': 'ab' } }],
    ['no time', { headers: { 'x-timestamp': '' } }],
    ['another time than the signed one', { headers: { 'x-timestamp': '1' } }],
    ['a message of more than five minutes ago', { late: 301 }],
    ['a clock that is more than five minutes ahead', { late: -301 }],
    ['another body than the signed one', { forged: '{"msgId":"1","type":"ORDER_CANCEL","orderId":"F-1"}' }],
    ['a body that is no message at all', { forged: '{}' }],
  ])('is refused without a word: %s', async (_what, sending) => {
    const answer = await channels.fliggy.send({ kind: 'create', orderNo: 'F-401' }, sending);
    expect([answer.http, answer.statusCode, answer.data]).toEqual([401, 401, null]);
    expect(await messagesOf('F-401')).toEqual([]);
  });

  it('is nobody while the channel is switched off, and whoever has the new secret after a change', async () => {
    const id = await settingOf(2);
    const send = (secret: string) => channels.fliggy.send({ kind: 'cancel', orderNo: 'F-402' }, { secret });
    accepted(await office.ops.post('/channels/setting/save', { id, enabled: 0 }));
    expect((await send(SECRET)).http).toBe(401);
    accepted(await office.ops.post('/channels/setting/save', { id, enabled: 1, secret: 'another secret of it' }));
    expect([(await send(SECRET)).http, (await send('another secret of it')).http]).toEqual([401, 200]);
    accepted(await office.ops.post('/channels/setting/save', { id, secret: SECRET }));
  });

  it('has a secret that is sealed, never answered, and long enough', async () => {
    const { rows } = await sql<{ secret: string }>`select secret from "channelSetting"`.execute(office.app.db);
    expect(rows.every(({ secret }) => secret.startsWith('v1.') && !secret.includes(SECRET))).toBe(true);
    const list = await office.ops.get('/channels/setting/list');
    expect(list.text).not.toContain('secret');
    const none = { channel: 2, enabled: 1, tolerancePercent: 0, stockDays: 0 };
    expect((await office.ops.post('/channels/setting/save', none)).errors).toEqual({ secret: 'Required' });
    expect(Object.keys((await office.ops.post('/channels/setting/save', { id: 1, channel: 3 })).errors)).toEqual([
      'channel',
    ]);
    const short = await office.ops.post('/channels/setting/save', { id: 1, secret: 'short' });
    expect(short.errors).toEqual({ secret: 'At least 16 characters' });
    expect(
      errorOf(
        await office.ops.post('/channels/setting/save', {
          channel: 2,
          enabled: 1,
          secret: SECRET,
          tolerancePercent: 0,
          stockDays: 0,
        }),
      ),
    ).toContain('set up already');
  });

  it('sends no more than 64 KB', async () => {
    const answer = await channels.fliggy.send({ kind: 'cancel', orderNo: 'F-403' }, { forged: ' '.repeat(65 * 1024) });
    expect(answer.http).toBe(413);
  });

  it('is told which parts do not fit its format, and at its field where it does not say its number', async () => {
    const bad = { kind: 'create', orderNo: 'F-404', pickup: 'tomorrow' } as const;
    expect(accepted(await channels.fliggy.send(bad)).data.reason).toContain('trip.pickupTime');
    const unnamed = await channels.fliggy.send({ ...bad, messageId: 'two words' });
    expect(Object.keys(unnamed.errors)).toContain('msgId');
  });

  it('leaves no person in the operation log', async () => {
    accepted(await channels.fliggy.send({ kind: 'create', orderNo: 'F-405', phone: '13912340405' }));
    const { rows } = await sql<{ text: string }>`
      select "operationLog"::text as text from "operationLog" where module = 'channelMessage'
    `.execute(office.app.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => /13912340405|Li Ming/.test(text))).toEqual([]);
  });
});
