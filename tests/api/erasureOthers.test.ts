import { sql } from 'kysely';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Client } from './app.ts';
import { openBackOffice } from './backOffice.ts';
import { erase, eraseAll } from './erasures.ts';
import { accepted, addCars, book, errorOf } from './rental.ts';

const office = openBackOffice();
let admin: Client;
beforeAll(async () => {
  office.app.at('2027-02-22 12:00');
  admin = await office.app.as('admin');
  await addCars(office.app, 40);
});

interface Person {
  readonly name: string;
  readonly phone: string;
  readonly idNo: string;
  readonly email: string;
}

let numbers = 0;
const number = (): string => String(++numbers).padStart(5, '0');
const somebody = (values: Partial<Person> = {}): Person => {
  const own = number();
  return { name: `Person ${own}`, phone: `88${own}11`, idNo: `ZZ${own}`, email: `o${own}@example.com`, ...values };
};
const member = (person: Person): Promise<number> =>
  office.save('/member/save', { ...person, countryCode: '+66', idType: 2, status: 1, remark: `About ${person.name}` });
const renter = ({ name, phone, idNo }: Omit<Person, 'email'>) => ({
  ...{ renterName: name, renterCountryCode: '+66', renterPhone: phone, renterIdType: 2, renterIdNo: idNo },
});

/** Rows that change whatever anybody does: sessions, what the background has done with a notice, the pages that others look at. */
const PASSING = ['_session', '_signIn', '_change', '_editing', '_erasure', 'dayNumber', '_backup', '_knownPlace'];

/** Every row of every table, as text. */
async function everyRow(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(
    office.app.db,
  );
  const all = new Map<string, string>();
  for (const { name } of tables.filter((one) => !PASSING.includes(one.name))) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
      office.app.db,
    );
    const seen = new Map<string, number>();
    for (const { row } of rows) {
      seen.set(row, (seen.get(row) ?? 0) + 1);
      all.set(`${name} ${row} ${seen.get(row)}`, name);
    }
  }
  return all;
}

/** What another person does at the desk: a booking with money and words, a step that is refused, a payment under a key. */
async function rents(person: Person): Promise<{ id: number; orderId: number; pay(): ReturnType<Client['inject']> }> {
  const id = await member(person);
  const orderId = await book(office.ops, { ...renter(person), remark: `Calls ${person.name} first` });
  accepted(await office.ops.post('/order/remark', { id: orderId, remark: `${person.name} comes at noon` }));
  await office.ops.post('/order/rejectpickup', { id: orderId, reason: `${person.name} has not come` });
  const key = `pay-${orderId}-${number()}`;
  const pay = () =>
    office.ops.inject({
      method: 'POST',
      url: '/api/order/payment/save',
      headers: { 'idempotency-key': key },
      payload: { orderId, type: 1, amount: 700, method: 5, feeItem: 'total', payerAccount: `${person.name} Bank` },
    });
  accepted(await pay());
  return { id, orderId, pay };
}

