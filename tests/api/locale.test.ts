import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocaleDeclaration } from 'forecourt/locale';
import type { EntitySchema, ResourceDeclaration } from 'forecourt/model';
import { defineApplication, readSettings } from 'forecourt/server';
import { startTestApp, type Client, type TestApp } from './app.ts';

/** The smallest application that has amounts, times and a text that the server says. */
const bill: EntitySchema = {
  type: 'object',
  required: ['title'],
  'x-title': ['title'],
  properties: {
    title: { type: 'string', maxLength: 40 },
    amount: { type: 'number', 'x-widget': 'money', minimum: 0, maximum: 9_000 },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { price: { type: 'number', 'x-widget': 'money' } } },
    },
    dueTime: { type: 'string', format: 'date-time' },
  },
};
const bills: ResourceDeclaration<Record<string, unknown>> = {
  schema: 'bill',
  permission: { base: 'bill', route: 'bill-list' },
  api: { list: '/bill/list', info: '/bill/info/{id}', save: '/bill/save', export: '/bill/export' },
  list: { columns: ['title', 'amount', 'lines'], filters: ['amount'], sort: ['id', 'asc'] },
};

const german = {
  msg: { badMoney: 'Ein Betrag mit höchstens zwei Nachkommastellen', unknownField: 'Unbekanntes Feld' },
  resources: { bill: { title: 'Rechnungen' } },
};

const application = (locale: LocaleDeclaration) =>
  defineApplication({
    schemas: { 'schemas/bill.json': bill },
    resources: [bills as ResourceDeclaration<never>],
    locale,
    texts: { 'de-DE': german },
  });
const locale = (change: Partial<LocaleDeclaration> = {}): LocaleDeclaration => ({
  currency: 'EUR',
  zone: 'Europe/Berlin',
  languages: [{ code: 'de-DE', name: 'Deutsch' }],
  ...change,
});

interface Bill {
  readonly id: number;
  readonly amount: number | null;
  readonly dueTime: string;
}
const rowsOf = async (client: Client, query = {}): Promise<readonly Bill[]> =>
  (await client.get<{ list: Bill[] }>('/bill/list', { pageNo: 1, pageSize: 10, ...query })).data.list;
const stored = async (app: TestApp, id: number) =>
  (await app.pool.query<{ amount: string; dueTime: Date }>('select amount, "dueTime" from bill where id = $1', [id]))
    .rows[0]!;

describe('an application with one language, the euro, and Berlin', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ application: application(locale()) });
    admin = await app.signIn('admin');
  });
  afterAll(() => app?.close());

  const save = async (values: object): Promise<number> => {
    const { data, message } = await admin.post<{ id: number }>('/bill/save', { title: 'Strom', ...values });
    return data?.id ?? expect.unreachable(message);
  };

  test('keeps amounts in cents and answers them in euros', async () => {
    const id = await save({ amount: 1234.5, lines: [{ price: 0.01 }] });
    expect(Number((await stored(app, id)).amount)).toBe(123_450);
    expect((await admin.get(`/bill/info/${id}`)).data).toMatchObject({ amount: 1234.5, lines: [{ price: 0.01 }] });
    expect((await rowsOf(admin, { amountStart: '1234.5', amountEnd: '1234.5' })).map((row) => row.id)).toEqual([id]);
  });

  test.each(['de-DE', 'en-US,en;q=0.9', 'zh-CN', ''])('speaks German to whoever asks for "%s"', async (asked) => {
    const { errors } = await admin.post(
      '/bill/save',
      { title: 'x', amount: 1.234, pence: 1 },
      { 'accept-language': asked },
    );
    expect(errors).toEqual({ pence: 'Unbekanntes Feld' });
    const refused = await admin.post('/bill/save', { title: 'x', amount: 1.234 }, { 'accept-language': asked });
    expect(refused.errors).toEqual({ amount: german.msg.badMoney });
  });

  test('reads wall clocks as those of Berlin, on both sides of a change to summer time', async () => {
    // From 02:00 to 03:00 there was nothing: an hour and a half lies between these, not two and a half.
    const [before, after] = [
      await save({ dueTime: '2027-03-28 01:00:00' }),
      await save({ dueTime: '2027-03-28 03:30:00' }),
    ];
    expect((await stored(app, before)).dueTime.toISOString()).toBe('2027-03-28T00:00:00.000Z');
    expect((await stored(app, after)).dueTime.toISOString()).toBe('2027-03-28T01:30:00.000Z');
    const said = new Map((await rowsOf(admin)).map((row) => [row.id, row.dueTime]));
    expect([said.get(before), said.get(after)]).toEqual(['2027-03-28 01:00:00', '2027-03-28 03:30:00']);
  });

  test('gives menus a title in its language, and takes none in another', async () => {
    const { rows } = await app.pool.query<{ title: object }>(`select title from menu where path = 'bill-list'`);
    expect(rows).toEqual([{ title: { 'de-DE': 'Rechnungen' } }]);
    const saved = await admin.post('/menu/save', { type: 1, title: { 'de-DE': 'Büro' } });
    expect(saved.statusCode).toBe(200);
    const wrong = await admin.post('/menu/save', { type: 1, title: { 'en-US': 'Office' } });
    expect(Object.keys(wrong.errors).sort()).toEqual(['title.de-DE', 'title.en-US']);
  });
});

describe.each([
  ['JPY', 1_500, 1_500, 0.5, 'msg.badWholeMoney'],
  ['KWD', 1.234, 1_234, 1.2345, 'msg.badFineMoney'],
])('amounts in %s', (currency, amount, minor, wrong, refusal) => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ application: application(locale({ currency })) });
    admin = await app.signIn('admin');
  });
  afterAll(() => app?.close());

  test('have its decimals: on the wire, in the table, in filters and in documents', async () => {
    const { data } = await admin.post<{ id: number }>('/bill/save', { title: 'x', amount, lines: [{ price: amount }] });
    expect(Number((await stored(app, data.id)).amount)).toBe(minor);
    expect(await rowsOf(admin, { amountStart: String(amount), amountEnd: String(amount) })).toMatchObject([
      { id: data.id, amount },
    ]);
    const refused = await admin.post('/bill/save', { title: 'x', amount: wrong, lines: [{ price: wrong }] });
    expect(refused.errors).toEqual({ amount: refusal, 'lines.0.price': refusal });
    const file = await admin.get('/bill/export', { format: 'csv' });
    expect(file.text).toContain(`,${amount}`);
  });
});

test('the zone is the application’s, unless the operator names another', () => {
  expect(readSettings({}, locale()).defaultZone).toBe('Europe/Berlin');
  expect(readSettings({ TIME_ZONE: 'America/Lima' }, locale()).defaultZone).toBe('America/Lima');
  expect(() => readSettings({ TIME_ZONE: 'Mars' }, locale())).toThrow('such as Europe/Berlin');
});

test('a locale that is wrong, or has a language without texts, is no application', () => {
  const languages = [...locale().languages, { code: 'fr-FR', name: 'Français' }];
  expect(() => application(locale({ languages }))).toThrow('i18n/fr-FR.json');
  expect(() => application(locale({ currency: 'EURO', zone: 'Berlin', languages: [] }))).toThrow(
    /\/currency: .*"EURO"\n.*\/zone: .*"Berlin"\n.*\/languages: /,
  );
});
