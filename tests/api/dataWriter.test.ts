import { describe, expect, test, vi } from 'vitest';
import { openBookings, type Values } from './bookings.ts';
import { caller } from './dataModel.ts';
import { onStatement } from './statementTrail.ts';

const world = openBookings();
const { save, booking, info, count } = world;
const errorsOf = (values: Values, by = caller()): Promise<unknown> =>
  booking(values, by).then(
    () => undefined,
    (error: { fields?: unknown }) => error.fields ?? error,
  );

describe('save', () => {
  test('what is saved is what is read, in wire form', async () => {
    const values = {
      name: 'สมชาย',
      phone: '0812345678',
      price: 19.99,
      day: '2024-02-29',
      startTime: '2026-03-01 23:59:59',
      endTime: '2026-03-02 00:00:00',
      days: 3,
      ratio: -0.25,
      paid: false,
      kind: 'long',
      express: 1,
      expressReason: 'why',
      extras: ['a'.repeat(32), 'b'.repeat(32)],
      detail: { colour: 'red' },
      remark: ' two\nlines ',
    };
    for (const from of [world.north, world.south]) {
      const { id } = await booking({ ...values, fromId: from });
      expect(await info('booking', id)).toMatchObject({ ...values, fromId: from, status: 1, doubled: 6 });
    }
  });

  test('a wall clock is kept in the zone of its record', async () => {
    const { id } = await booking({ fromId: world.south, startTime: '2026-03-01 10:00:00' });
    const { rows } = await world.database.pool.query<{ startTime: Date }>(
      'select "startTime" from booking where id = $1',
      [id],
    );
    expect(rows[0]!.startTime.toISOString()).toBe('2026-03-01T01:00:00.000Z');
    await save('booking', { id, startTime: '2026-03-01 11:00:00' });
    expect(await info('booking', id)).toMatchObject({ startTime: '2026-03-01 11:00:00' });
  });

  test('a change leaves what it does not name', async () => {
    const { id } = await booking({ price: 5, days: 2 });
    await save('booking', { id: String(id), days: '' });
    expect(await info('booking', id)).toMatchObject({ price: 5, days: null, name: 'Ann' });
  });

  test.each([
    ['an unknown field', { colour: 1 }, { colour: 'msg.unknownField' }],
    ['a label', { fromName: 'North' }, { fromName: 'msg.unknownField' }],
    ['a read-only field', { createTime: '2026-01-01 00:00:00' }, { createTime: 'msg.readOnly' }],
    ['a computed field', { doubled: 4 }, { doubled: 'msg.readOnly' }],
    ['another state', { status: 3 }, { status: 'msg.readOnly' }],
    ['a missing required field', { name: '  ' }, { name: 'msg.required' }],
    ['a text for a number', { days: '3' }, { days: 'msg.badInteger' }],
    ['a broken number', { days: 1.5 }, { days: 'msg.badInteger' }],
    ['a number below its limit', { days: -1 }, { days: ['msg.tooSmall', { min: 0 }] }],
    ['a number above its limit', { days: 366 }, { days: ['msg.tooLarge', { max: 365 }] }],
    ['three decimals of money', { price: 1.001 }, { price: 'msg.badMoney' }],
    ['an amount beyond all money', { price: 1e300 }, { price: ['msg.tooLarge', { max: 1e13 }] }],
    ['a text too long', { name: 'x'.repeat(61) }, { name: ['msg.tooLong', { max: 60 }] }],
    ['a code that is none', { kind: 'middle' }, { kind: 'msg.unknownCode' }],
    ['a day that is none', { day: '2026-02-29' }, { day: 'msg.badDate' }],
    ['a time that is none', { startTime: 'tomorrow' }, { startTime: 'msg.badDate' }],
    [
      'an end before its start',
      { startTime: '2026-03-02 10:00:00', endTime: '2026-03-02 09:59:59' },
      { endTime: ['msg.after', { field: 'Start time' }] },
    ],
    ['a record that does not exist', { personId: 987654 }, { personId: 'msg.unknownRecord' }],
    ['a document with unknown parts', { detail: { colour: 'red', size: 1 } }, { 'detail.size': 'msg.unknownField' }],
    [
      'a document too long in one part',
      { detail: { colour: 'x'.repeat(11) } },
      { 'detail.colour': ['msg.tooLong', { max: 10 }] },
    ],
    [
      'a list of more values than there may be',
      { extras: Array.from({ length: 1001 }, () => 'a'.repeat(32)) },
      { extras: ['msg.tooMany', { max: 1000 }] },
    ],
    ['a list of files that names none', { extras: ['a'.repeat(32), '../../etc/passwd'] }, { extras: 'msg.badFile' }],
    ['a file that nobody uploaded so', { cover: 'cover.png' }, { cover: 'msg.badFile' }],
    ['a document with such a file', { detail: { photo: 'x' } }, { 'detail.photo': 'msg.badFile' }],
    ['a NUL byte', { remark: 'a\0b' }, { remark: 'msg.invalid' }],
    ['half a character', { name: '\ud800' }, { name: 'msg.invalid' }],
    ['a NUL byte inside a document', { detail: { colour: '\0' } }, { detail: 'msg.invalid' }],
    ['what is required now that it is shown', { express: 1 }, { expressReason: 'msg.required' }],
  ])('refuses %s at its field', async (_name, values, expected) => {
    expect(await errorsOf(values)).toEqual(expected);
  });

  test('refuses every mistake at once', async () => {
    expect(Object.keys((await errorsOf({ name: '', days: -1, kind: 'x', day: 'x' })) as object).sort()).toEqual([
      'day',
      'days',
      'kind',
      'name',
    ]);
  });

  test.each([[null], [[]], ['text'], [7]])('refuses %j as a record', async (input) => {
    await expect(world.data.save('booking', input, caller())).rejects.toMatchObject({ key: 'msg.parameterError' });
  });

  test('a hidden value is dropped, sent or stored', async () => {
    const { id } = await booking({ express: 0, expressReason: 'ignored' });
    expect(await info('booking', id)).toMatchObject({ expressReason: '' });
    await save('booking', { id, express: 1, expressReason: 'kept' });
    await expect(save('booking', { id, expressReason: '' })).rejects.toMatchObject({
      fields: { expressReason: 'msg.required' },
    });
    await save('booking', { id, express: 0 });
    expect(await info('booking', id)).toMatchObject({ expressReason: '' });
  });

  test('a stored value that becomes hidden goes, though nothing asks for the stored row', async () => {
    const { id: bookingId } = await booking();
    const { id } = await save('note', { bookingId, text: 'Late', urgent: true, reason: 'gone soon' });
    await save('note', { id, text: 'Later' });
    expect(await info('note', id)).toMatchObject({ urgent: true, reason: 'gone soon' });
    await save('note', { id, urgent: false });
    expect(await info('note', id)).toMatchObject({ text: 'Later', urgent: false, reason: '' });
  });

  test('an end is compared with the stored start', async () => {
    const { id } = await booking({ startTime: '2026-03-02 10:00:00', endTime: '2026-03-02 12:00:00' });
    await expect(save('booking', { id, endTime: '2026-03-02 09:00:00' })).rejects.toMatchObject({
      fields: { endTime: expect.anything() as unknown },
    });
    await expect(save('booking', { id, startTime: '2026-03-02 13:00:00' })).rejects.toMatchObject({
      fields: { endTime: expect.anything() as unknown },
    });
  });

  test('a state sent back unchanged is no attempt to move it', async () => {
    const { id } = await booking();
    await save('booking', { id, status: 1, days: 1 });
    await expect(save('booking', { id, status: 2 })).rejects.toMatchObject({ fields: { status: 'msg.readOnly' } });
  });

  test('an empty secret keeps the stored one, and no answer or history ever has it', async () => {
    const { id } = await save('person', { name: 'Ann', phone: '0800000001', secret: 'hidden' });
    await save('person', { id, secret: '', name: 'Anna' });
    expect((await world.database.pool.query('select secret from person where id = $1', [id])).rows).toEqual([
      { secret: 'hidden' },
    ]);
    expect(
      JSON.stringify([
        await info('person', id),
        await world.data.history('person', id, caller()),
        (await world.database.pool.query('select * from "operationLog"')).rows,
      ]),
    ).not.toContain('hidden');
  });

  test('a field may be written only with its permission', async () => {
    const clerk = caller({ permissions: new Set(['person-add']) });
    await expect(save('person', { name: 'A', salary: 1 }, clerk)).rejects.toMatchObject({
      fields: { salary: 'msg.unknownField' },
    });
  });

  test('a stale form is refused, and every version has a time of its own', async () => {
    const first = await booking();
    const second = await save('booking', { id: first.id, updateTime: first.updateTime, days: 1 });
    expect(second.updateTime > first.updateTime).toBe(true);
    await expect(save('booking', { id: first.id, updateTime: first.updateTime, days: 2 })).rejects.toMatchObject({
      code: 409,
    });
    expect(await info('booking', first.id)).toMatchObject({ days: 1 });
    await expect(save('booking', { id: first.id, updateTime: 'rubbish', days: 2 })).rejects.toMatchObject({
      code: 409,
    });
  });

  test('of two saves of one form at once one wins and the other is told', async () => {
    const { id, updateTime } = await booking();
    const results = await Promise.allSettled([1, 2, 3, 4].map((days) => save('booking', { id, updateTime, days })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 409 });
  });

  test('a change that another one overtakes is judged by the row that it meets', async () => {
    const { id } = await booking();
    let overtakes: (() => Promise<unknown>) | undefined = () =>
      save('booking', { id, express: 1, expressReason: 'by the other' });
    onStatement(({ text }) => {
      const first = text.includes('update "booking" u') ? overtakes : undefined;
      if (!first) return undefined;
      overtakes = undefined;
      return first().then(() => undefined);
    });
    // While the booking is no express one, its reason is dropped.
    await save('booking', { id, expressReason: 'mine' });
    vi.restoreAllMocks();
    expect(overtakes).toBeUndefined();
    expect(await info('booking', id)).toMatchObject({ express: 1, expressReason: 'mine' });
    const reasons = (await world.data.history('booking', id, caller())).flatMap(({ changes }) =>
      changes.filter(({ field }) => field === 'expressReason').map(({ before, after }) => [before, after]),
    );
    expect(reasons).toEqual([
      ['by the other', 'mine'],
      [null, 'by the other'],
    ]);
  });

  test('changes at once leave a history without gaps', async () => {
    const { id } = await booking({ days: 0 });
    await Promise.all(Array.from({ length: 12 }, (_, i) => save('booking', { id, days: i + 1 })));
    const steps = (await world.data.history('booking', id, caller()))
      .flatMap((entry) => entry.changes.filter((change) => change.field === 'days'))
      .reverse();
    for (let i = 1; i < steps.length; i++) expect(steps[i]!.before).toBe(steps[i - 1]!.after);
    expect(steps.at(-1)!.after).toBe((await info('booking', id))['days']);
  });

  test('what does not exist is not found', async () => {
    await expect(save('booking', { id: 999_999, days: 1 })).rejects.toMatchObject({ code: 404 });
    await expect(save('booking', { id: 'x', days: 1 })).rejects.toMatchObject({ fields: { id: 'msg.invalid' } });
  });

  test('one row of the operation log and one of the history stand beside each change', async () => {
    const before = await count('"operationLog"');
    const { id } = await booking({ phone: '0812345678' });
    await save('booking', { id, phone: '0812340000' });
    expect(await count('"operationLog"')).toBe(before + 2);
    expect(
      await count(`"operationLog" where "objectId" = $1 and module = 'booking' and "userId" = 1`, [String(id)]),
    ).toBe(2);
    const [change, creation] = await world.data.history('booking', id, caller({ permissions: new Set() }));
    expect(change).toMatchObject({
      event: 'booking.save',
      userName: 'Clerk',
      changes: [{ field: 'phone', before: '081***5678', after: '081***0000' }],
    });
    expect(creation!.changes.find((one) => one.field === 'name')).toEqual({
      field: 'name',
      before: null,
      after: 'A*n',
    });
  });
});

