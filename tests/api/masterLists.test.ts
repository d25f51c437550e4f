import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { PASSWORD } from './app.ts';
import { newUser } from './ownUsers.ts';
import type { PageOf } from './rentalAnswers.ts';
import { accepted, book, orderIn, RENTAL, startRentalApp } from './rental.ts';

/** What lists say of master data beside what was entered. */
const app = await startRentalApp();
const [ops, admin] = await Promise.all([app.as('ops'), app.as('admin')]);
afterAll(() => app.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
const rowsOf = async (path: string, query: Record<string, string> = {}, user = admin): Promise<readonly Row[]> =>
  accepted(await user.get<PageOf<Row>>(path, { pageSize: '100', ...query })).data.list;

test('a vehicle type knows the model and the sub-model of its name, and so does a choice of it', async () => {
  const type = { series: 'Yaris', doors: 5, transmission: 1, fuel: 2, emission: 3, seats: 5, level: 1, category: 1, type: 2 }; // prettier-ignore
  const { rows } = await sql<{ brandId: number; modelId: number; subModelId: number; model: string; name: string; displacement: string }>`
    select m."brandId", m.id as "modelId", s.id as "subModelId", m.name as model, s.name, s.displacement from "subModel" s join model m on m.id = s."modelId" where s.id = ${RENTAL.yaris}`.execute(app.db); // prettier-ignore
  const { brandId, modelId, subModelId, model, name, displacement } = rows[0]!;
  const save = async (names: { name: string; series: string }): Promise<number> =>
    accepted(await admin.post<{ id: number }>('/car/cartype/save', { ...type, brandId, ...names })).data.id;
  const whole = await save({ name: `${model} ${name}`, series: model });
  const short = await save({ name: name.toUpperCase(), series: model });
  const other = await save({ name: 'Something else', series: model });
  const options = accepted(await admin.get<readonly Row[]>('/car/cartypelist')).data;
  const known = (id: number) => {
    const { modelId: of, subModelId: sub, displacement: size } = options.find((one) => one.id === id)!;
    return [of, sub, size];
  };
  expect(known(whole)).toEqual([modelId, subModelId, displacement]);
  expect(known(short)).toEqual([modelId, subModelId, displacement]);
  expect(known(other)).toEqual([modelId, null, null]);
});

test('members have the number of their orders and the day of the last pickup, for those who see the orders', async () => {
  const id = await orderIn(app, ops, 2, RENTAL.cars[0]);
  const { rows } = await sql<{ memberId: number }>`select "memberId" from "order" where id = ${id}`.execute(app.db);
  const memberId = rows[0]!.memberId;
  await book(ops, { plannedPickupTime: '2027-05-01 10:00:00', plannedReturnTime: '2027-05-03 10:00:00' });
  const member = async (user = ops) => (await rowsOf('/member/list', {}, user)).find((row) => row.id === memberId)!;
  const { count, day } = (await sql<{ count: number; day: string }>`
      select count(*)::int as count, to_char(max("actualPickupTime") at time zone 'Asia/Bangkok', 'YYYY-MM-DD') as day from "order" where "memberId" = ${memberId}`.execute(app.db) // prettier-ignore
  ).rows[0]!;
  expect(count).toBeGreaterThan(0);
  expect(await member()).toMatchObject({ orderCount: count, lastRental: day });
  const { username } = await newUser(app, 'clerk');
  await sql`update "user" set "dataScope" = 1, "storeIds" = ${[RENTAL.chiangMai]}::bigint[] where username = ${username}`.execute(app.db); // prettier-ignore
  expect(await member(await app.signIn(username, PASSWORD))).toMatchObject({ orderCount: 0, lastRental: null });
});

test('an entry of the blacklist says whom it names and who entered it', async () => {
  const { rows } = await sql<{ phone: string; countryCode: string; name: string }>`select phone, "countryCode", name from member order by id limit 1`.execute(app.db); // prettier-ignore
  const { phone, countryCode, name } = rows[0]!;
  const { id } = accepted(
    await ops.post<{ id: number }>('/member/blacklist/save', { type: 1, phone: `${countryCode}${phone}` }),
  ).data;
  const { rows: who } = await sql<{ userName: string }>`
    select "userName" from "recordChange" where entity = 'blacklist' and "recordId" = ${id}`.execute(app.db);
  expect(who[0]!.userName).not.toBe('');
  const entry = (await rowsOf('/member/blacklist/list')).find((row) => row.id === id)!;
  expect(entry).toMatchObject({ names: expect.stringContaining(name), addedBy: who[0]!.userName });
});

test('users say when they were last seen, and a new one needs a choice of stores', async () => {
  const { username, id } = await newUser(app);
  const seen = async () => (await rowsOf('/admin/user/list')).find((row) => row.id === id)!['lastSeen'];
  expect(await seen()).toBeNull();
  await app.signIn(username, PASSWORD);
  expect(await seen()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const role = (await rowsOf('/role/list')).find((row) => row['code'] === 'clerk')!;
  const user = { username: 'without', phone: '+66800000001', password: PASSWORD, roleId: role.id };
  const refused = await admin.post<{ errors: object }>('/admin/user/save', user);
  expect([refused.statusCode, refused.data]).toMatchObject([400, { errors: { dataScope: expect.any(String) } }]);
});

test('holidays begin with the next one, those that are over come last', async () => {
  app.at('2027-02-28 12:00');
  await sql`delete from holiday`.execute(app.db);
  for (const [name, startDate, endDate] of [
    ['over', '2027-01-01', '2027-01-02'],
    ['later', '2027-04-13', '2027-04-15'],
    ['now', '2027-02-27', '2027-02-28'],
    ['next', '2027-03-02', '2027-03-03'],
  ])
    accepted(await admin.post('/basics/holiday/save', { name, startDate, endDate, minDays: 3, bookingOpen: 1 }));
  const rows = await rowsOf('/basics/holiday/list');
  expect(rows.map(({ name, startsIn }) => [name, startsIn])).toEqual([
    ['now', 0],
    ['next', 2],
    ['later', 44],
    ['over', null],
  ]);
});

test('models count their cars that are not sold, in the stores of the user', async () => {
  const cars = async (user = admin) =>
    (await rowsOf('/car/models/list', {}, user)).map(({ id, cars: count }) => [id, count]);
  const { rows } = await sql<{ id: number; count: number }>`
    select m.id::int, (select count(*)::int from vehicle v where v."modelId" = m.id and v.status in (0, 1, 2)) as count from model m`.execute(app.db); // prettier-ignore
  expect(await cars()).toEqual(expect.arrayContaining(rows.map(({ id, count }) => [id, count])));
  expect(rows.some(({ count }) => count > 1)).toBe(true);
});
