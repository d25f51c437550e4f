import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import { type Context, type ServerModule, refuse } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, pageOf } from './dataModel.ts';
import { check, csv, run } from './importFiles.ts';

/** Invoices of clinics: an issued one is locked. Its lines, and the parts of a line, follow it; its notes are free. */
const text = { type: 'string', maxLength: 40 } as const;
const ref = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
const schemas: Record<string, EntitySchema> = {
  clinic: { type: 'object', 'x-scope': 'id', properties: { name: text } },
  invoice: {
    type: 'object',
    'x-scope': 'clinicId',
    'x-states': {
      field: 'state',
      initial: 1,
      transitions: [{ action: 'issue', from: [1], to: 2 }],
      editable: [1],
    },
    properties: {
      clinicId: ref('clinic'),
      remark: text,
      state: { type: 'integer', 'x-codes': 'state', default: 1 },
      total: { type: 'number', 'x-widget': 'money', readOnly: true },
      lines: { type: 'array', 'x-many': { resource: 'line', field: 'invoiceId' } },
      notes: { type: 'array', 'x-many': { resource: 'note', field: 'invoiceId', free: true } },
    },
  },
  line: {
    type: 'object',
    required: ['invoiceId'],
    'x-delete': 'soft',
    'x-history': true,
    properties: {
      invoiceId: ref('invoice'),
      what: text,
      price: { type: 'number', 'x-widget': 'money' },
      parts: { type: 'array', 'x-many': { resource: 'part', field: 'lineId' } },
    },
  },
  part: { type: 'object', required: ['lineId'], properties: { lineId: ref('line'), name: text } },
  note: { type: 'object', required: ['invoiceId'], properties: { invoiceId: ref('invoice'), text } },
};

