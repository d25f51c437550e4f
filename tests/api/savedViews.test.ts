import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

interface View {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
  readonly role: { readonly id: number; readonly name: string } | null;
  readonly isDefault: boolean;
  readonly content: object;
}

let roles = 0;
/** A role that may see the cars and nothing else, and two users of it. */
async function pair(): Promise<{ roleId: number; ann: Client; ben: Client }> {
  const code = `views${++roles}`;
  const { rows } = await sql<{
    id: number;
  }>`select id from menu where path = 'car-list'`.execute(test.db);
  accepted(
    await admin.post('/role/save', {
      name: code,
      code,
      menuIds: rows.map(({ id }) => id),
    }),
  );
  const role = await sql<{
    id: number;
  }>`select id from role where code = ${code}`.execute(test.db);
  const of = async () => test.signIn((await newUser(test, code)).username);
  return { roleId: role.rows[0]!.id, ann: await of(), ben: await of() };
}

const save = (client: Client, body: object) => client.post('/account/views/save', { resource: 'vehicle', ...body });
const content = {
  filter: { status: '1' },
  sort: { field: 'plate', order: 'ASC' },
  columns: ['plate'],
  view: 'table',
};
const kept = async (client: Client, body: object): Promise<number> =>
  Number(accepted(await save(client, { content, ...body })).data['id']);
const seen = async (client: Client, resource = 'vehicle'): Promise<readonly View[]> =>
  accepted<{ views: readonly View[] }>(await client.get('/account/views', { resource })).data.views;
const errors = async (client: Client, body: object) => {
  const answer = await save(client, { content, ...body });
  return (answer.data as { errors?: object } | null)?.errors ?? answer.message;
};
const begins = async (client: Client) =>
  accepted<{ views?: Record<string, object> }>(await client.get('/admin/user/info')).data.views;

describe('a saved view', () => {
  it('comes back as it was saved, to its owner and to nobody else', async () => {
    const { ann, ben } = await pair();
    const id = await kept(ann, { name: ' Free ' });
    expect(await seen(ann)).toEqual([{ id, name: 'Free', mine: true, role: null, isDefault: false, content }]);
    expect(await seen(ben)).toEqual([]);
    expect((await seen(admin)).filter((view) => view.id === id)).toEqual([]);
    for (const path of ['save', 'delete'])
      expect(
        await ben.post(`/account/views/${path}`, {
          id,
          ...(path === 'save' && { resource: 'vehicle' }),
        }),
      ).toMatchObject({
        statusCode: 404,
      });
    accepted(await save(ann, { id, name: 'Ready' }));
    expect(await seen(ann)).toMatchObject([{ id, name: 'Ready', content }]);
    accepted(await ann.post('/account/views/delete', { id }));
    expect(await seen(ann)).toEqual([]);
  });

  it('is refused with a name that its owner has already, with none, and beyond fifty of one list', async () => {
    const { ann } = await pair();
    await kept(ann, { name: 'Free' });
    expect(await errors(ann, { name: 'FREE' })).toEqual({
      name: 'You have a view of this name already. Choose another name',
    });
    expect(await errors(ann, { name: ' ' })).toEqual({ name: 'Required' });
    expect(await errors(ann, { name: 'x', content: undefined })).toEqual({
      content: 'Required',
    });
    for (let count = 1; count < 50; count++) await kept(ann, { name: `view ${count}` });
    expect(await errors(ann, { name: 'one more' })).toBe('You have 50 views of this list. Delete one first');
  });

  it.each([
    ['a filter that the list does not have', { filter: { nothing: '1' } }],
    ['a filter of a wrong kind', { filter: { status: 'x' } }],
    ['a column that the list does not have', { filter: {}, columns: ['password'] }],
    ['an order that the list does not have', { filter: {}, sort: { field: 'password', order: 'ASC' } }],
    ['a view that the list does not have', { filter: {}, view: 'globe' }],
    ['a view that is called like what every object has', { filter: {}, view: 'constructor' }],
  ])('is refused with %s', async (_, wrong) => {
    const { ann } = await pair();
    expect(await errors(ann, { name: 'Wrong', content: wrong })).toEqual({
      content: 'The list does not show this view. Set filters, sort and columns anew, and save again',
    });
  });

  it('of a list that somebody may not open is neither kept nor told', async () => {
    const { ann } = await pair();
    expect((await ann.get('/account/views', { resource: 'order' })).statusCode).toBe(403);
    expect(
      (
        await ann.post('/account/views/save', {
          resource: 'order',
          name: 'x',
          content: { filter: {} },
        })
      ).statusCode,
    ).toBe(403);
    expect((await ann.get('/account/views', { resource: 'nothing' })).statusCode).toBe(400);
  });
});

