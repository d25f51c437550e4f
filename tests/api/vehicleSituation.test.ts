import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { PASSWORD } from './app.ts';
import { newUser } from './ownUsers.ts';
import type { PageOf } from './rentalAnswers.ts';
import { accepted, orderIn, RENTAL } from './rental.ts';
import { onStatement } from './statementTrail.ts';
import { startYard } from './yard.ts';

/** Who has a car, when it is back and when it goes out next (D-CAR-22). */
const { app, ops, listed } = await startYard();
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

interface Listed {
  readonly id: number;
  readonly renterName?: string | null;
  readonly backTime?: string | null;
  readonly nextOutTime?: string | null;
}
const FIELDS = ['renterName', 'backTime', 'nextOutTime'] as const;
const rowsFor = async (user: typeof ops) =>
  accepted(await user.get<PageOf<Listed>>('/car/list', { pageSize: '100', fields: FIELDS.join(',') })).data.list;
const rowFor = async (user: typeof ops, id: number) => (await rowsFor(user)).find((row) => row.id === id)!;

const out = await listed();
const free = await listed();
await orderIn(app, ops, 2, out);
const next = await orderIn(app, ops, 1, free);

test('names who has the car, when it is back and when it goes out next, on the clock of its store', async () => {
  expect(await rowFor(ops, out)).toMatchObject({
    renterName: expect.stringMatching(/./),
    backTime: expect.stringMatching(/^2027-\d\d-\d\d \d\d:\d\d:00$/),
    nextOutTime: null,
  });
  const { rows } = await sql<{ time: string }>`
    select to_char("plannedPickupTime" at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI:SS') as time from "order" where id = ${next}`.execute(app.db); // prettier-ignore
  expect(await rowFor(ops, free)).toMatchObject({ renterName: null, backTime: null, nextOutTime: rows[0]!.time });
});

test('tells nothing of orders to who may not see them', async () => {
  await sql`insert into role (name, code, "menuIds") select 'Yard', 'yard', array_agg(id) from menu where path = 'car-list'`.execute(app.db); // prettier-ignore
  const { username } = await newUser(app, 'yard');
  const row = await rowFor(await app.signIn(username, PASSWORD), out);
  expect(row.id).toBe(out);
  expect(FIELDS.filter((name) => name in row)).toEqual([]);
});

test('tells of orders of the own stores only', async () => {
  const { username } = await newUser(app, 'clerk');
  await sql`update "user" set "dataScope" = 1, "storeIds" = ${[RENTAL.phuket]}::bigint[] where username = ${username}`.execute(app.db); // prettier-ignore
  const own = await app.signIn(username, PASSWORD);
  expect(await rowFor(own, out)).toMatchObject({ renterName: expect.stringMatching(/./) });
  await sql`update "order" set "pickupStoreId" = ${RENTAL.chiangMai}, "returnStoreId" = ${RENTAL.chiangMai} where "carId" = ${out}`.execute(app.db); // prettier-ignore
  expect(await rowFor(own, out)).toMatchObject({ renterName: null, backTime: null });
});

test('tells staff who drive of their own orders only', async () => {
  const { username, id } = await newUser(app, 'delivery');
  const driver = await app.signIn(username, PASSWORD);
  expect(await rowFor(driver, free)).toMatchObject({ nextOutTime: null });
  await sql`update "order" set "deliveryStaffId" = ${id} where id = ${next}`.execute(app.db);
  expect(await rowFor(driver, free)).toMatchObject({ nextOutTime: expect.stringMatching(/^2027/) });
});

test('takes one statement for a page, however many cars it has', async () => {
  const sent: string[] = [];
  onStatement(({ text }) => void (text.includes('"order" o') && sent.push(text)));
  expect((await rowsFor(ops)).length).toBeGreaterThan(1);
  expect(sent).toHaveLength(1);
});