const paymentsOf = async (orderId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from payment where "orderId" = ${orderId}`.execute(
    office.app.db,
  );
  return rows[0]!.count;
};

/** A checked file of somebody's that waits to be written. */
async function draft(rows: readonly Record<string, unknown>[]): Promise<void> {
  await sql`
    with i as (insert into "_import" (resource, "userId", "fileName", encoding, columns) values ('member', 1, 'members.csv', 'utf-8', '[]') returning id)
    insert into "_importRow" ("importId", row, state, input) select i.id, r.at, 'good', r.value from i, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality r(value, at)`.execute(
    office.app.db,
  );
}

const drafts = async (): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ input: unknown }>`select input from "_importRow" order by "importId", row`.execute(
    office.app.db,
  );
  return rows.map(({ input }) => input);
};

/** Nothing that was there before, and nothing of what came after, is changed by the erasure of whoever came between. */
async function erasesAlone(person: Person, others: readonly Person[]): Promise<void> {
  const before = [];
  for (const other of others) before.push(await rents(other));
  await draft(others.map((other) => ({ ...other, countryCode: '+66', idType: 2, status: 1 })));
  await office.app.app.background.doNow('_notices');
  const theirs = await everyRow();

  const id = await member(person);
  // Refused, and so about nobody but whose name it says.
  await office.ops.post('/member/save', { ...person, countryCode: '+66', idType: 2, status: 1 });
  await draft([{ ...person, countryCode: '+66', idType: 2, status: 1, remark: 'his own' }]);
  accepted(await office.ops.post('/member/save', { id, remark: `Wrote as ${person.name}` }));
  const between = await everyRow();

  for (const other of others.slice(0, 1)) before.push(await rents({ ...somebody(), name: other.name }));
  await office.app.app.background.doNow('_notices');
  const kept = [...(await everyRow()).keys()].filter((row) => theirs.has(row) || !between.has(row));

  await erase(office, id);
  await eraseAll(office);
  const after = await everyRow();
  expect(kept.filter((row) => !after.has(row))).toEqual([]);
  expect(await office.rowOf('member', id)).toMatchObject({
    status: 3,
    name: `#${id}`,
    phone: `#${id}`,
    idNo: `#${id}`,
  });
  for (const { orderId, pay } of before) {
    const paid = await paymentsOf(orderId);
    const answer = await pay();
    expect([answer.http, answer.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(await paymentsOf(orderId)).toBe(paid);
  }
}

describe('the erasure of one person leaves every row about others as it was', () => {
  const odd: readonly (readonly [string, Person, readonly Person[]])[] = [
    ['a name that stands in "channel"', somebody({ name: 'Chan' }), [somebody(), somebody({ name: 'Chandra' })]],
    ['a name that begins every answer', somebody({ name: '{"id"' }), [somebody(), somebody()]],
    ['a phone that is a year', somebody({ phone: '2026' }), [somebody({ phone: '20260' }), somebody()]],
    ['a name of one sign for any text', somebody({ name: '%' }), [somebody(), somebody({ name: '100 %' })]],
    ['a name of one sign for any letter', somebody({ name: '_' }), [somebody(), somebody({ name: '__' })]],
    ['a name of one letter', somebody({ name: 'e' }), [somebody({ name: 'E' }), somebody()]],
    ['a name with a backslash', somebody({ name: String.raw`a\"b` }), [somebody(), somebody()]],
    ['a name that two share', somebody({ name: 'Somchai Two' }), [somebody({ name: 'Somchai Two' }), somebody()]],
    ['an email that two share', somebody({ email: 'family@example.com' }), [somebody({ email: 'family@example.com' })]],
  ];
  test.each(odd)('%s', async (_what, person, others) => erasesAlone(person, others));

  it('whatever the name is, and whoever shares it', async () => {
    const letters = fc.constantFrom(...'Ca{"id}:,%_\\n0 1[]'.split(''), 'Chan', 'null', 'true', 'id', '陈', 'ก');
    const name = fc
      .array(letters, { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('').trim())
      .filter((text) => text !== '');
    const shared = fc.boolean();
    await fc.assert(
      fc.asyncProperty(name, shared, async (text, both) =>
        erasesAlone(somebody({ name: text }), [somebody(both ? { name: text } : {})]),
      ),
      { numRuns: 6 },
    );
  });
});

describe('what names nobody', () => {
  it('goes where it holds what only the person has, in drafts and in the log', async () => {
    const person = somebody({ name: 'Only Oneself', email: 'only@example.com' });
    const id = await member(person);
    await draft([
      { name: person.name, phone: person.phone },
      { name: person.name, phone: '5551234', idNo: 'OTHER1' },
      { name: 'Only Oneself Jr', phone: '5551235' },
      { id: id + 5_000, name: person.name, phone: person.phone },
    ]);
    const before = (await drafts()).length;
    await office.ops.post('/member/save', { ...person, countryCode: '+66', idType: 2, status: 1 });
    await erase(office, id);
    await eraseAll(office);
    const left = (await drafts()).slice(-3);
    expect(await drafts()).toHaveLength(before - 1);
    expect(left.map((one) => (one as { phone: string }).phone)).toEqual(['5551234', '5551235', person.phone]);
    const { rows } = await sql<{ params: object }>`
      select params from "operationLog" where module = 'member' and params ->> 'email' = ${person.email}`.execute(office.app.db); // prettier-ignore
    expect(rows).toEqual([]);
  });

  it('says after the erasure that a call of the person was done, and does not do it again', async () => {
    const person = somebody();
    const id = await member(person);
    const orderId = await book(office.ops, renter(person));
    const call = () =>
      admin.inject({
        method: 'POST',
        url: '/api/order/coupon/generate',
        headers: { 'idempotency-key': 'coupon-of-the-erased' },
        payload: { orderId, type: 1, amount: 100, discountAmount: 10, rentalPeriod: 30 },
      });
    const first = await call();
    accepted(first);
    accepted(await office.ops.post('/order/cancel', { id: orderId, reason: 'ill' }));
    await erase(office, id);
    await eraseAll(office);
    const { rows: kept } = await sql<{ answer: string }>`
      select answer from idempotency where key = 'coupon-of-the-erased'`.execute(office.app.db);
    expect(kept).toEqual([{ answer: '' }]);
    const { rows: coupons } = await sql`select from coupon where "memberId" = ${id}`.execute(office.app.db);
    expect(errorOf(await call())).toContain('already done');
    expect((await sql`select from coupon where "memberId" = ${id}`.execute(office.app.db)).rows).toEqual(coupons);
  });
});

describe('a record that is gone', () => {
  it('loses what was recorded of it, when it was about the person', async () => {
    const [one, other] = [await member(somebody()), await member(somebody())];
    const { db } = office.app;
    const note = async (memberId: number): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        insert into "recordChange" (entity, "recordId", event, before) values ('document', ${900_000 + memberId}, 'document.delete', ${JSON.stringify({ memberId, name: 'Licence of a person', type: 2 })}::jsonb) returning id::int`.execute(
        db,
      );
      return rows[0]!.id;
    };
    const [mine, theirs] = [await note(one), await note(other)];
    await erase(office, one);
    await eraseAll(office);
    const { rows } = await sql<{ before: object }>`
      select before from "recordChange" where id = any(${[mine, theirs]}::bigint[]) order by id`.execute(db);
    expect(rows.map(({ before }) => before)).toEqual([
      { memberId: one, type: 2 },
      { memberId: other, type: 2, name: 'Licence of a person' },
    ]);
  });
});

describe('a file', () => {
  it('stays while a record of another person holds it', async () => {
    const [one, other] = [await rents(somebody()), await rents(somebody())];
    const name = 'a'.repeat(32);
    const { db } = office.app;
    await sql`insert into "_file" (name, "mimeType", size, "userId") values (${name}, 'image/png', 1, 1), (${'b'.repeat(32)}, 'image/png', 1, 1)`.execute(db); // prettier-ignore
    const task = (orderId: number, files: readonly string[]) =>
      sql`insert into "orderTask" ("orderId", type, time, "carId", mileage, oil, voided, attachments) values (${orderId}, 'pickup', now(), 1, 1, 1, 0, ${files}::text[])`.execute(
        db,
      );
    await task(one.orderId, [name, 'b'.repeat(32)]);
    await task(other.orderId, [name]);
    accepted(await office.ops.post('/order/cancel', { id: one.orderId, reason: 'ill' }));
    const finance = await office.app.as('finance');
    const refunds = await sql<{ id: number }>`
      select id::int from refund where "orderId" = ${one.orderId} and status = 0`.execute(db);
    for (const { id } of refunds.rows)
      accepted(await finance.post('/order/refund/result', { id, success: 1, transactionNo: `T${id}` }));
    await erase(office, one.id);
    await eraseAll(office);
    const left = await sql<{ name: string }>`
      select name from "_file" where name in (${name}, ${'b'.repeat(32)})`.execute(db);
    expect(left.rows).toEqual([{ name }]);
  });
});
