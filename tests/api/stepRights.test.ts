import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema, ResourceDeclaration } from 'forecourt/model';
import { defineApplication, type Application } from 'forecourt/server';
import { signInWith } from './accounts.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

/** Rights of steps and of single properties, from the role screen to the answer; and what is computed of such a property. */
const damage: EntitySchema = {
  type: 'object',
  'x-states': {
    field: 'status',
    initial: 1,
    transitions: [
      { action: 'assess', from: [1], to: 2 },
      { action: 'writeOff', from: [1, 2], to: 3 },
    ],
  },
  properties: {
    label: { type: 'string', maxLength: 40 },
    status: { type: 'integer', enum: [1, 2, 3] },
    cost: { type: 'number', 'x-widget': 'money', 'x-access': { read: 'cost', write: 'costs' } },
    doubled: {
      type: 'number',
      'x-widget': 'money',
      'x-compute': 'doubled',
      'x-access': { read: 'cost' },
      readOnly: true,
    },
  },
};
const resource: ResourceDeclaration = {
  schema: 'damage',
  permission: { base: 'damagereport', route: 'damagereport-list' },
  list: { columns: ['label', 'status', 'cost', 'doubled'], filters: ['status'], sort: ['id', 'asc'] },
  actions: [{ name: 'assess' }, { name: 'writeOff', permission: 'enable' }],
};

type Row = { id: number } & Record<string, unknown>;
let application: Application;
let app: TestApp;
let admin: Client;
let id: number;

const parsed = <T>(answer: { readonly text: string }): T => JSON.parse(answer.text) as T;
const offered = async (): Promise<ReadonlyMap<string, string>> => {
  const { data } = await admin.get<{ list: { path: string; title: string }[] }>('/menu/list', { pageSize: 100 });
  return new Map(data.list.map(({ path, title }) => [path, title]));
};

beforeAll(async () => {
  application = defineApplication({
    schemas: { 'schemas/damage.json': damage },
    resources: [resource as ResourceDeclaration<never>],
    locale,
    texts: { 'en-US': { resources: { damage: { actions: { assess: 'Assess the damage' } } } }, 'zh-CN': {}, 'th-TH': {} },
    module: { computed: { doubled: { sql: ({ alias }) => sql`(${sql.ref(`${alias}.cost`)} * 2 * 0.01)` } } },
  }); // prettier-ignore
  app = await startTestApp({ application });
  admin = await app.signIn('admin');
  id = parsed<Row>(await admin.post('/resources/damage', { label: 'Dent', cost: 999.5 })).id;
});
afterAll(() => app?.close());

const step = (client: Client, name: string) => client.post(`/resources/damage/${id}/${name}`, {});

/** The database as a version left it that knew no rights of steps. */
async function forgetSteps(): Promise<void> {
  await sql`update role set "menuIds" = array(select unnest("menuIds") except select id from menu where path = 'damagereport-assess')`.execute(app.db); // prettier-ignore
  await sql`delete from menu where path = 'damagereport-assess'`.execute(app.db);
  await sql`
    update "appMeta" set value = (value::jsonb - 'damagereport-assess')::text where key = 'offeredPermissions'
  `.execute(app.db);
}

describe('an upgrade from a version whose steps went by the right to edit', () => {
  it('keeps for everybody what they could do, once; a step that comes later is given on the role screen', async () => {
    const editor = await signInWith(app, admin, 'upgraded', 'damagereport-edit');
    const reader = await signInWith(app, admin, 'onlooker', 'damagereport-query');
    expect((await step(editor, 'assess')).http).toBe(403);
    await forgetSteps();
    await sql`delete from "appMeta" where key = 'stepsHaveRights'`.execute(app.db);
    await application.module.afterTables!(app.db);
    expect((await step(reader, 'assess')).http).toBe(403);
    expect((await step(editor, 'assess')).http).toBe(200);
    await forgetSteps();
    await application.module.afterTables!(app.db);
    expect([...(await offered()).keys()]).toContain('damagereport-assess');
    expect((await step(editor, 'assess')).http).toBe(403);
    await sql`update damage set status = 1`.execute(app.db);
  });
});

describe('the role screen', () => {
  it('offers the rights of steps and of properties under their documented names', async () => {
    const keys = await offered();
    for (const word of ['assess', 'enable', 'cost', 'costs'])
      expect([...keys.keys()]).toContain(`damagereport-${word}`);
    expect(keys.get('damagereport-assess')).toMatchObject({ 'en-US': 'Assess the damage' });
    expect(keys.get('damagereport-cost')).toMatchObject({ 'en-US': 'Cost' });
  });
});

describe('a step', () => {
  it('needs the permission of its own, not the one of editing', async () => {
    const editor = await signInWith(app, admin, 'editor', 'damagereport-list', 'damagereport-edit');
    expect((await step(editor, 'assess')).http).toBe(403);
    const assessor = await signInWith(app, admin, 'assessor', 'damagereport-list', 'damagereport-assess');
    expect(await step(assessor, 'assess')).toMatchObject({ http: 200, statusCode: 200 });
    expect((await step(assessor, 'writeOff')).http).toBe(403);
    const loss = await signInWith(app, admin, 'loss', 'damagereport-list', 'damagereport-enable');
    expect(await step(loss, 'writeOff')).toMatchObject({ http: 200, statusCode: 200 });
  });
});

describe('a computed amount', () => {
  it('is answered in the unit that its SQL yields: THB, as the documentation says', async () => {
    const record = parsed<Row>(await admin.get(`/resources/damage/${id}`));
    expect(record).toMatchObject({ cost: 999.5, doubled: 1999 });
  });

  it('is hidden with the property that it is made of, from list, detail, sorting and export', async () => {
    const reader = await signInWith(
      app,
      admin,
      'reader',
      'damagereport-list',
      'damagereport-detail',
      'damagereport-export',
    );
    const seen = parsed<Row>(await reader.get(`/resources/damage/${id}`));
    const [row] = parsed<Row[]>(await reader.get('/resources/damage'));
    for (const record of [seen, row!]) {
      expect(record).toMatchObject({ label: 'Dent' });
      expect(Object.keys(record)).not.toContain('cost');
      expect(Object.keys(record)).not.toContain('doubled');
    }
    const less = parsed<Row>(await admin.post('/resources/damage', { label: 'Scratch', cost: 10 })).id;
    // A sort by what may not be read is one by what is not there (D-API-03).
    for (const direction of ['ASC', 'DESC'])
      for (const field of ['doubled', 'nothing']) {
        const answer = await reader.get('/resources/damage', { sort: JSON.stringify([field, direction]) });
        expect(JSON.parse(answer.text)).toMatchObject({ data: { errors: { sortField: 'Unknown field' } } });
      }
    await admin.delete(`/resources/damage/${less}`);
    const file = await reader.get('/resources/damage/export');
    expect(file.text).toContain('Dent');
    expect(file.text).not.toMatch(/cost|doubled|1999/i);
    const payer = await signInWith(
      app,
      admin,
      'payer',
      'damagereport-list',
      'damagereport-detail',
      'damagereport-cost',
    );
    expect(parsed<Row>(await payer.get(`/resources/damage/${id}`))).toMatchObject({ cost: 999.5, doubled: 1999 });
  });
});
