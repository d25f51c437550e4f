import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, NOW, pageOf } from './dataModel.ts';
import { check, csv, errorsOf, run } from './importFiles.ts';

/** Rules about rows (`x-rows`): doctors see their own visits, and the lines of those; a board shows what is open today. */
const text = { type: 'string' } as const;
const to = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
const schemas: Record<string, EntitySchema> = {
  user: { type: 'object', properties: { name: text } },
  doctor: {
    type: 'object',
    properties: {
      name: text,
      userId: to('user'),
      helperIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'user' } },
    },
  },
  visit: {
    type: 'object',
    required: ['name'],
    'x-search': ['name'],
    'x-history': true,
    'x-states': { field: 'state', initial: 'open', transitions: [{ action: 'finish', from: ['open'], to: 'done' }] },
    'x-rows': {
      own: {
        where: {
          anyOf: [
            { properties: { 'doctorId.userId': { const: '$user' } } },
            { properties: { 'doctorId.helperIds': { contains: { const: '$user' } } } },
          ],
        },
        except: 'seeAll',
      },
      open: { where: { not: { properties: { state: { const: 'done' } } } }, except: 'seeDone' },
    },
    properties: { name: text, doctorId: to('doctor'), state: { type: 'string', enum: ['open', 'done'] } },
  },
  line: {
    type: 'object',
    'x-rows': { visit: { like: 'visitId' } },
    properties: { name: text, visitId: to('visit') },
  },
  notice: {
    type: 'object',
    'x-rows': {
      current: {
        where: { properties: { from: { maximum: 'today' }, until: { minimum: 'now' }, size: { enum: [1, 2] } } },
        except: 'seeAll',
      },
    },
    properties: {
      name: text,
      from: { type: 'string', format: 'date' },
      until: { type: 'string', format: 'date-time' },
      size: { type: 'integer' },
    },
  },
  memo: {
    type: 'object',
    'x-rows': { small: { where: { properties: { size: { const: 1 } } } } },
    properties: { name: text, size: { type: 'integer' } },
  },
  round: {
    type: 'object',
    properties: { noticeIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'notice' } } },
  },
};
const RIGHTS = ['add', 'edit', 'delete', 'detail', 'query'].flatMap((word) =>
  Object.keys(schemas).map((name) => `${name}-${word}`),
);
const by = (id: number, ...more: string[]) => caller({ id, permissions: new Set([...RIGHTS, ...more]) });
const [ANNA, BEN] = [101, 102];
const anna = by(ANNA);

const model = compileModel({
  schemas,
  resources: [{ schema: 'visit', options: { fields: ['name'], search: true } }],
  codes: {},
});
let database: TestDatabase;
let data: ReturnType<typeof layer>;
let doctors: Readonly<Record<'anna' | 'ben', number>>;
let visits: Readonly<Record<'annas' | 'bens' | 'helped' | 'nobodys', number>>;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, model);
  await data.applyTables();
  const at = new Date(NOW);
  for (const id of [ANNA, BEN])
    await sql`insert into "user" (id, name, "createTime", "updateTime") values (${id}, ${String(id)}, ${at}, ${at})`.execute(
      data.db,
    );
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.pool.query('truncate line, visit, doctor, notice, round, memo');
  const doctor = async (name: string, values: object) => (await data.save('doctor', { name, ...values }, caller())).id;
  const visit = async (name: string, doctorId: number | null) =>
    (await data.save('visit', { name, doctorId }, caller())).id;
  doctors = { anna: await doctor('Anna', { userId: ANNA }), ben: await doctor('Ben', { userId: BEN }) };
  const helped = await doctor('Cara', { helperIds: [ANNA] });
  visits = {
    annas: await visit('annas', doctors.anna),
    bens: await visit('bens', doctors.ben),
    helped: await visit('helped', helped),
    nobodys: await visit('nobodys', null),
  };
});

const names = async (resource: string, who = anna, query = {}): Promise<unknown[]> =>
  (await pageOf(data, resource, query, who)).list.map(({ name }) => name).sort();
