import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { actor, caller, layer, pageOf } from './dataModel.ts';

const text = { type: 'string', maxLength: 20 } as const;
/** Folders in folders of shelves, and the papers in them. */
const schemas: Record<string, EntitySchema> = {
  shelf: { type: 'object', 'x-scope': 'id', properties: { name: text } },
  folder: {
    type: 'object',
    'x-tree': 'parentId',
    'x-scope': 'shelfId',
    properties: {
      name: text,
      shelfId: { type: 'integer', 'x-ref': { resource: 'shelf' } },
      parentId: { type: 'integer', 'x-ref': { resource: 'folder' } },
    },
  },
  paper: {
    type: 'object',
    properties: {
      title: text,
      folderId: { type: 'integer', 'x-ref': { resource: 'folder' } },
      tagIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'folder' } },
    },
  },
};

let database: TestDatabase;
let data: DataLayer;
let shelves: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  const model = compileModel({ schemas, resources: [], codes: {}, scopeEntity: 'shelf' });
  data = layer(database, {}, model);
  await data.applyTables();
  shelves = [
    (await data.save('shelf', { name: 'One' }, caller())).id,
    (await data.save('shelf', { name: 'Two' }, caller())).id,
  ];
});
afterAll(() => database?.drop());

/** a › b › c, and d beside them. */
let [a, b, c, d]: number[] = [];
const folder = async (name: string, parentId: number | null = null, shelf = shelves[0]): Promise<number> =>
  (await data.save('folder', { name, parentId, shelfId: shelf }, caller())).id;
beforeEach(async () => {
  await database.pool.query('truncate folder, paper restart identity cascade');
  a = await folder('a');
  b = await folder('b', a);
  c = await folder('c', b);
  d = await folder('d');
});
const move = (id: number, parentId: number | null): Promise<string> =>
  data.save('folder', { id, parentId }, caller()).then(
    () => 'moved',
    (error: { fields?: Record<string, unknown>; key?: string; code?: number }) =>
      JSON.stringify(error.fields ?? error.code),
  );
const CYCLE = JSON.stringify({ parentId: 'msg.tree.cycle' });
const names = async (filters: Record<string, string>, by = caller(), resource = 'folder'): Promise<string> =>
  (await pageOf(data, resource, { ...filters, sortField: 'id', sortOrder: 'ascend' }, by)).list
    .map((row) => (row as { name?: string; title?: string }).name ?? (row as { title?: string }).title)
    .join('');

describe('a row of a tree', () => {
  test('goes below any other, but never below itself or what lies below it', async () => {
    expect(await move(a!, a!)).toBe(CYCLE);
    expect(await move(a!, b!)).toBe(CYCLE);
    expect(await move(a!, c!)).toBe(CYCLE);
    expect(await move(a!, d!)).toBe('moved');
    expect(await move(d!, c!)).toBe(CYCLE);
    expect(await move(b!, null)).toBe('moved');
    expect(await move(d!, c!)).toBe('moved');
  });

  test('is not moved below itself by commands either', async () => {
    await expect(
      data.change(caller(), (context) => context.write.update('folder', a!, { parentId: c })),
    ).rejects.toMatchObject({ fields: { parentId: 'msg.tree.cycle' } });
  });

  test('of two moves at once that make a circle together, one is refused', async () => {
    for (let round = 0; round < 20; round++) {
      const [left, right] = [await folder('l'), await folder('r')];
      const outcomes = await Promise.all([move(left, right), move(right, left)]);
      expect(outcomes.sort()).toEqual(['moved', CYCLE].sort());
    }
  });

  test('of many moves at once none closes a circle', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await folder(`n${count}`));
    const outcomes = await Promise.all(ids.map((id, at) => move(id, ids[(at + 1) % ids.length]!)));
    expect(outcomes.filter((one) => one === CYCLE)).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'moved')).toHaveLength(4);
  });

  test('with rows below it is not deleted', async () => {
    await expect(data.remove('folder', b!, caller())).rejects.toMatchObject({ key: 'msg.inUse' });
    await data.remove('folder', c!, caller());
    await data.remove('folder', b!, caller());
    expect(await names({})).toBe('ad');
  });
});

describe('the list of a tree', () => {
  test('answers one level, and which of its rows have rows below them', async () => {
    const level = async (parentId: string) =>
      (await pageOf(data, 'folder', { parentId, sortField: 'id', sortOrder: 'ascend' })).list.map((row) => {
        const { name, hasChildren } = row as { name: string; hasChildren: boolean };
        return [name, hasChildren];
      });
    expect(await level('none')).toEqual([
      ['a', true],
      ['d', false],
    ]);
    expect(await level(String(a))).toEqual([['b', true]]);
    expect(await level(String(c))).toEqual([]);
  });

  test('starts for each user with what has no parent that they may see', async () => {
    await folder('e', a, shelves[1]);
    const second = caller(actor({ permissions: new Set(['folder-list']), scope: [shelves[1]!] }));
    expect(await names({ parentId: 'none' }, second)).toBe('e');
    expect(await names({ parentId: 'none' })).toBe('ad');
  });

  test('leaves out a row and all below it where a parent is chosen', async () => {
    expect(await names({ outside: String(b) })).toBe('ad');
    expect(await names({ outside: String(d) })).toBe('abc');
    await expect(names({ outside: 'x' })).rejects.toMatchObject({ fields: { outside: 'msg.badInteger' } });
    await expect(names({ outside: '1' }, caller(), 'paper')).rejects.toMatchObject({
      fields: { outside: 'msg.unknownField' },
    });
  });

  test('of another resource, filtered by a row, has what belongs to any row below it too', async () => {
    for (const [title, folderId, tagIds] of [
      ['x', a, []],
      ['y', c, [d]],
      ['z', d, [b]],
    ] as const)
      await data.save('paper', { title, folderId, tagIds }, caller());
    expect(await names({ folderId: String(a) }, caller(), 'paper')).toBe('xy');
    expect(await names({ folderId: `${b},${d}` }, caller(), 'paper')).toBe('yz');
    expect(await names({ tagIds: String(a) }, caller(), 'paper')).toBe('z');
    expect(await names({ tagIds: String(c) }, caller(), 'paper')).toBe('');
  });
});
