import { describe, expect, test } from 'vitest';
import { caller, NOW, pageOf } from './dataModel.ts';
import { openThreeBookings } from './threeBookings.ts';

const world = openThreeBookings();
const { id } = world;

const names = async (query: Record<string, unknown>, by = caller()): Promise<unknown[]> =>
  (await pageOf(world.data, 'booking', { sortField: 'number', sortOrder: 'ascend', ...query }, by)).list.map(
    (row) => row['number'],
  );

const errorsOf = async (query: Record<string, unknown>, by = caller()): Promise<unknown> =>
  world.data.list('booking', query, by).then(
    () => undefined,
    (error: { fields?: unknown }) => error.fields,
  );

describe('filters', () => {
  test.each([
    ['one code', { status: '1' }, ['B1', 'B2', 'B3']],
    ['several codes', { status: '2,3' }, []],
    ['a word code', { kind: 'long' }, ['B2']],
    ['a boolean', { paid: 'true' }, ['B1']],
    ['one property of several', { branchId: 'NORTH' }, ['B1', 'B2']],
    ['a date range, both ends included', { dayStart: '2026-03-01', dayEnd: '2026-03-02' }, ['B1', 'B2']],
    ['an open date range', { dayStart: '2026-03-02' }, ['B2', 'B3']],
    ['a money range in THB', { priceStart: '19.99', priceEnd: '19.99' }, ['B1']],
    ['a time range by day', { timeEnd: '2026-03-01' }, ['B1', 'B2']],
    [
      'a time range by second, in the default zone',
      { timeStart: '2026-03-01 10:00:00', timeEnd: '2026-03-01 10:00:00' },
      ['B1'],
    ],
    ['a year', { year: '2026' }, ['B1', 'B2', 'B3']],
    ['contains', { name: '小明' }, ['B1']],
    ['starts with, whatever the case', { number: 'b' }, ['B1', 'B2', 'B3']],
    ['through a relation', { zone: 'Asia/Tokyo' }, ['B2', 'B3']],
    ['a registered filter', { tab: 'long' }, ['B2']],
    ['a computed column', { doubled: '8' }, ['B2']],
    ['a relation by id', { personId: 'PERSON' }, ['B1']],
    ['two letters of a Chinese name', { keyword: '王小' }, ['B1']],
    ['one ideograph', { keyword: '李' }, ['B2']],
    ['two Thai letters', { keyword: 'จด' }, ['B3']],
    ['part of a Thai name', { keyword: 'ใจ' }, ['B3']],
    ['one Latin letter', { keyword: 'z' }, []],
    ['words in any order', { keyword: 'ใจดี สมชาย' }, ['B3']],
    ['part of a phone number', { keyword: '2345' }, ['B1', 'B2']],
    ['a percent sign as itself', { keyword: '%' }, []],
    ['an underscore as itself', { name: '_' }, []],
    ['no restriction by empty values', { status: '', keyword: '' }, ['B1', 'B2', 'B3']],
    ['a related list', { ids: 'B1,B3' }, ['B1', 'B3']],
  ])('finds by %s', async (_name, query, expected) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        String(value)
          .replace('NORTH', String(world.north))
          .replace('PERSON', String(id['person']))
          .replace(/B\d/g, (one) => (name === 'ids' ? String(id[one]) : one)),
      ]),
    );
    expect(await names(given)).toEqual(expected);
  });

  test('the year of an instant is the year of the default zone', async () => {
    // 2027-01-01 00:00 in Tokyo is 22:00 of New Year's Eve in Bangkok.
    expect(await names({ year: '2027' })).toEqual([]);
  });

  test.each([
    ['an unknown name', { colour: 'red' }, { colour: 'msg.unknownField' }],
    ['a text for a number', { status: 'abc' }, { status: 'msg.badInteger' }],
    ['a number beyond its type', { days: '99999999999' }, { days: 'msg.badInteger' }],
    ['a day the calendar does not have', { dayStart: '2026-02-30' }, { dayStart: 'msg.badDate' }],
    ['a time that is none', { timeEnd: '2026-02-01 25:00:00' }, { timeEnd: 'msg.badDate' }],
    ['a NUL byte', { keyword: 'a\0b' }, { keyword: 'msg.invalid' }],
    ['ten thousand letters', { name: 'x'.repeat(10_000) }, { name: 'msg.invalid' }],
    ['a list instead of a text', { status: ['1', '2'] }, { status: 'msg.invalid' }],
    ['a page that is none', { pageNo: '0' }, { pageNo: 'msg.badInteger' }],
    ['a page size that is none', { pageSize: '1.5' }, { pageSize: 'msg.badInteger' }],
  ])('refuses %s at its parameter', async (_name, query, expected) => {
    expect(await errorsOf(query)).toEqual(expected);
  });

  test('a field that may not be read can neither be filtered nor sorted by', async () => {
    const clerk = { permissions: new Set(['person-list']) };
    await expect(world.data.list('booking', { salary: '100' }, caller(clerk))).rejects.toMatchObject({
      fields: { salary: 'msg.unknownField' },
    });
    expect(await names({ salary: '100' }, caller({ permissions: new Set(['person-enable']) }))).toEqual(['B1']);
    const person = JSON.parse(await world.data.info('person', id['person'], caller(clerk))) as Record<string, unknown>;
    expect(person).not.toHaveProperty('salary');
    expect(person).not.toHaveProperty('secret');
  });
});

