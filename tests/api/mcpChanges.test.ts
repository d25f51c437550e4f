import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../examples/video-rental/src/application.ts';
import { agentsOf } from './agents.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';

describe('what agents take away', () => {
  let test: RentalApp;
  let admin: Client;
  beforeAll(async () => {
    test = await startRentalApp({ clock: Date.now });
    admin = await test.as('admin');
  });
  const agents = agentsOf(
    () => test,
    () => admin,
  );
  afterAll(async () => {
    await agents.close();
    await test.close();
  });

  it('by a call that deletes goes by that call and no other at its path, once it is confirmed', async () => {
    const id = await book(admin);
    accepted(await admin.post(`/order/printkey/${id}`, {}));
    const keys = async () => (await sql`select from "printKey" where "orderId" = ${id}`.execute(test.db)).rows.length;
    const agent = await agents.agent('admin');
    const tool = (await agent.tools()).find(({ name }) => name === 'delete_order_printkey');
    expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    const tried = await agent.use('delete_order_printkey', { input: { id } });
    expect(tried).toMatchObject({ rehearsed: true, changed: false, confirm: expect.any(String) });
    expect(await keys()).toBe(1);
    const { confirm } = tried;
    expect(await agent.use('delete_order_printkey', { input: { id }, confirm })).toMatchObject({ changed: true });
    expect(await keys()).toBe(0);
  });

  it('is taken away once with an idempotency key, and with a confirmation', async () => {
    const agent = await agents.agent('admin');
    const place = { latitude: 7.5, longitude: 99.6, timeZone: 'Asia/Bangkok', status: 1 };
    const make = async (cityName: string): Promise<number> => {
      const values = { ...place, cityName, province: 'Trang', country: 'Thailand', cityCode: cityName };
      return accepted(await admin.post<{ id: number }>('/basics/city/save', values)).data.id;
    };
    for (const key of [{ idempotencyKey: 'gone' }, {}]) {
      const call = { resource: 'city', id: await make(`Away${Object.keys(key).length}`), ...key };
      const { confirm } = await agent.use('delete', call);
      expect(await agent.use('delete', { ...call, confirm })).toMatchObject({ changed: true });
      expect(await agent.use('delete', { ...call, confirm })).toMatchObject({ changed: false, alreadyDone: true });
    }
  });

  it('is named by a part of an address that stays one', async () => {
    const agent = await agents.agent('admin');
    for (const id of ['.', '..'])
      expect(await agent.use('order_renewals', { input: { id } })).toMatchObject({
        refused: { message: '"id" is none' },
      });
  });
});

describe('resources at /resources', () => {
  let test: TestApp;
  let admin: Client;
  beforeAll(async () => {
    test = await startTestApp({ application });
    admin = await test.signIn('admin');
  });
  const agents = agentsOf(
    () => test,
    () => admin,
  );
  afterAll(async () => {
    await agents.close();
    await test.close();
  });

  it('are rehearsed by agents: what would be made or changed is told, and is as it was', async () => {
    const agent = await agents.agent('admin');
    const land = { resource: 'country', values: { name: 'Siam', code: 'SI' } };
    const tried = await agent.use('create', { ...land, rehearse: true });
    expect(tried).not.toHaveProperty('refused');
    expect(tried).toMatchObject({ wouldChange: { records: [{ resource: 'country', happened: 'created' }] } });
    const { id } = (await agent.use('create', land))['data'] as { readonly id: number };
    const renamed = await agent.use('update', { resource: 'country', id, values: { name: 'Thai' }, rehearse: true });
    expect(renamed).toMatchObject({
      answer: { id },
      wouldChange: { records: [{ id, changes: [{ field: 'name', before: 'Siam', after: 'Thai' }] }] },
    });
    expect(renamed['answer']).toEqual({ id });
    expect((await agent.use('read', { resource: 'country', id }))['data']).toMatchObject({ name: 'Siam' });
  });

  it('are changed for one idempotency key only where the record is the same', async () => {
    const agent = await agents.agent('admin');
    const make = async (name: string, code: string): Promise<number> =>
      ((await agent.use('create', { resource: 'country', values: { name, code } }))['data'] as { id: number }).id;
    const [first, second] = [await make('One', 'ON'), await make('Two', 'TW')];
    const change = { resource: 'country', values: { code: 'XX' }, idempotencyKey: 'same' };
    expect(await agent.use('update', { ...change, id: first })).toMatchObject({ changed: true });
    expect(await agent.use('update', { ...change, id: second })).toHaveProperty('refused');
  });
});
