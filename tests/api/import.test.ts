import { describe, expect, test } from 'vitest';
import { caller } from './dataModel.ts';
import { check, csv, errorsOf, exported, run } from './importFiles.ts';
import { openImportWorld } from './importWorld.ts';

type Values = Record<string, unknown>;

const world = openImportWorld();

describe('an own export', () => {
  test.each(['csv', 'xlsx'] as const)('in the form for import changes nothing (%s)', async (format) => {
    for (const resource of ['booking', 'person', 'branch', 'note', 'reservation']) {
      if ((await world.whole(resource)).length === 0) continue;
      const before = await world.whole(resource);
      const file = await exported(world.data, resource, { format, values: 'raw' });
      const state = await check(world.data, resource, file, { name: `file.${format}` });
      expect([resource, errorsOf(state), state.unchanged]).toEqual([resource, [], before.length]);
      expect(await run(world.data, resource, state.id)).toMatchObject({ created: 0, updated: 0, failed: 0 });
      expect(await world.whole(resource)).toEqual(before);
    }
  });

  test.each(['csv', 'xlsx'] as const)('without its ids makes the same records again (%s)', async (format) => {
    const columns = [
      'name',
      'phone',
      'price',
      'day',
      'startTime',
      'endTime',
      'days',
      'ratio',
      'paid',
      'kind',
      'express',
      'expressReason',
      'extras',
      'detail',
      'remark',
      'fromId',
      'toId',
      'personId',
    ];
    const file = await exported(world.data, 'booking', { format, values: 'raw', columns }, { number: '00' });
    const state = await check(world.data, 'booking', file, { name: `file.${format}` });
    expect([errorsOf(state), state.creates]).toEqual([[], 3]);
    expect(await run(world.data, 'booking', state.id)).toMatchObject({ created: 3, failed: 0 });
    const rows = async (where: string): Promise<unknown[]> =>
      (
        await world.database.pool.query<Values>(
          `select ${columns.map((one) => `"${one}"`).join(', ')} from booking where ${where} order by "fromId", days, paid, name`,
        )
      ).rows;
    expect(await rows('number is null')).toEqual(await rows('number is not null'));
    await world.database.pool.query('delete from booking where number is null');
  });

  test.each(['csv', 'xlsx'] as const)(
    'has as many related records as a list may have, and they come back (%s)',
    async (format) => {
      const { pool } = world.database;
      const { rows } = await pool.query<{ id: number }>(
        `insert into branch (name) select 'Branch ' || n from generate_series(1, 3001) n returning id`,
      );
      const [one, ...branchIds] = rows.map(({ id }) => id);
      const { id } = await world.save('person', { name: 'Everywhere', branchIds });
      await expect(world.save('person', { id, branchIds: [one, ...branchIds] })).rejects.toMatchObject({
        fields: { branchIds: ['msg.tooMany', { max: 3000 }] },
      });
      const file = await exported(world.data, 'person', { format, values: 'raw' }, { keyword: 'Everywhere' });
      await world.save('person', { id, branchIds: [] });
      const state = await check(world.data, 'person', file, { name: `file.${format}` });
      expect([errorsOf(state), state.updates]).toEqual([[], 1]);
      expect(await run(world.data, 'person', state.id)).toMatchObject({ updated: 1, failed: 0 });
      expect(await world.info('person', id)).toMatchObject({ branchIds });
      await pool.query('delete from person where id = $1', [id]);
      await pool.query('delete from branch where id = any($1)', [[one, ...branchIds]]);
    },
  );

  test('with labels is read by them: relations by title, codes by label in any language', async () => {
    const state = await check(
      world.data,
      'booking',
      csv([
        ['姓名', 'สาขาต้นทาง', 'To *', 'Kind', 'Express', 'nonsense', 'Create time', 'Doubled'],
        ['Bob', 'South', world.north, '长租', '1', 'x', 'y', 'z'],
      ]),
    );
    expect(state.columns.map(({ field, as }) => `${field} ${as}`)).toEqual([
      'name labelled',
      'fromId labelled',
      'toId labelled',
      'kind labelled',
      'express labelled',
      'null unknown',
      'null notWritable',
      'null notWritable',
    ]);
    // Required while express is 1.
    expect(errorsOf(state)).toEqual(['2 expressReason msg.required']);
  });
});

