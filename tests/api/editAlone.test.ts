import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, book } from './rental.ts';
import { startYard } from './yard.ts';

const { app, fleet, ops, add } = await startYard();
afterAll(() => app.close());

let people = 0;
/** Somebody for all stores with every permission but the wildcard and this one. */
async function withoutKey(key: string): Promise<Client> {
  const name = `reader${++people}`;
  const { rows } = await sql<{ id: number }>`
    insert into role (name, code, "menuIds")
    select ${name}, ${name}, array_agg(id) from menu where path is not null and path not in (${key}, 'index') returning id
  `.execute(app.db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select ${name}, ${name}, ${`+6699000000${people}`}, password, ${rows[0]!.id}, 0, 1 from "user" where username = 'fleet'
  `.execute(app.db);
  return app.signIn(name);
}

interface Past {
  readonly list: readonly { readonly changes: readonly { readonly field: string }[] }[];
}

describe('who may edit vehicles and holds no detail key', () => {
  const EDITED = ['id', 'updateTime', 'status', 'plate', 'frameNo', 'mileage', 'images', 'brandId', 'brandName'];
  const DETAIL = ['auditStatus', 'dispatchTime', 'createTime'];
  let editor: Client;
  let id: number;
  beforeAll(async () => {
    editor = await withoutKey('car-detail');
    id = await add();
    await sql`
      insert into "recordChange" (entity, "recordId", event, before, after)
      values ('vehicle', ${id}, 'change', '{"auditStatus": 1, "color": "red"}', '{"auditStatus": 0, "color": "blue"}')
    `.execute(app.db);
  });

  const seenBy = async (client: Client): Promise<readonly (readonly string[])[]> => {
    const properties = Object.keys(accepted(await client.get<object>(`/car/info/${id}`)).data);
    return [EDITED, DETAIL].map((names) => names.filter((name) => properties.includes(name)));
  };
  const pastFor = async (client: Client): Promise<readonly string[]> => {
    const { list } = accepted(await client.get<Past>(`/resources/vehicle/${id}/history`)).data;
    return list[0]!.changes.map(({ field }) => field).sort();
  };

  it('opens what the form edits, and nothing else', async () => {
    expect(await seenBy(fleet)).toEqual([EDITED, DETAIL]);
    expect(await seenBy(editor)).toEqual([EDITED, []]);
  });

  it('sees no more of the past', async () => {
    expect(await pastFor(fleet)).toEqual(['auditStatus', 'color']);
    expect(await pastFor(editor)).toEqual(['color']);
  });

  it('saves what was opened', async () => {
    const { data } = accepted(await editor.get<{ updateTime: string }>(`/car/info/${id}`));
    accepted(await editor.post('/car/save', { id, color: 'green', updateTime: data.updateTime }));
  });
});

it('the right to edit orders or refunds opens none: no form edits them', async () => {
  const orderId = await book(ops);
  expect(accepted(await ops.get(`/order/info/${orderId}`)).http).toBe(200);
  expect((await (await withoutKey('order-detail')).get(`/order/info/${orderId}`)).http).toBe(403);
  expect((await (await withoutKey('refund-detail')).get('/order/refund/info/1')).http).toBe(403);
});
