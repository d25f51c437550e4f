import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { caller } from './dataModel.ts';
import {
  ANN,
  asked,
  BEN,
  by,
  compare,
  EVE,
  NORTH,
  openComparedWorlds,
  SOUTH,
  tryFiles,
  type Values,
  type World,
} from './importComparison.ts';
import { check, csv, errorsOf, run, runBriefly } from './importFiles.ts';
import { onStatement } from './statementTrail.ts';

const { worlds, hookWorlds } = openComparedWorlds();
let runs = 0;

describe('rows that are written together are as if each had been saved by itself', () => {
  test('hooks of many rows: what they change, refuse and do afterwards', async () => {
    const header = ['name', 'fromId', 'toId', 'days'];
    const rows = Array.from({ length: 150 }, (_, at) => [
      at % 3 === 0 ? at / 3 : '',
      at % 40 === 7 ? 'Evil' : `Wu ${at}`,
      at % 2 ? NORTH : SOUTH,
      NORTH,
      at,
    ]);
    const prepare = async ({ data, database }: World): Promise<readonly number[]> => {
      const ids: number[] = [];
      for (let at = 0; at < 50; at++) {
        const values = { name: `Stored ${at}`, fromId: NORTH, toId: NORTH };
        ids.push((await data.save('booking', values, by())).id);
      }
      await database.pool.query(`update booking set remark = 'closed' where id = $1`, [ids[9]]);
      return ids;
    };
    // After the check one is closed that was open: it alone is refused.
    const between = ({ database }: World, ids: readonly number[]): Promise<unknown> =>
      database.pool.query(`update booking set remark = 'closed' where id = $1`, [ids[20]]);
    asked.length = 0;
    const state = await compare(hookWorlds, 'booking', header, rows, { prepare, between });
    expect(state).toMatchObject({ created: 97, updated: 47, failed: 1 });
    expect(asked.filter((count) => count > 90).length).toBeGreaterThan(1);
  });

  test('bookings: created and changed, with relations, documents, lists, zones, notices and what others did meanwhile', async () => {
    const header = [
      'name',
      'number',
      'fromId',
      'toId',
      'personId',
      'kind',
      'express',
      'expressReason',
      'startTime',
      'days',
      'extras',
      'detail',
    ];
    const cell = (...values: (string | number)[]) => fc.constantFrom(...values);
    const row = fc.tuple(
      fc.option(fc.nat(5), { nil: '' as const }),
      cell('Wu', 'Wu Li', 'Ann'),
      fc.nat(40),
      cell(NORTH, SOUTH, 'South'),
      cell(NORTH, SOUTH),
      cell('', ANN, BEN, EVE),
      cell('', 'short', 'long'),
      cell('', 0, 1),
      cell('', 'why'),
      cell('', '2026-03-01 10:00:00'),
      cell('', 3, 400),
      cell('', 'a'.repeat(32)),
      cell('', '{"colour":"red"}'),
    );
    const file = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 130 }),
      taken: fc.array(fc.nat(40), { maxLength: 3 }),
      finished: fc.boolean(),
      leaves: fc.boolean(),
      scope: fc.constantFrom(undefined, [NORTH]),
    });
    await tryFiles((totals) =>
      fc.asyncProperty(file, async ({ rows, taken, finished, leaves, scope }) => {
        runs += 1;
        const numbered = (number: number): string => (number > 36 ? '' : `${runs}-${number}`);
        const booking = (values: Values) => ({ name: 'Old', fromId: NORTH, toId: SOUTH, ...values });
        const state = await compare(
          worlds,
          'booking',
          header,
          rows.map(([id, name, number, ...cells]) => [id, name, numbered(number), ...cells]),
          {
            scope,
            prepare: async ({ data }) => {
              const ids = [];
              for (let at = 0; at < 6; at++)
                ids.push((await data.save('booking', booking({ number: `${runs}-${at}`, days: at }), by())).id);
              return ids;
            },
            between: async ({ data, database }, ids) => {
              for (const number of new Set(taken))
                await data.save('booking', booking({ number: `${runs}-${10 + number}` }), by());
              if (finished) await data.remove('booking', ids[0], by());
              // Somebody who is put away can no longer be named.
              await database.pool.query('update person set "deleteTime" = $1 where id = $2', [
                leaves ? new Date() : null,
                EVE,
              ]);
            },
          },
        );
        for (const name of ['created', 'updated', 'failed'] as const) totals[name] += state[name];
      }),
    );
  });

  test('reservations: which of two that exclude each other is refused depends on their order alone', async () => {
    const row = fc.tuple(
      fc.option(fc.nat(7), { nil: '' as const }),
      fc.nat(3),
      fc.nat(12),
      fc.integer({ min: 1, max: 3 }),
    );
    await tryFiles((totals) =>
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
        runs += 1;
        const room = (number: number): number => runs * 10 + number;
        const hour = (at: number): string => `2026-03-01 ${String(at).padStart(2, '0')}:00:00`;
        const state = await compare(
          worlds,
          'reservation',
          ['room', 'startTime', 'endTime'],
          rows.map(([id, number, from, length]) => [id, room(number), hour(from), hour(from + length)]),
          {
            prepare: async ({ data }) => {
              const ids = [];
              for (let at = 0; at < 8; at++) {
                const values = { room: room(at % 4), startTime: hour(at < 4 ? 2 : 8), endTime: hour(at < 4 ? 4 : 9) };
                ids.push((await data.save('reservation', values, by())).id);
              }
              return ids;
            },
          },
        );
        for (const name of ['created', 'updated', 'failed'] as const) totals[name] += state[name];
      }),
    );
  });
});