describe('pages', () => {
  test('without page number and size everything is answered', async () => {
    expect(await pageOf(world.data, 'booking', {})).toMatchObject({ total: 3, pageNo: 1, totalPage: 1 });
  });

  test('a page beyond the end is empty and keeps the true total', async () => {
    expect(await pageOf(world.data, 'booking', { pageNo: '50', pageSize: '2' })).toEqual({
      list: [],
      pageNo: 50,
      pageSize: 2,
      total: 3,
      totalPage: 2,
    });
  });

  test('pages follow each other without gap or repetition', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) =>
        pageOf(world.data, 'booking', { pageNo: String(pageNo), pageSize: '1', sortField: 'status' }),
      ),
    );
    expect(new Set(pages.map((page) => page.list[0]!['id'])).size).toBe(3);
  });

  test.each([
    ['price', 'ascend', ['B3', 'B1', 'B2']],
    ['fromName', 'ascend', ['B1', 'B2', 'B3']],
    ['doubled', 'descend', ['B3', 'B2', 'B1']],
  ])('sorts by %s', async (sortField, sortOrder, expected) => {
    expect(await names({ sortField, sortOrder })).toEqual(expected);
  });

  test.each([
    [{ sortField: 'nonsense' }, { sortField: 'msg.unknownField' }],
    [{ sortField: 'constructor' }, { sortField: 'msg.unknownField' }],
    [{ sortField: ['price', 'day'] }, { sortField: 'msg.invalid' }],
    [{ sortField: 'price', sortOrder: 'down' }, { sortOrder: 'msg.unknownCode' }],
    [{ sortOrder: 'toString' }, { sortOrder: 'msg.unknownCode' }],
  ])('refuses the order %j at its parameter', async (order, fields) => {
    await expect(names(order)).rejects.toMatchObject({ fields });
  });
});

describe('the wire', () => {
  test('a list answers labels, masks, money and times of the row’s zone', async () => {
    const [row] = (await pageOf(world.data, 'booking', { number: 'B2' })).list;
    expect(row).toMatchObject({
      name: '李*',
      phone: '081***5678',
      fromName: 'South',
      toName: 'North',
      price: 20,
      startTime: '2026-03-02 00:30:00',
      day: '2026-03-02',
      endTime: '',
      remark: '',
      personId: null,
      personName: '',
      doubled: 8,
      kind: 'long',
      extras: [],
    });
    expect(row!['createTime']).toBe('2026-05-01 12:00:00');
  });

  test('a record is answered in full only with the detail permission', async () => {
    const full = JSON.parse(
      await world.data.info('booking', id['B1'], caller({ permissions: new Set(['booking-detail']) })),
    ) as Record<string, unknown>;
    const masked = JSON.parse(
      await world.data.info('booking', String(id['B1']), caller({ permissions: new Set(['booking-list']) })),
    ) as Record<string, unknown>;
    expect(full).toMatchObject({ name: '王小明', phone: '13812345678', price: 19.99, personName: 'S*****i' });
    expect(masked).toMatchObject({ name: '王*明', phone: '138****5678' });
  });

  test('options are an array of id and title, and a stored choice keeps its name', async () => {
    const offered = JSON.parse(
      await world.data.options('booking', { fromId: String(world.south) }, caller()),
    ) as unknown[];
    expect(offered).toEqual(expect.arrayContaining([{ id: id['B2'], name: '李*' }]));
    expect(offered).toHaveLength(2);
    await expect(world.data.options('booking', { colour: 'x' }, caller())).rejects.toMatchObject({
      fields: { colour: 'msg.unknownField' },
    });
  });
});