describe('scope', () => {
  const outsider = (): ReturnType<typeof caller> => caller({ scope: [world.north] });

  test('a row out of scope can be neither changed nor deleted', async () => {
    const { id } = await booking({ fromId: world.south, toId: world.south });
    await expect(save('booking', { id, days: 9 }, outsider())).rejects.toMatchObject({ code: 404 });
    await expect(world.data.remove('booking', id, outsider())).rejects.toMatchObject({ code: 404 });
    expect(await info('booking', id)).toMatchObject({ days: null });
  });

  test('writing into a branch out of scope is forbidden, one-way into it is not', async () => {
    await expect(booking({ fromId: world.south, toId: world.south }, outsider())).rejects.toMatchObject({ http: 403 });
    const { id } = await booking({ fromId: world.north, toId: world.south }, outsider());
    await expect(save('booking', { id, fromId: world.south }, outsider())).rejects.toMatchObject({ http: 403 });
    expect(await info('booking', id)).toMatchObject({ fromId: world.north });
  });

  test('a reference out of scope is as unknown as one that does not exist', async () => {
    const hidden = await booking({ fromId: world.south, toId: world.south });
    for (const bookingId of [hidden.id, 987_654])
      await expect(save('note', { bookingId, text: 'x' }, outsider())).rejects.toMatchObject({
        fields: { bookingId: 'msg.unknownRecord' },
      });
    await expect(
      save('person', { name: 'B', branchIds: [world.north, world.south] }, outsider()),
    ).rejects.toMatchObject({
      fields: { branchIds: 'msg.unknownRecord' },
    });
    await save('person', { name: 'B', branchIds: [world.north] }, outsider());
  });
});
