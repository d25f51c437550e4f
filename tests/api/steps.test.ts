import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema, ResourceDeclaration } from 'forecourt/model';
import { defineApplication, refuseFields, type ServerModule } from 'forecourt/server';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';

/** Steps between states that no command serves: what their dialogs ask for, the server demands. */
const report: EntitySchema = {
  type: 'object',
  required: ['title'],
  'x-history': true,
  'x-states': {
    field: 'status',
    initial: 1,
    editable: [1, 2],
    transitions: [
      { action: 'assess', from: [1], to: 2 },
      { action: 'writeOff', from: [1, 2], to: 4 },
      { action: 'repair', from: [2], to: 3 },
      { action: 'close', from: [3, 4], to: 5 },
      { action: 'shelve', from: [1, 2, 3, 4], to: 6 },
    ],
  },
  properties: {
    title: { type: 'string', maxLength: 40 },
    status: { type: 'integer', 'x-codes': 'reportStatus' },
    writeOffReason: { type: 'string', 'x-widget': 'text', maxLength: 200, 'x-message': 'msg.tooFew' },
    writtenOffOn: { type: 'string', format: 'date', readOnly: true },
    cost: { type: 'number', 'x-widget': 'money', minimum: 0, 'x-require': { properties: { status: { enum: [3, 5] } } } },
    secret: { type: 'string', 'x-access': { read: 'report-secret', write: 'report-secret' } },
    isLarge: { type: 'boolean', 'x-compute': 'isLarge', readOnly: true },
  },
}; // prettier-ignore

const resource: ResourceDeclaration = {
  schema: 'report',
  actions: [
    { name: 'assess' },
    { name: 'writeOff', ask: ['writeOffReason', 'writtenOffOn'], require: ['writeOffReason', 'writtenOffOn'] },
    { name: 'repair', ask: ['cost'] },
    { name: 'close', when: { properties: { secret: { const: 'settled' }, isLarge: { const: false } } } },
    { name: 'shelve', on: 'bulk', ask: ['writeOffReason'], require: ['writeOffReason'] },
  ],
};

const events: { values: unknown; before: unknown }[] = [];
const module: ServerModule = {
  computed: { isLarge: { sql: ({ alias }) => sql`coalesce(${sql.ref(`${alias}.cost`)}, 0) > 100000` } },
  hooks: {
    report: {
      async beforeSave({ values, before }) {
        events.push({ values: { ...values }, before: before?.['status'] });
        if (values['status'] === 2 && before?.['title'] === 'locked') throw refuseFields({ title: 'msg.invalid' });
      },
    },
  },
};

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({
    application: defineApplication({
      schemas: { 'schemas/report.json': report },
      resources: [resource as ResourceDeclaration<never>],
      codes: { reportStatus: [1, 2, 3, 4, 5, 6].map((code) => ({ code })) },
      locale,
      texts: { 'zh-CN': {}, 'en-US': {}, 'th-TH': {} },
      module,
    }),
  });
  admin = await app.signIn('admin');
});
afterAll(() => app?.close());

let id: number;
const make = async (body: object = {}): Promise<number> => {
  const { text } = await admin.post('/resources/report', { title: 'Dent', ...body });
  return (JSON.parse(text) as { id: number }).id;
};
const step = (name: string, body: object = {}, of = id): Promise<Answer> =>
  admin.post(`/resources/report/${of}/${name}`, body);
const read = async (of = id): Promise<Record<string, unknown>> =>
  JSON.parse((await admin.get(`/resources/report/${of}`)).text) as Record<string, unknown>;
const errors = (answer: Answer): unknown => answer.errors;
const refused = { statusCode: 400 };

beforeEach(async () => {
  id = await make();
  events.length = 0;
});

