import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { StockView } from '../../src/rental/calls/index.ts';
import { brokenHolds } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, errorOf, orderIn } from './rental.ts';
import { onStatement } from './statementTrail.ts';
import { MARCH, openStockBoard } from './stockBoard.ts';

const office = openStockBoard();
const { view, rowOf, car, cellsOf } = office;

describe('the schedule', () => {
  it('has a row for each plate and a column for each day, with what has the car that day', async () => {
    const carId = await car();
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, { carId });
    const { dates, now, turnaroundMinutes } = await view();
    expect([dates.length, dates[0], dates.at(-1), now, turnaroundMinutes]).toEqual([
      31,
      '2027-03-01',
      '2027-03-31',
      '2027-02-22 12:00:00',
      120,
    ]);
    const row = await rowOf(carId);
    expect(row).toMatchObject({ carId, storeId: 1, subModelName: 'Toyota Yaris 1.2 Sport', status: 1 });
    expect(row.bars).toMatchObject([
      {
        kind: 'order',
        id,
        state: 'audited',
        start: '2027-03-01 10:00:00',
        end: '2027-03-04 10:00:00',
        renterName: '张三丰',
        status: 1,
      },
    ]);
    const audited = { state: 'audited', orderId: id };
    expect(cellsOf(row)).toEqual({ '03-01': audited, '03-02': audited, '03-03': audited, '03-04': audited });
  });

  it('tells audited, dispatched, overdue and returned orders, storage, the shop and a dispatch apart', async () => {
    const cars = await addCars(office.app, 7);
    const [booked, out, late, back, stored, shop, moved] = cars;
    await orderIn(office.app, office.manager, 2, out!);
    await orderIn(office.app, office.manager, 2, late!, { plannedReturnTime: '2027-03-02 10:00:00' });
    await orderIn(office.app, office.manager, 3, back!);
    office.app.at('2027-03-03 12:00');
    await book(office.clerk, {
      carId: booked,
      plannedPickupTime: '2027-03-10 10:00:00',
      plannedReturnTime: '2027-03-12 10:00:00',
    });
    const put = { kind: 1, storeId: 1, subModelId: 1, carId: stored, offlineTime: '2027-03-05 10:00:00' };
    const storageId = accepted(await office.manager.post<{ id: number }>('/car/storage/save', put)).data.id;
    await sql`insert into hold ("carId", kind, "sourceId", "startTime", "endTime") values (${shop}, 'maintenance', 77, '2027-03-06 10:00+07', '2027-03-08 10:00+07')`.execute(
      office.app.db,
    );
    await sql`update vehicle set status = 0, "dispatchTime" = '2027-03-02 09:00+07' where id = ${moved}`.execute(
      office.app.db,
    );
    const bars = async (carId: number | undefined) =>
      (await rowOf(carId!)).bars.map(({ kind, state, start, end }) => [
        kind,
        state,
        start.slice(5, 16),
        end.slice(5, 16),
      ]);
    expect(await bars(booked)).toEqual([['order', 'audited', '03-10 10:00', '03-12 10:00']]);
    expect(await bars(out)).toEqual([['order', 'dispatched', '03-01 10:00', '03-04 10:00']]);
    expect(await bars(late)).toEqual([['order', 'overdue', '03-01 10:00', '03-03 12:00']]);
    office.app.at('2027-03-05 12:00');
    expect(await bars(back)).toEqual([['order', 'returned', '03-01 10:00', '03-04 10:00']]);
    expect(await bars(stored)).toEqual([['storage', 'inStorage', '03-05 10:00', '']]);
    expect(await bars(shop)).toEqual([['maintenance', null, '03-06 10:00', '03-08 10:00']]);
    expect(await bars(moved)).toEqual([['dispatch', null, '03-02 09:00', '']]);
    expect(cellsOf(await rowOf(stored!))['03-31']).toEqual({ state: 'inStorage', storageId });
    const found = async (state: string) =>
      (await view({ state, limit: 100 })).rows.map(({ carId }) => carId).filter((id) => cars.includes(id));
    expect(await found('audited')).toEqual([booked]);
    expect(await found('overdue')).toEqual([out, late]);
    expect(await found('returned')).toEqual([back]);
    expect(await found('inStorage')).toEqual([stored]);
  });

  it('a day with two orders shows the one that has the car longer, and both as bars', async () => {
    const carId = await car();
    office.app.at('2027-02-22 12:00');
    await book(office.clerk, {
      carId,
      plannedPickupTime: '2027-03-01 10:00:00',
      plannedReturnTime: '2027-03-02 07:00:00',
    });
    const longer = await book(office.clerk, {
      carId,
      plannedPickupTime: '2027-03-02 12:00:00',
      plannedReturnTime: '2027-03-03 12:00:00',
    });
    const row = await rowOf(carId);
    expect(row.bars).toHaveLength(2);
    expect(cellsOf(row)['03-02']).toEqual({ state: 'audited', orderId: longer });
  });

  it('an order that left early, or came late, is where it was and not where it was planned', async () => {
    const carId = await car();
    await orderIn(office.app, office.manager, 3, carId);
    await sql`update "order" set "actualPickupTime" = '2027-02-27 10:00+07', "actualReturnTime" = '2027-03-06 10:00+07' where "carId" = ${carId}`.execute(
      office.app.db,
    );
    const onDay = async (date: string) => (await rowOf(carId, { dateStart: date, dateEnd: date })).cells![0]!.state;
    expect([
      await onDay('2027-02-26'),
      await onDay('2027-02-27'),
      await onDay('2027-03-06'),
      await onDay('2027-03-07'),
    ]).toEqual([null, 'returned', 'returned', null]);
  });
});