const stored = async (): Promise<unknown> =>
  (await database.pool.query('select id, name, "doctorId", state from visit order by id')).rows;

describe('a row outside the rules', () => {
  test('is in no list, number, choice, search, record, history or export', async () => {
    expect(await names('visit')).toEqual(['annas', 'helped']);
    expect((await pageOf(data, 'visit', {}, anna)).total).toBe(2);
    expect(await names('visit', anna, { ids: String(visits.bens) })).toEqual([]);
    expect(await data.options('visit', {}, anna)).not.toMatch(/bens|nobodys/);
    expect(await data.options('visit', { keyword: 'bens' }, anna)).toBe('[]');
    for (const id of [visits.bens, visits.nobodys])
      await expect(data.info('visit', id, anna)).rejects.toMatchObject({ code: 404 });
    await expect(
      data.change(anna, (context) => context.history('visit', visits.bens).then(() => null)),
    ).rejects.toMatchObject({ code: 404 });
    expect(JSON.parse(await data.info('visit', visits.annas, anna))).toMatchObject({ name: 'annas' });
  });

  test('is there for who holds the right to see all, and for who holds every right', async () => {
    expect(await names('visit', by(ANNA, 'visit-seeAll'))).toEqual(['annas', 'bens', 'helped', 'nobodys']);
    expect(await names('visit', caller())).toEqual(['annas', 'bens', 'helped', 'nobodys']);
    // One right of two: the other rule still binds.
    await database.pool.query(`update visit set state = 'done' where id = $1`, [visits.annas]);
    expect(await names('visit', by(ANNA, 'visit-seeAll'))).toEqual(['bens', 'helped', 'nobodys']);
    expect(await names('visit', by(ANNA, 'visit-seeDone'))).toEqual(['annas', 'helped']);
  });

  test('is there for who holds every right alone, where no right lifts the rule', async () => {
    for (const size of [1, 2]) await data.save('memo', { name: `memo ${size}`, size }, caller());
    expect(await names('memo', by(ANNA, 'memo-seeAll'))).toEqual(['memo 1']);
    expect(await names('memo', caller())).toEqual(['memo 1', 'memo 2']);
  });

  test('is not changed, deleted or stepped, and nothing is told of it', async () => {
    const before = await stored();
    for (const id of [visits.bens, visits.nobodys]) {
      await expect(data.save('visit', { id, name: 'x' }, anna)).rejects.toMatchObject({ code: 404 });
      await expect(data.remove('visit', id, anna)).rejects.toMatchObject({ code: 404 });
      await expect(
        data.change(anna, (context) =>
          context.step('visit', { id }, { ways: [{ from: ['open'], to: 'done' }], ask: [], require: [] }),
        ),
      ).rejects.toMatchObject({ code: 404 });
    }
    expect(await stored()).toEqual(before);
  });

  test('is not made, and none is put outside', async () => {
    const before = await stored();
    for (const values of [
      { name: 'new', doctorId: doctors.ben },
      { name: 'new' },
      { id: visits.annas, name: 'x', doctorId: doctors.ben },
    ])
      await expect(data.save('visit', values, anna)).rejects.toMatchObject({ code: 403 });
    expect(await stored()).toEqual(before);
    const { id } = await data.save('visit', { name: 'new', doctorId: doctors.anna }, anna);
    await data.save('visit', { id, name: 'newer' }, anna);
    expect(await names('visit')).toEqual(['annas', 'helped', 'newer']);
  });

  test('is not made by saves that are written together', async () => {
    const before = await stored();
    const made = await Promise.allSettled(
      [doctors.anna, doctors.ben, doctors.ben, doctors.anna].flatMap((doctorId) =>
        [ANNA, BEN].map((id) => data.save('visit', { name: `by ${id}`, doctorId }, by(id))),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(
      [1, 0, 0, 1, 0, 1, 1, 0].map((own) => (own ? 'fulfilled' : 'rejected')),
    );
    expect(before).toHaveLength(4);
    expect(await names('visit', by(BEN))).toEqual(['bens', `by ${BEN}`, `by ${BEN}`]);
  });

  test('is what a step may make of a row that was inside', async () => {
    await data.change(anna, (context) =>
      context.step('visit', { id: visits.annas }, { ways: [{ from: ['open'], to: 'done' }], ask: [], require: [] }),
    );
    expect(await names('visit')).toEqual(['helped']);
  });

  test('is named by no relation, and its lines are outside too', async () => {
    await expect(data.save('line', { name: 'l', visitId: visits.bens }, anna)).rejects.toMatchObject({ code: 400 });
    await expect(data.save('line', { name: 'l' }, anna)).rejects.toMatchObject({ code: 403 });
    await data.save('line', { name: 'of bens', visitId: visits.bens }, caller());
    await data.save('line', { name: 'of annas', visitId: visits.annas }, anna);
    expect(await names('line')).toEqual(['of annas']);
    expect(await names('line', by(BEN))).toEqual(['of bens']);
    expect(await names('line', by(ANNA, 'visit-seeAll'))).toEqual(['of annas', 'of bens']);
  });

  test('is not what a checked file promises to make', async () => {
    const rows = [doctors.anna, doctors.ben, ''].map((doctorId) => ['new', doctorId]);
    const state = await check(data, 'visit', csv([['name', 'doctorId'], ...rows]), { by: anna });
    expect([state.waiting, errorsOf(state)]).toEqual([1, ['3  msg.forbidden.text', '4  msg.forbidden.text']]);
    await run(data, 'visit', state.id, anna);
    expect(await names('visit')).toEqual(['annas', 'helped', 'new']);
    const moved = csv([
      ['id', 'doctorId'],
      [visits.annas, doctors.ben],
    ]);
    expect(errorsOf(await check(data, 'visit', moved, { by: anna }))).toEqual(['2  msg.forbidden.text']);
  });

  test('is not told to be in use', async () => {
    const { id } = await data.save('notice', { name: 'outside', size: 3 }, caller());
    await data.save('round', { noticeIds: [id] }, caller());
    await expect(data.remove('notice', id, anna)).rejects.toMatchObject({ code: 404 });
    await expect(data.remove('notice', id, caller())).rejects.toMatchObject({ code: 400 });
  });

  test('is not in SQL of an application that asks what is in scope', async () => {
    const found = await data.change(anna, async (context) => {
      const { rows } = await sql<{ name: string }>`
        select v.name from visit v where v.name <> ${'x'} and ${context.inScope('visit', 'v')} order by v.name
      `.execute(context.db);
      return rows.map(({ name }) => name);
    });
    expect(JSON.parse(found)).toEqual(['annas', 'helped']);
  });
});

test('a rule reads the day and the time of the request, in the zone of the application', async () => {
  const notice = (name: string, values: object) => data.save('notice', { name, size: 1, ...values }, caller());
  // The first of May begins in Bangkok seven hours before NOW says so in UTC.
  await notice('now', { from: '2026-05-01', until: '2026-05-01 10:00:01' });
  await notice('past', { from: '2026-05-01', until: '2026-05-01 09:59:59' });
  await notice('later', { from: '2026-05-02', until: '2026-05-03 09:00:00' });
  await notice('other', { from: '2026-05-01', until: '2026-05-03 09:00:00', size: 3 });
  await notice('endless', { from: '2026-05-01' });
  expect(await names('notice', by(ANNA))).toEqual(['now']);
  const found = await data.change(by(ANNA), async (context) => {
    const { rows } = await sql<{
      name: string;
    }>`select n.name from notice n where ${context.inScope('notice', 'n')}`.execute(context.db);
    return rows;
  });
  expect(JSON.parse(found)).toEqual([{ name: 'now' }]);
});

test('a rule is served by an index that follows from it', async () => {
  const { rows } = await database.pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename in ('visit', 'notice', 'doctor')`,
  );
  const defined = rows.map(({ indexdef }) => indexdef).join('\n');
  expect(defined).toMatch(/ON public\.visit USING btree \("doctorId"/);
  expect(defined).toMatch(/ON public\.notice USING btree \("from"/);
});