describe('a view that a role is given', () => {
  it('is there for everybody of the role and for no other role, and nobody of it changes it', async () => {
    const { roleId, ann, ben } = await pair();
    const other = await pair();
    const id = await kept(admin, { name: `Free ${roleId}`, roleId });
    for (const client of [ann, ben])
      expect(await seen(client)).toMatchObject([{ id, mine: false, role: { id: roleId }, isDefault: false, content }]);
    expect(await seen(other.ann)).toEqual([]);
    expect((await save(ann, { id, name: 'Mine now' })).statusCode).toBe(404);
    expect((await ann.post('/account/views/delete', { id })).statusCode).toBe(404);
  });

  it('is given by nobody who may not edit roles', async () => {
    const { roleId, ann } = await pair();
    expect((await save(ann, { name: 'Ours', roleId, content })).statusCode).toBe(403);
    const id = await kept(ann, { name: 'Ours' });
    expect((await save(ann, { id, roleId })).statusCode).toBe(403);
    expect(await errors(admin, { name: 'To nobody', roleId: 999_999 })).toMatchObject({ roleId: expect.any(String) });
  });

  it('is neither changed nor deleted by its maker, once he or she may not edit roles any more', async () => {
    const { roleId, ann, ben } = await pair();
    const id = await kept(ann, { name: 'Ours' });
    await sql`update "_savedView" set "roleId" = ${roleId} where id = ${id}`.execute(test.db);
    for (const change of [{ name: 'Theirs' }, { content: { filter: {} } }, { roleId: null }])
      expect((await save(ann, { id, ...change })).statusCode).toBe(403);
    expect((await ann.post('/account/views/delete', { id })).statusCode).toBe(403);
    expect(await seen(ben)).toMatchObject([{ id, name: 'Ours', content }]);
  });

  it('is given to no role that may do more than the giver', async () => {
    const { roleId } = await pair();
    const code = `viewGiver${roleId}`;
    const { rows } = await sql<{ id: number }>`
      select id from menu where path in ('car-list', 'role-list', 'role-edit')
    `.execute(test.db);
    accepted(
      await admin.post('/role/save', {
        name: code,
        code,
        menuIds: rows.map(({ id }) => id),
      }),
    );
    const giver = await test.signIn((await newUser(test, code)).username);
    await kept(giver, { name: 'Theirs', roleId, isDefault: true });
    const above = await sql<{ id: number }>`
      select r.id from role r join "user" u on u."roleId" = r.id where u.username = 'admin'
    `.execute(test.db);
    const refused = await save(giver, {
      name: 'Above',
      roleId: above.rows[0]!.id,
      isDefault: true,
      content,
    });
    expect(refused.statusCode).not.toBe(200);
    const stored = await sql`select from "_savedView" where name = 'Above'`.execute(test.db);
    expect(stored.rows).toEqual([]);
  });

  it('is what its lists begin with, where it is the one that the role begins with; there is one at a time', async () => {
    const { roleId, ann } = await pair();
    const other = await pair();
    expect(await begins(ann)).toBeUndefined();
    const first = await kept(admin, {
      name: `First ${roleId}`,
      roleId,
      isDefault: true,
    });
    expect(await begins(ann)).toEqual({ vehicle: content });
    const second = { ...content, filter: { status: '2' } };
    await kept(admin, {
      name: `Second ${roleId}`,
      roleId,
      isDefault: true,
      content: second,
    });
    expect(await begins(ann)).toEqual({ vehicle: second });
    expect(await begins(other.ann)).toBeUndefined();
    expect((await seen(ann)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [`First ${roleId}`, false],
      [`Second ${roleId}`, true],
    ]);
    accepted(await save(admin, { id: first, isDefault: true }));
    expect(await begins(ann)).toEqual({ vehicle: content });
    accepted(await save(admin, { id: first, roleId: null }));
    expect(await begins(ann)).toBeUndefined();
  });
});