describe('orders that wait for a plate', () => {
  const lanes = async (query: Record<string, unknown> = {}, client = office.clerk) =>
    (await view(query, client)).waiting!;
  const ids = (found: NonNullable<StockView['waiting']>) => found.flatMap(({ bars }) => bars.map(({ id }) => id));

  it('stand in a lane of their model and store until they have one, and again when they give it back', async () => {
    const carId = await car();
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, {
      plannedPickupTime: '2027-03-15 10:00:00',
      plannedReturnTime: '2027-03-17 10:00:00',
    });
    const found = await lanes();
    expect(found).toMatchObject([{ storeId: 1, subModelId: RENTAL.yaris, subModelName: 'Toyota Yaris 1.2 Sport' }]);
    const bar = found[0]!.bars.find((each) => each.id === id)!;
    expect(bar).toMatchObject({ state: 'audited', start: '2027-03-15 10:00:00', renterName: '张三丰', status: 1 });
    accepted(await office.clerk.post('/order/assigncar', { id, carId, updateTime: bar.updateTime }));
    expect(ids(await lanes())).not.toContain(id);
    expect((await rowOf(carId)).bars.map((each) => each.id)).toEqual([id]);
    accepted(await office.clerk.post('/order/assigncar', { id, carId: null }));
    expect(ids(await lanes())).toContain(id);
  });

  it('follow the filters, come with the first page only, and to nobody who may not see them', async () => {
    office.app.at('2027-02-22 12:00');
    const id = await book(office.clerk, {
      plannedPickupTime: '2027-03-15 12:00:00',
      plannedReturnTime: '2027-03-17 10:00:00',
    });
    const shown = async (query: Record<string, unknown>) => ids(await lanes(query)).includes(id);
    for (const query of [{ storeId: 1 }, { subModelId: RENTAL.yaris }, { modelId: 1 }, { state: 'audited' }])
      expect([query, await shown(query)]).toEqual([query, true]);
    for (const query of [
      { storeId: RENTAL.chiangMai },
      { subModelId: RENTAL.camry },
      { modelId: 2 },
      { state: 'overdue' },
      { state: 'returned' },
      { plate: 'KK' },
      { category: 1 },
      { dateStart: '2027-03-20', dateEnd: '2027-03-31' },
    ])
      expect([query, await shown(query)]).toEqual([query, false]);
    const { pages, waiting } = await view({ limit: 2 });
    expect(waiting).toBeDefined();
    expect((await view({ limit: 2, after: pages![0] })).waiting).toEqual(undefined);
    const { rows } = await sql<{ id: number }>`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select 'away', 'Away', '+66911111112', u.password, r.id, 1, '{3}', 1 from "user" u, role r where u.username = 'clerk' and r.code = 'clerk' returning id
    `.execute(office.app.db);
    expect(rows).toHaveLength(1);
    expect(ids(await lanes({}, await office.app.signIn('away')))).toEqual([]);
  });

  it('of two people who give one car to two of them exactly one does', async () => {
    office.app.at('2027-02-22 12:00');
    const days = { plannedPickupTime: '2027-03-22 10:00:00', plannedReturnTime: '2027-03-24 10:00:00' };
    for (let round = 0; round < 5; round += 1) {
      const carId = await car();
      const waits = [await book(office.clerk, days), await book(office.clerk, days)];
      const answers = await Promise.all(
        waits.map((id, index) => [office.clerk, office.manager][index]!.post('/order/assigncar', { id, carId })),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    }
    expect(await brokenHolds(office.app.db)).toEqual([]);
  });
});

describe('a car that must be brought to another store', () => {
  it('shows the way between two orders, which blocks nothing', async () => {
    const carId = await car();
    office.app.at('2027-02-22 12:00');
    // The later one first: the other then brings the car elsewhere, with a warning.
    await book(office.clerk, {
      carId,
      plannedPickupTime: '2027-03-10 10:00:00',
      plannedReturnTime: '2027-03-12 10:00:00',
    });
    await book(office.clerk, {
      carId,
      returnStoreId: RENTAL.chiangMai,
      plannedPickupTime: '2027-03-01 10:00:00',
      plannedReturnTime: '2027-03-04 10:00:00',
    });
    const row = await rowOf(carId);
    expect(row.bars.map(({ kind }) => kind)).toEqual(['order', 'dispatch', 'order']);
    expect(row.bars[1]).toMatchObject({ id: carId, start: '2027-03-04 10:00:00', end: '2027-03-10 10:00:00' });
    expect(row.bars[1]!.pickupStoreName).toBe(row.bars[0]!.returnStoreName);
    expect(row.bars[1]!.returnStoreName).toBe(row.bars[2]!.pickupStoreName);
    expect(cellsOf(row)['03-06']).toBeUndefined();
    // Asked for by itself, the way is the same.
    const between = await rowOf(carId, { dateStart: '2027-03-06', dateEnd: '2027-03-07' });
    expect(between.bars).toEqual([row.bars[1]]);
  });
});