describe('what a step requires', () => {
  test.each([
    ['nothing', {}],
    ['an empty text', { writeOffReason: '', writtenOffOn: '2026-01-02' }],
    ['blanks', { writeOffReason: ' \n ', writtenOffOn: '2026-01-02' }],
    ['null', { writeOffReason: null, writtenOffOn: '2026-01-02' }],
  ])('is missing where %s is sent, and nothing changes', async (_what, body) => {
    const answer = await step('writeOff', body);
    expect(answer).toMatchObject(refused);
    expect(errors(answer)).toHaveProperty('writeOffReason');
    expect(await read()).toMatchObject({ status: 1, writeOffReason: '', writtenOffOn: '' });
    expect(events).toEqual([]);
  });

  test('is said at its field in the language of the user', async () => {
    const thai = await admin.inject({
      method: 'POST',
      url: `/api/resources/report/${id}/writeOff`,
      payload: {},
      headers: { 'accept-language': 'th-TH' },
    });
    expect(errors(thai)).toMatchObject({ writtenOffOn: 'จำเป็นต้องกรอก' });
  });

  test('is written with the state in one change, read-only or not', async () => {
    const body = { writeOffReason: 'Burnt', writtenOffOn: '2026-01-02' };
    expect(await step('writeOff', body)).toMatchObject({ statusCode: 200 });
    expect(await read()).toMatchObject({ status: 4, ...body });
    expect(events).toEqual([{ before: 1, values: expect.objectContaining({ status: 4, writeOffReason: 'Burnt' }) as unknown }]); // prettier-ignore
    const { data } = await admin.get(`/resources/report/${id}/history`);
    expect((data as { list: unknown[] }).list).toHaveLength(2);
  });

  test('is demanded again where the record has it already', async () => {
    await admin.inject({ method: 'PUT', url: `/api/resources/report/${id}`, payload: { writeOffReason: 'Old' } });
    expect(errors(await step('writeOff', { writtenOffOn: '2026-01-02' }))).toHaveProperty('writeOffReason');
  });

  test('holds for each of several records', async () => {
    const other = await make();
    for (const one of [id, other]) expect(errors(await step('shelve', {}, one))).toHaveProperty('writeOffReason');
    expect(await step('shelve', { writeOffReason: 'Old' }, other)).toMatchObject({ statusCode: 200 });
    expect([(await read())['status'], (await read(other))['status']]).toEqual([1, 6]);
  });

  test('is what the description for developers requires', async () => {
    const { paths } = JSON.parse((await admin.get('/openapi.json')).text) as { paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>> }; // prettier-ignore
    const schemaOf = (name: string): unknown =>
      paths[`/api/resources/report/{id}/${name}`]!['post']!.requestBody.content['application/json']!.schema;
    expect(schemaOf('writeOff')).toMatchObject({
      required: ['writeOffReason', 'writtenOffOn'],
      properties: { writeOffReason: { type: 'string', maxLength: 200 }, writtenOffOn: { format: 'date' } },
    });
    expect(schemaOf('repair')).toMatchObject({ required: ['cost'] });
    expect(schemaOf('assess')).toMatchObject({ required: [] });
  });
});

test('x-require is judged for the state that the step leads to', async () => {
  await step('assess');
  expect(errors(await step('repair'))).toEqual({ cost: 'Required' });
  expect(await read()).toMatchObject({ status: 2 });
  expect(errors(await step('repair', { cost: -1 }))).toHaveProperty('cost');
  await step('repair', { cost: 20 });
  expect(await read()).toMatchObject({ status: 3, cost: 20 });
});

test('x-require of a property that the step does not ask for refuses it as well', async () => {
  await step('writeOff', { writeOffReason: 'Burnt', writtenOffOn: '2026-01-02' });
  await app.pool.query(`update report set secret = 'settled'`);
  expect(errors(await step('close'))).toEqual({ cost: 'Required' });
});

test('a condition beyond the state decides, also by what the user may not read and by what is computed', async () => {
  await step('assess');
  await step('repair', { cost: 2000 });
  expect(await step('close')).toMatchObject({ ...refused, message: expect.stringContaining('state') as string });
  await app.pool.query(`update report set secret = 'settled'`);
  expect(await step('close')).toMatchObject(refused);
  await app.pool.query('update report set cost = 5000');
  expect(await step('close')).toMatchObject({ statusCode: 200 });
  expect(await read()).toMatchObject({ status: 5 });
});

test('hooks of saving run around a step that asks for nothing', async () => {
  await step('assess');
  expect(events).toEqual([{ before: 1, values: { status: 2 } }]);
  const locked = await make({ title: 'locked' });
  expect(errors(await step('assess', {}, locked))).toEqual({ title: 'Invalid value' });
  expect(await read(locked)).toMatchObject({ status: 1 });
});

test('a step takes what it asks for and nothing else', async () => {
  expect(errors(await step('assess', { title: 'Other' }))).toEqual({ title: expect.any(String) as string });
  expect(errors(await step('assess', { status: 5 }))).toEqual({ status: expect.any(String) as string });
  expect(await read()).toMatchObject({ title: 'Dent', status: 1 });
});
