import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { application } from '../../src/application.ts';
import { ID, INTEGER, list, object } from 'forecourt/calls';
import { defineCommand, type Database } from 'forecourt/server';
import { startTestApp, type TestApp } from './app.ts';
import { fillDemo } from './demo.ts';
import { eraseAll } from './erasures.ts';

const NOW = Date.parse('2026-11-20T10:30:00+07:00');
const eraseMembers = defineCommand(
  {
    method: 'POST',
    path: '/test/erase',
    summary: 'Erase members without a question',
    permission: 'menu-list',
    input: object({ ids: list(ID) }),
    answer: object({ rows: INTEGER }),
    log: { module: 'member', action: 'test' },
  },
  {
    async run({ ids }, context) {
      const erased = await context.erasePeople('member', ids);
      return { rows: erased.reduce((sum, one) => sum + one.ids.length, 0) };
    },
  },
);

/** Everything that is about members, by the schemas. */
const ABOUT = [...application.model.entities.values()].filter(
  ({ schema }) => schema['x-person'] !== undefined && !schema['x-view'],
);
/** Of these the demonstration has no row; each gets one. */
const MADE: Readonly<Record<string, (order: number) => RawBuilder<unknown>>> = {
  preauth: (order) =>
    sql`insert into preauth ("orderId", purpose, number, method, amount, captured, released, "expireTime", remark) values (${order}, 'deposit', 'made-up', 3, 100, 0, 0, now(), 'Somebody')`,
  contract: (order) =>
    sql`insert into contract ("orderId", "contractNo", document, "signImage", "signTime") values (${order}, 'C1', '{"renter": "Somebody"}', 'made-up', now())`,
  channelMessage: (order) =>
    sql`insert into "channelMessage" (channel, kind, "messageId", "channelOrderNo", tries, "orderId", state, content, answer) values (2, 'create', 'made-up', 'X1', 0, ${order}, 'applied', '{"driver": "Somebody"}', '{"name": "Somebody"}')`,
};

let app: TestApp;
/** Members to be erased, such that each entity has a row about one of them, and no more than these. */
let people: number[];
beforeAll(async () => {
  app = await startTestApp({
    clock: () => NOW,
    commands: [eraseMembers],
    withUsers: false,
    fill: { name: 'demo', run: (db: Database) => fillDemo(db, NOW) },
  });
  const { rows } = await sql<{ member: number; order: number }>`
    select "memberId"::int as member, id::int as order from "order" where "memberId" is not null order by id limit 1`.execute(
    app.db,
  );
  for (const make of Object.values(MADE)) await make(rows[0]!.order).execute(app.db);
  people = [rows[0]!.member];
  for (const { name, schema } of ABOUT) {
    const found = await sql<{ member: number | null }>`
      select min(${personOf(schema['x-person']!)})::int as member from ${sql.table(name)} t`.execute(app.db);
    const { member } = found.rows[0]!;
    if (member !== null) people.push(member);
  }
  people = [...new Set(people)];
});
afterAll(() => app?.close());

/** The member whom a row `t` is about, by the words of its schema: `memberId`, `orderId.memberId`, `id`. */
function personOf(path: string): RawBuilder<unknown> {
  const [first, second] = path.split('.');
  return second === undefined
    ? sql`${sql.ref(`t.${first!}`)}`
    : sql`(select ${sql.ref(`o.${second}`)} from "order" o where o.id = ${sql.ref(`t.${first!}`)})`;
}

interface Held {
  readonly id: number;
  readonly mine: boolean;
  readonly row: Readonly<Record<string, unknown>>;
  readonly text: string;
}
async function rowsOf(name: string): Promise<readonly Held[]> {
  const path = application.model.entities.get(name)!.schema['x-person']!;
  const { rows } = await sql<Held>`
    select t.id::int, coalesce(${personOf(path)} = any(${people}::bigint[]), false) as mine, to_jsonb(t) as row, t::text as text from ${sql.table(name)} t order by t.id`.execute(
    app.db,
  );
  return rows;
}
const historyOf = async (name: string) => {
  const { rows } = await sql<{ recordId: number; before: object | null; after: object | null; text: string }>`
    select "recordId"::int, before, after, t::text as text from "recordChange" t where entity = ${name} order by id`.execute(
    app.db,
  );
  return rows;
};

it('every kind of record about members has one to look at', async () => {
  const without = [];
  const holding = ABOUT.filter(({ fields }) => fields.some(({ schema }) => schema['x-personal'] !== undefined));
  for (const { name } of holding) if (!(await rowsOf(name)).some(({ mine }) => mine)) without.push(name);
  expect(without).toEqual([]);
  expect(ABOUT.length).toBeGreaterThan(12);
});

test('the erasure blanks what is personal in every kind of record, and leaves all others as they are', async () => {
  const admin = await app.as('admin');
  const names = ABOUT.map(({ name }) => name);
  const before = new Map<string, readonly Held[]>();
  for (const name of names) before.set(name, await rowsOf(name));
  // A change of each, so that each has a history.
  for (const name of names)
    for (const { id, row } of before.get(name)!.slice(0, 40))
      await sql`insert into "recordChange" (entity, "recordId", event, before, after) values (${name}, ${id}, 'test', ${JSON.stringify(row)}::jsonb, ${JSON.stringify(row)}::jsonb)`.execute(app.db); // prettier-ignore
  const history = new Map<string, Awaited<ReturnType<typeof historyOf>>>();
  for (const name of names) history.set(name, await historyOf(name));

  const answer = await admin.post<{ rows: number }>('/test/erase', { ids: people });
  expect(answer.statusCode).toBe(200);
  await eraseAll({ app: app as never });

  for (const name of names) {
    const { fields } = application.model.entities.get(name)!;
    const personal = fields.filter(({ schema }) => schema['x-personal'] !== undefined).map((field) => field.name);
    const mine = new Set(before.get(name)!.flatMap(({ id, mine: is }) => (is ? [id] : [])));
    const after = await rowsOf(name);
    for (const { id, row, text } of after) {
      const was = before.get(name)!.find((one) => one.id === id)!;
      if (!mine.has(id)) expect([name, id, text]).toEqual([name, id, was.text]);
      else
        for (const key of personal)
          expect([name, key, row[key] === null || row[key] === `#${id}` || JSON.stringify(row[key]) === '{}']).toEqual([
            name,
            key,
            true,
          ]);
    }
    const changes = await historyOf(name);
    for (const [at, was] of history.get(name)!.entries()) {
      const now = changes[at]!;
      if (!mine.has(was.recordId)) expect(now.text).toBe(was.text);
      else for (const key of personal) expect([name, Object.keys({ ...now.before, ...now.after }).includes(key)]).toEqual([name, false]); // prettier-ignore
    }
  }
});