describe('a window of it', () => {
  it('asks for cars by store, model, class, plate and state, page by page behind a plate, 31 days at most', async () => {
    const all = await view({ limit: 100 });
    expect(all.total).toBe(all.rows.length);
    const plates = all.rows.map(({ plate }) => plate);
    expect(plates).toEqual(plates.toSorted((a, b) => a.localeCompare(b, 'en')));
    const first = await view({ limit: 4 });
    expect([first.total, first.rows.map(({ carId }) => carId)]).toEqual([
      all.total,
      all.rows.slice(0, 4).map(({ carId }) => carId),
    ]);
    expect(first.pages![1]).toBe(all.rows[7]!.carId);
    const third = await view({ limit: 4, after: first.pages![1] });
    expect(third.rows.map(({ carId }) => carId)).toEqual(all.rows.slice(8, 12).map(({ carId }) => carId));
    expect(third.total).toBeUndefined();
    expect((await view({ storeId: RENTAL.chiangMai })).rows.map(({ plate }) => plate)).toEqual(['KK-7']);
    expect((await view({ subModelId: RENTAL.camry })).rows.map(({ plate }) => plate)).toEqual(['KK-6']);
    expect((await view({ modelId: 2 })).rows.map(({ plate }) => plate)).toEqual(['KK-6']);
    expect((await view({ plate: ' kk-3' })).rows.map(({ plate }) => plate)).toEqual(['KK-3']);
    expect((await view({ category: 2 })).rows).toEqual([]);
    expect((await view({ cells: 0 })).rows.every((row) => row.cells === undefined)).toBe(true);
  });

  it.each([
    [{ dateEnd: '2027-04-01' }, 'dateEnd', 'the most is 31'],
    [{ dateEnd: '2027-02-28' }, 'dateEnd', 'before the first'],
    [{ dateStart: '2027-02-30' }, 'dateStart', 'date'],
  ])('refuses %j at its field', async (query, field, text) => {
    const answer = await office.clerk.get('/car/stockview', { ...MARCH, ...query });
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(answer.errors[field]).toContain(text);
  });

  it('the number of days follows the setting', async () => {
    await sql`update parameter set "stockViewMaxDays" = 45`.execute(office.app.db);
    expect((await view({ dateEnd: '2027-04-14' })).dates).toHaveLength(45);
    expect(errorOf(await office.clerk.get('/car/stockview', { ...MARCH, dateEnd: '2027-04-15' }))).toContain(
      'the most is 45',
    );
    await sql`update parameter set "stockViewMaxDays" = 31`.execute(office.app.db);
  });

  it('is one statement, whatever it shows', async () => {
    const sent: string[] = [];
    onStatement(({ text }) => {
      if (!/^\s*(begin|commit|rollback|savepoint|release)\b|"_session"|"_actorVersion"/i.test(text)) sent.push(text);
      return undefined;
    });
    await view({ limit: 100 });
    expect(sent).toHaveLength(1);
    sent.length = 0;
    accepted(await office.clerk.get('/car/inventory', { ...MARCH, storeId: 1 }));
    expect(sent).toHaveLength(1);
    sent.length = 0;
    accepted(await office.clerk.get('/car/forecast', MARCH));
    expect(sent).toHaveLength(1);
  });

  it('shows cars of the reader’s stores only, and of an order that is not theirs only that the car is taken', async () => {
    const carId = await car();
    office.app.at('2027-02-22 12:00');
    const { rows } = await sql<{ id: number }>`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select 'far', 'Far', '+66911111111', u.password, r.id, 1, '{3}', 1 from "user" u, role r where u.username = 'clerk' and r.code = 'clerk' returning id
    `.execute(office.app.db);
    expect(rows).toHaveLength(1);
    const far = await office.app.signIn('far');
    const away = await book(office.clerk, { carId });
    await sql`update vehicle set "storeId" = 3 where id = ${carId}`.execute(office.app.db);
    const seen = await view({}, far);
    expect(seen.rows.map((row) => row.storeId)).toEqual([3, 3]);
    const bar = seen.rows.find((row) => row.carId === carId)!.bars.find(({ kind }) => kind === 'order')!;
    expect(bar).toMatchObject({
      id: 0,
      orderNo: '',
      renterName: '',
      updateTime: '',
      state: 'audited',
      start: '2027-03-01 10:00:00',
    });
    expect((await rowOf(carId)).bars).toContainEqual(expect.objectContaining({ id: away, renterName: '张三丰' }));
    expect((await (await office.app.as('delivery')).get('/car/stockview', MARCH)).http).toBe(403);
  });
});
