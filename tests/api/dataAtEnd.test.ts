import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, refuse } from 'forecourt/server';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer } from './dataModel.ts';

let database: TestDatabase;
let data: DataLayer;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  await data.save('branch', { name: 'North' }, caller());
});
afterAll(() => database?.drop());

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)).rows[0]!.count;
const everything = (): Promise<number[]> =>
  Promise.all(
    ['branch', '"recordChange"', 'outbox', '"operationLog"', 'idempotency'].map((table) => count(`${table}`)),
  );
const MESSAGE = { channel: 'sms', topic: 'made', to: '081', payload: { text: 'hello' } };

/** Two branches and a message, written with the end. */
const twoAtEnd =
  (...names: readonly [string, string]) =>
  async ({ write }: Context): Promise<{ id: number }> => {
    const ids = await write.nextIds('branch', 'branch');
    write.atEnd.insert(
      'branch',
      names.map((name, at) => ({ id: ids[at]!, name })),
    );
    write.atEnd.insert('branch', []);
    write.atEnd.message(MESSAGE);
    return { id: ids[0]! };
  };

test('what is left to the end of a command is written with it, each row with its history', async () => {
  const before = await everything();
  const answer = await data.change(caller(), twoAtEnd('East', 'West'), { idempotencyKey: 'two', body: {} });
  const { id } = JSON.parse(answer) as { id: number };
  expect(await everything()).toEqual([2, 2, 1, 1, 1].map((more, at) => before[at]! + more));
  expect(await count(`branch where id = $1 and name = 'East'`, [id])).toBe(1);
  expect(await count(`"recordChange" where entity = 'branch' and "recordId" = $1 and before is null`, [id])).toBe(1);
  expect(await data.change(caller(), twoAtEnd('A', 'B'), { idempotencyKey: 'two', body: {} })).toBe(answer);
});

test('what comes after it in the command finds it written', async () => {
  await data.change(caller(), async ({ write, db }) => {
    const [id] = await write.nextIds('branch');
    write.atEnd.insert('branch', [{ id, name: 'South' }]);
    const { rows } = await sql`select name from branch where id = ${id}`.execute(db);
    expect(rows).toEqual([{ name: 'South' }]);
    return { id };
  });
});

test('what the database refuses of it is refused as ever, and nothing of the command remains, its key included', async () => {
  const before = await everything();
  const options = { idempotencyKey: 'again', body: {} };
  await expect(data.change(caller(), twoAtEnd('Harbour', 'North'), options)).rejects.toMatchObject({
    fields: { name: 'msg.branch.exists' },
  });
  expect(await everything()).toEqual(before);
  await data.change(caller(), twoAtEnd('Harbour', 'Hill'), options);
  expect(await count(`branch where name in ('Harbour', 'Hill')`)).toBe(2);
});

test('a part that may be refused is judged before the rest goes on', async () => {
  await data.change(caller(), async (context) => {
    const failed = await context.attempt(() => twoAtEnd('Lake', 'North')(context));
    expect(failed).toMatchObject({ refusal: { fields: { name: 'msg.branch.exists' } } });
    const done = await context.attempt(() => twoAtEnd('Lake', 'River')(context));
    expect(done).toHaveProperty('value');
    return null;
  });
  expect(await count(`branch where name in ('Lake', 'River')`)).toBe(2);
});

test('who goes on after what was refused hears its reason, not that the transaction is over', async () => {
  const goOn = async (context: Context) => {
    await twoAtEnd('Bay', 'North')(context);
    return context.write.insert('branch', { name: 'Cape' });
  };
  const reason = { fields: { name: 'msg.branch.exists' } };
  await expect(data.change(caller(), goOn)).rejects.toMatchObject(reason);
  await data.change(caller(), async (context) => {
    expect(await context.attempt(() => goOn(context))).toMatchObject({ refusal: reason });
    await context.write.insert('branch', { name: 'Cape' });
    return null;
  });
  await expect(
    data.change(caller(), async (context) => {
      await twoAtEnd('Bay', 'North')(context);
      return context.attempt(() => Promise.resolve(1));
    }),
  ).rejects.toMatchObject(reason);
  expect(await count(`branch where name in ('Bay', 'Cape')`)).toBe(1);
});

test('what a part left behind that was refused is gone with it', async () => {
  await data.change(caller(), async (context) => {
    const failed = await context.attempt(async () => {
      await twoAtEnd('Ridge', 'Valley')(context);
      throw refuse('msg.no');
    });
    expect(failed).toMatchObject({ refusal: { key: 'msg.no' } });
    return null;
  });
  expect(await count(`branch where name in ('Ridge', 'Valley')`)).toBe(0);
});

test('without a transaction there is no end to leave anything to', async () => {
  await expect(
    data.read(caller(), ({ write }) => Promise.resolve(write.atEnd.insert('branch', [{ name: 'Nowhere' }]))),
  ).rejects.toThrow('no transaction');
});

test('what is done apart stays, whatever becomes of the command', async () => {
  await sql`create table counted (n int)`.execute(data.db);
  await expect(
    data.change(caller(), async ({ apart, write }) => {
      await write.insert('branch', { name: 'Forgotten' });
      await sql`insert into counted values (1)`.execute(apart);
      throw new Error('no more');
    }),
  ).rejects.toThrow('no more');
  expect([await count('counted'), await count(`branch where name = 'Forgotten'`)]).toEqual([1, 0]);
});