describe('many rows', () => {
  const people = (of: string, count: number): Buffer =>
    csv([['name', 'phone'], ...Array.from({ length: count }, (_, at) => [`${of} ${at}`, `+66${of}${at}`])]);
  const count = async (of: string): Promise<number> =>
    (
      await worlds[0]!.database.pool.query<{ count: number }>(
        `select count(*)::int as count from person where name like $1`,
        [`${of} %`],
      )
    ).rows[0]!.count;
  const data = (): DataLayer => worlds[0]!.data;

  test('a thousand rows take few statements, with a refused one among them little more', async () => {
    const sent: string[] = [];
    const { id } = await check(data(), 'person', people('1', 1_000));
    await data().save('person', { name: 'First', phone: '+661512' }, caller());
    onStatement(({ text }) => void sent.push(text));
    const state = await run(data(), 'person', id);
    vi.restoreAllMocks();
    expect(state).toMatchObject({ created: 999, failed: 1 });
    // The header is row 1.
    expect(errorsOf(state)).toEqual(['514 phone msg.duplicate']);
    expect(sent.length).toBeLessThan(150);
  });

  test('an import that is given up in the middle keeps what is written and forgets the rest', async () => {
    const { id } = await check(data(), 'person', people('2', 500));
    const { created, waiting } = await runBriefly(data(), 'person', id);
    expect([created > 0, waiting > 0, created + waiting]).toEqual([true, true, 500]);
    await data().imports.discard('person', id, caller());
    expect(await count('2')).toBe(created);
    await expect(run(data(), 'person', id)).rejects.toMatchObject({ code: 404 });
  });

  test('of two who import the same rows at once each row is written by one, and told to the other', async () => {
    const [first, second] = [caller(), caller({ id: 2 })];
    const [one, other] = [
      await check(data(), 'person', people('3', 300), { by: first }),
      await check(data(), 'person', people('3', 300), { by: second }),
    ];
    const states = await Promise.all([run(data(), 'person', one.id, first), run(data(), 'person', other.id, second)]);
    expect(states.map(({ created, failed }) => created + failed)).toEqual([300, 300]);
    expect(states[0]!.created + states[1]!.created).toBe(300);
    expect(await count('3')).toBe(300);
    expect(new Set(states.flatMap(errorsOf).map((error) => error.replace(/^\d+ /, '')))).toEqual(
      new Set(['phone msg.duplicate']),
    );
  });

  test('a connection that dies in the middle leaves nothing of its call, and the import goes on', async () => {
    const { id } = await check(data(), 'person', people('4', 500));
    let inserts = 0;
    onStatement(async ({ connection, text }) => {
      if (!text.includes('insert into "person"') || ++inserts !== 3) return;
      const { processID } = connection as pg.Client & { readonly processID: number };
      await worlds[1]!.database.pool.query('select pg_terminate_backend($1, 10000)', [processID]);
    });
    await expect(run(data(), 'person', id)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await count('4')).toBe(0);
    expect(await data().imports.state('person', id, caller())).toMatchObject({ created: 0, waiting: 500 });
    expect(await run(data(), 'person', id)).toMatchObject({ created: 500, failed: 0 });
    expect(await count('4')).toBe(500);
  });
});