let database: TestDatabase;
let data: DataLayer;
let clinic: number;
/** Remarks of invoices that their hook refuses to change. */
const asked: string[] = [];
const recount = async (id: number, context: Context): Promise<void> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(price), 0)::int as total from line where "invoiceId" = ${id} and "deleteTime" is null`.execute(
    context.db,
  );
  await context.write.update('invoice', id, { total: rows[0]!.total });
};
const module: ServerModule = {
  hooks: {
    invoice: {
      beforeSave: async ({ before }) => {
        asked.push(`before ${String(before?.['remark'])}`);
        if (before?.['remark'] === 'closed month') throw refuse('msg.inUse');
      },
      afterSave: async ({ after }, context) => recount(after.id as number, context),
    },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const codes = { state: [{ code: 1 }, { code: 2 }] };
  data = layer(database, module, compileModel({ schemas, resources: [], codes, scopeEntity: 'clinic' }));
  await data.applyTables();
  clinic = (await data.save('clinic', { name: 'North' }, caller())).id;
});
afterAll(() => database?.drop());
beforeEach(() => void asked.splice(0));

interface Made {
  readonly invoice: number;
  readonly line: number;
  readonly part: number;
}

async function made(values: Record<string, unknown> = {}): Promise<Made> {
  const { id: invoice } = await data.save(
    'invoice',
    { clinicId: clinic, lines: [{ what: 'a', price: 100 }], ...values },
    caller(),
  );
  const { rows } = await database.pool.query<{ id: number }>('select id from line where "invoiceId" = $1', [invoice]);
  const line = rows[0]!.id;
  const { id: part } = await data.save('part', { lineId: line, name: 'p' }, caller());
  return { invoice, line, part };
}
const issue = (invoice: number): Promise<string> =>
  data.change(caller(), (context) =>
    context.step('invoice', { id: invoice }, { ways: [{ from: [1], to: 2 }], ask: [], require: [] }),
  );
const state = async (id: number): Promise<unknown> => JSON.parse(await data.info('invoice', id, caller()));
const content = async (): Promise<unknown> =>
  Promise.all(
    ['invoice', 'line', 'part'].map(
      async (name) => (await database.pool.query(`select * from ${name} order by id`)).rows,
    ),
  );

/** Every way in which somebody changes a line by itself. */
const WAYS: readonly (readonly [string, (of: Made, by: ReturnType<typeof caller>) => Promise<unknown>])[] = [
  ['a save', ({ line }, by) => data.save('line', { id: line, price: 1 }, by)],
  ['a new line', ({ invoice }, by) => data.save('line', { invoiceId: invoice, price: 1 }, by)],
  ['a deletion', ({ line }, by) => data.remove('line', line, by)],
  ['a save of a part of the line', ({ part }, by) => data.save('part', { id: part, name: 'q' }, by)],
  ['a deletion of a part of the line', ({ part }, by) => data.remove('part', part, by)],
  ['a save of the line with its parts', ({ line }, by) => data.save('line', { id: line, parts: [] }, by)],
  ['a command with the rights of its caller', ({ line }, by) => data.save('line', { id: line, what: 'b' }, by)],
];

describe('a line of a record whose state is locked', () => {
  test.each(WAYS)('is not changed by %s, and nothing changes', async (_way, change) => {
    const of = await made();
    await issue(of.invoice);
    const before = await content();
    await expect(change(of, caller())).rejects.toMatchObject({ key: 'msg.parentLocked' });
    expect(await content()).toEqual(before);
  });

  test.each(WAYS)('is changed by %s while the record is open', async (_way, change) => {
    const of = await made();
    const before = await content();
    await change(of, caller());
    expect(await content()).not.toEqual(before);
  });

  test('is not deleted among several, and the reason is said', async () => {
    const [open, locked] = [await made(), await made()];
    await issue(locked.invoice);
    const { count, failures } = await data.removeMany('line', [open.line, locked.line], caller());
    expect([count, failures.map(({ id, message }) => [id, message.split(' ')[0]])]).toEqual([
      1,
      [[locked.line, 'msg.parentLocked']],
    ]);
  });

  test('does not come back after it was deleted', async () => {
    const of = await made();
    await data.remove('line', of.line, caller());
    await issue(of.invoice);
    const { count, failures } = await data.undelete('line', [of.line], caller());
    expect([count, failures[0]?.message]).toEqual([0, expect.stringContaining('msg.parentLocked')]);
  });

  test('is not restored to an earlier version', async () => {
    const of = await made();
    await data.save('line', { id: of.line, price: 5 }, caller());
    await issue(of.invoice);
    const page = JSON.parse(JSON.stringify(await data.versions.page('line', of.line, { pageNo: 1, pageSize: 10, mayRestore: true }, caller()))) as { list: { id: number }[] };
    const { updateTime } = await data.versions.difference('line', of.line, page.list[1]!.id, caller());
    await expect(data.versions.restore('line', of.line, page.list[1]!.id, updateTime, caller())).rejects.toMatchObject({ key: 'msg.parentLocked' });
  }); // prettier-ignore

  test('neither comes from another record nor goes to one', async () => {
    const [open, locked] = [await made(), await made()];
    await issue(locked.invoice);
    for (const values of [
      { id: open.line, invoiceId: locked.invoice },
      { id: locked.line, invoiceId: open.invoice },
    ])
      await expect(data.save('line', values, caller())).rejects.toMatchObject({ key: 'msg.parentLocked' });
  });

  test('is refused by an import, which writes the others', async () => {
    const [open, locked] = [await made(), await made()];
    await issue(locked.invoice);
    const file = csv([['id', 'what'], [open.line, 'new'], [locked.line, 'new']]); // prettier-ignore
    const { id } = await check(data, 'line', file);
    await run(data, 'line', id);
    const { rows } = await database.pool.query('select id from line where what = $1 order by id', ['new']);
    expect(rows).toEqual([{ id: open.line }]);
  });

  test('may be changed where the schema says that it is free', async () => {
    const { invoice } = await made();
    await issue(invoice);
    const { id } = await data.save('note', { invoiceId: invoice, text: 'called' }, caller());
    await data.remove('note', id, caller());
  });
});

describe('who changes a line', () => {
  const permissions = (...keys: string[]) =>
    caller({
      permissions: new Set([
        ...keys,
        'line-add',
        'line-edit',
        'line-delete',
        'line-list',
        'part-edit',
        'part-delete',
        'part-list',
        'invoice-list',
      ]),
    });

  test.each(WAYS)('by %s needs the right to edit the record', async (_way, change) => {
    const of = await made();
    const before = await content();
    await expect(change(of, permissions('line-edit'))).rejects.toMatchObject({ code: 403 });
    expect(await content()).toEqual(before);
    await change(of, permissions('invoice-edit'));
  });

  test('sees the record', async () => {
    const of = await made();
    const elsewhere = caller({ scope: [clinic + 1] });
    for (const values of [{ id: of.line, price: 1 }, { invoiceId: of.invoice, price: 1 }])
      await expect(data.save('line', values, elsewhere)).rejects.toMatchObject({ fields: { invoiceId: 'msg.unknownRecord' } });
  }); // prettier-ignore
});

describe('hooks of a record', () => {
  test('are asked about each change of a line, and may refuse it', async () => {
    const of = await made({ remark: 'open month' });
    for (const [, change] of WAYS.slice(0, 2)) {
      asked.splice(0);
      await change(of, caller());
      expect(asked).toEqual(['before open month']);
    }
    await database.pool.query(`update invoice set remark = 'closed month' where id = $1`, [of.invoice]);
    const before = await content();
    for (const [, change] of WAYS) await expect(change(of, caller())).rejects.toMatchObject({ key: 'msg.inUse' });
    expect(await content()).toEqual(before);
  });

  test('add up what its lines are after the change', async () => {
    const of = await made();
    await data.save('line', { id: of.line, price: 7 }, caller());
    expect(await state(of.invoice)).toMatchObject({ total: 7 });
    await data.save('line', { invoiceId: of.invoice, price: 3 }, caller());
    expect(await state(of.invoice)).toMatchObject({ total: 10 });
    await data.remove('line', of.line, caller());
    expect(await state(of.invoice)).toMatchObject({ total: 3 });
  });
});

test('a record is never locked between the check of a line and its write', async () => {
  for (let round = 0; round < 8; round++) {
    const of = await made();
    const outcomes = await Promise.allSettled([
      data.save('line', { id: of.line, price: 1 }, caller()),
      data.save('line', { invoiceId: of.invoice, price: 2 }, caller()),
      issue(of.invoice),
      data.save('part', { id: of.part, name: `r${round}` }, caller()),
      data.remove('line', of.line, caller()),
    ]);
    for (const one of outcomes)
      if (one.status === 'rejected') expect(['msg.parentLocked', 'msg.notFound', 'msg.unknownRecord', 'msg.parameterError', 'msg.inUse', 'msg.conflict']).toContain((one.reason as { key: string }).key); // prettier-ignore
    expect(outcomes[2]!.status).toBe('fulfilled');
    // History is written with the change, under the lock: nothing of the lines follows the step.
    const { rows } = await database.pool.query<{ entity: string; late: boolean }>(
      `select c.entity, c.id > (select max(i.id) from "recordChange" i where i.entity = 'invoice' and i."recordId" = $1 and (i.after ->> 'state') = '2') as late
       from "recordChange" c where c.entity = 'line' and c."recordId" in (select id from line where "invoiceId" = $1) or c.entity = 'part' and c."recordId" = $2`,
      [of.invoice, of.part],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ late }) => late)).toEqual([]);
    expect((await pageOf(data, 'invoice', {})).total).toBeGreaterThan(0);
  }
});