describe('scope', () => {
  const outsider = (): ReturnType<typeof caller> => caller({ scope: [world.north] });

  test('a row out of scope does not exist in list, count, options, record, history or export', async () => {
    const page = await pageOf(world.data, 'booking', { sortField: 'number' }, outsider());
    expect(page.list.map((row) => row['number'])).toEqual(['B1', 'B2']);
    expect(page.total).toBe(2);
    expect(await names({ ids: String(id['B3']) }, outsider())).toEqual([]);
    expect(await names({ keyword: 'ใจ' }, outsider())).toEqual([]);
    expect(JSON.parse(await world.data.options('booking', { ids: String(id['B3']) }, outsider()))).toEqual([]);
    await expect(world.data.info('booking', id['B3'], outsider())).rejects.toMatchObject({ code: 404 });
    await expect(world.data.history('booking', id['B3'], outsider())).rejects.toMatchObject({ code: 404 });
    let csv = '';
    for await (const part of world.data.exportRows('booking', {}, outsider())) csv += part;
    expect(csv.trim().split('\r\n')).toHaveLength(3);
  });

  test('a row is out of scope with the record it belongs to', async () => {
    expect((await pageOf(world.data, 'note', {}, outsider())).total).toBe(0);
    expect((await pageOf(world.data, 'note', {}, caller({ scope: [world.south] }))).total).toBe(1);
    await expect(world.data.info('note', id['note'], outsider())).rejects.toMatchObject({ code: 404 });
  });

  test('the scope records themselves are those of the scope', async () => {
    expect((await pageOf(world.data, 'branch', {}, outsider())).list.map((row) => row['name'])).toEqual(['North']);
  });

  test('a row that several ways lead to is counted once', async () => {
    for (const branchId of [`${world.north}`, `${world.south}`, `${world.north},${world.south}`])
      for (const scope of ['all', [world.north], [world.south], [world.north, world.south]] as const) {
        const { list, total } = await pageOf(world.data, 'booking', { branchId }, caller({ scope }));
        const sides = list.map((row) => [row['fromId'], row['toId']]);
        expect(total).toBe(list.length);
        expect(total).toBeGreaterThan(0);
        expect(sides.every((pair) => pair.some((side) => branchId.split(',').includes(String(side))))).toBe(true);
        expect(sides.every((pair) => scope === 'all' || pair.some((side) => scope.includes(side as number)))).toBe(
          true,
        );
      }
  });

  test('an empty scope sees nothing', async () => {
    expect((await pageOf(world.data, 'booking', {}, caller({ scope: [] }))).total).toBe(0);
  });
});

test('an export neutralises formulas, labels codes and relations and starts with a byte order mark', async () => {
  await world.data.save(
    'booking',
    { number: 'B9', name: '=1+1', fromId: world.north, toId: world.north, price: 1 },
    caller({}, { now: NOW + 1000 }),
  );
  let csv = '';
  for await (const part of world.data.exportRows('booking', { number: 'B9' }, caller())) csv += part;
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(csv.split('\r\n')[1]).toBe("'=**1,,North,1,1.00,,Short,");
});

describe('the properties of a row', () => {
  const rows = async (
    query: Record<string, unknown>,
    by = caller(),
    resource = 'booking',
  ): Promise<Record<string, unknown>[]> => [...(await pageOf(world.data, resource, query, by)).list];

  test('are those that were asked for, each as it stands in the whole row', async () => {
    const whole = await rows({});
    const only = (names: readonly string[]): unknown[] =>
      whole.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    expect(await rows({ fields: 'name' })).toEqual(only(['id', 'name']));
    // A relation is its id; what is told of its record has names of its own.
    expect(await rows({ fields: 'doubled,toId,startTime' })).toEqual(only(['id', 'toId', 'startTime', 'doubled']));
    expect(await rows({ fields: 'toId,toName' })).toEqual(only(['id', 'toId', 'toName']));
    expect(await rows({ fields: 'toZone' })).toEqual(only(['id', 'toZone']));
    expect(await rows({ fields: '' })).toEqual(whole);
    // With every other parameter of the list.
    const found = await rows({
      fields: 'number',
      keyword: '王小明',
      sortField: 'number',
      sortOrder: 'ascend',
      pageNo: '1',
      pageSize: '5',
    });
    expect(found).toEqual([{ id: id['B1'], number: 'B1' }]);
  });

  test('that the list does not answer are refused; what an actor may not read stays away, what is masked stays masked', async () => {
    const refused = { fields: 'msg.unknownField' };
    for (const fields of ['nothing', 'name,detail', 'name;price', 'deleteTime', 'secret,name '])
      expect(await errorsOf({ fields })).toEqual(refused);
    expect(await errorsOf({ fields: ['name'] })).toEqual({ fields: 'msg.invalid' });
    const clerk = caller({ permissions: new Set(['booking-list', 'person-list']) });
    const [whole] = await rows({}, clerk, 'person');
    expect(await rows({ fields: 'name,phone,salary' }, clerk, 'person')).toMatchObject([
      { id: id['person'], name: whole!['name'], phone: whole!['phone'] },
    ]);
    expect((await rows({ fields: 'name,salary' }, clerk, 'person'))[0]).not.toHaveProperty('salary');
    expect((await rows({ fields: 'salary' }, caller(), 'person'))[0]).toHaveProperty('salary', 100);
  });
});