describe('errors', () => {
  const header = ['name', 'fromId', 'toId', 'days', 'price', 'day', 'startTime', 'endTime', 'kind', 'number'];
  test('are told by row and column, all at once, and nothing is written', async () => {
    const before = await world.whole('booking');
    const state = await check(
      world.data,
      'booking',
      csv([
        header,
        ['Ann', world.north, world.north, 3, 1.5, '2026-01-01', '', '', 'long', 'N1'],
        ['', world.north, world.north, 'x', 1.555, '2026-02-30', '', '', 'short', ''],
        ['Ann', 4711, 'Nowhere', 400, -1, '', '2026-01-02 10:00', '2026-01-02 09:00', 'huge', ''],
        [],
        ['Ann', 'North', 'South', '', '', '', '', '', '', 'N1'],
        ['Ann', 'North', 'South', '', '', '', '', '', '', '007'],
      ]),
    );
    expect(errorsOf(state).sort()).toEqual(
      [
        '3 name msg.required',
        '3 days msg.badInteger',
        '3 price msg.badMoney',
        '3 day msg.badDate',
        '4 fromId msg.unknownRecord',
        '4 toId msg.unknownRecord',
        '4 days msg.tooLarge {"max":365}',
        '4 price msg.tooSmall {"min":0}',
        '4 kind msg.unknownCode',
        '4 endTime msg.after {"field":"Start time"}',
        '6 number msg.import.twice {"row":2}',
        '7 number msg.booking.number',
      ].sort(),
    );
    expect(state).toMatchObject({ state: 'checked', rows: 5, waiting: 1, bad: 4, created: 0 });
    expect(await world.whole('booking')).toEqual(before);
    await world.data.imports.discard('booking', state.id, caller());
    await expect(world.data.imports.state('booking', state.id, caller())).rejects.toMatchObject({ code: 404 });
  });

  test('of hooks are found before anything is written, and what hooks write is taken back', async () => {
    const before = await world.count('branch');
    const state = await check(
      world.data,
      'person',
      csv([
        ['name', 'phone'],
        ['Nobody', '1'],
        ['Writer', '2'],
        ['Somebody', '3'],
      ]),
    );
    expect(errorsOf(state)).toEqual(['2  msg.person.nobody {}']);
    expect(await world.count('branch')).toBe(before);
    expect(await run(world.data, 'person', state.id)).toMatchObject({ created: 2, failed: 0 });
    expect(await world.count('branch')).toBe(before + 1);
  });

  test('a row that became wrong after the check is told and leaves the others', async () => {
    const state = await check(world.data, 'branch', csv([['name'], ['East'], ['West']]));
    await world.save('branch', { name: 'East' });
    const done = await run(world.data, 'branch', state.id);
    expect(done).toMatchObject({ state: 'done', created: 1, failed: 1 });
    expect(errorsOf(done)).toEqual(['2 name msg.branch.exists']);
  });

  test('a record named twice, an unknown one and one out of scope are refused', async () => {
    const state = await check(
      world.data,
      'booking',
      csv([
        ['id', 'name'],
        [1, 'A'],
        [1, 'B'],
        [4711, 'C'],
        ['x', 'D'],
      ]),
    );
    expect(errorsOf(state)).toEqual(['3 id msg.import.twice {"row":2}', '4 id msg.notFound', '5 id msg.notFound']);
    const outsider = caller({ scope: [world.north] });
    const [own] = (await world.whole('booking')) as { id: number }[];
    const scoped = await check(
      world.data,
      'booking',
      csv([
        ['id', 'name', 'fromId', 'toId'],
        ['', 'New', world.south, world.south],
        ['', 'New', world.north, world.south],
        [own!.id, 'x', world.south, world.south],
      ]),
      { by: outsider },
    );
    expect(errorsOf(scoped)).toEqual(['2 fromId msg.forbidden.text', '4 fromId msg.forbidden.text']);
  });
});
