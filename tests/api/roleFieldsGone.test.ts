import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('rights of a field that is gone stay when the role is saved, and nothing new is set of such a field', async () => {
  const admin = await test.signIn('admin');
  accepted(
    await admin.post('/role/save', {
      name: 'goneFields',
      code: 'goneFields',
      menuIds: [],
    }),
  );
  const gone = { member: { gone: 'hidden' }, nothing: { name: 'read' } };
  const { rows } = await sql<{ id: number }>`
    update role set "fieldRights" = ${JSON.stringify(gone)}::jsonb where code = 'goneFields' returning id
  `.execute(test.db);
  const save = (fieldRights: object) => admin.post('/role/save', { id: rows[0]!.id, fieldRights });
  const more = { ...gone, member: { ...gone.member, phone: 'masked' } };
  accepted(await save(more));
  const kept = await sql`select "fieldRights" from role where code = 'goneFields'`.execute(test.db);
  expect(kept.rows).toEqual([{ fieldRights: more }]);
  for (const wrong of [{ member: { gone: 'read' } }, { nothing: { name: 'hidden' } }, { other: { name: 'hidden' } }])
    expect((await save(wrong)).statusCode).toBe(400);
});
