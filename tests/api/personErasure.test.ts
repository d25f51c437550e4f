import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErasurePreview } from '../../src/rental/calls/index.ts';
import { PASSWORD, type Client } from './app.ts';
import { openBackOffice } from './backOffice.ts';
import { approve, erase, eraseAll, request } from './erasures.ts';
import { newUser } from './ownUsers.ts';
import { accepted, addCars, book, errorOf } from './rental.ts';
import { png, upload } from './upload.ts';

const office = openBackOffice();
let admin: Client;
beforeAll(async () => {
  office.app.at('2027-02-22 12:00');
  admin = await office.app.as('admin');
  await addCars(office.app, 10);
});

let people = 0;
async function person(name: string) {
  const number = String(++people).padStart(4, '0');
  const own = { phone: `83${number}777`, idNo: `EF77${number}`, email: `erase${number}@example.com` };
  const id = await office.save('/member/save', {
    ...{ name, countryCode: '+66', idType: 2, status: 1, remark: `${name} prefers mornings` },
    ...own,
  });
  const renter = { renterName: name, renterCountryCode: '+66', renterPhone: own.phone, renterIdType: 2, renterIdNo: own.idNo }; // prettier-ignore
  return { id, name, ...own, renter };
}
const asks = (id: number, confirm = id, by = admin) => by.post('/member/datarequest/erase', { id, confirm });
const preview = async (id: number): Promise<ErasurePreview> =>
  accepted(await admin.get<ErasurePreview>('/member/datarequest/erasure', { id })).data;

/** Every table with the rows in which one of these texts stands, whatever column it is in. */
async function traces(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  `.execute(office.app.db);
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables)
    for (const text of texts) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where strpos(lower(t::text), lower(${text})) > 0 limit 1
      `.execute(office.app.db);
      if (rows[0]) found.push(`${name}: ${text} in ${rows[0].row.slice(0, 200)}`);
    }
  return found;
}
async function noticesOf(orderId: number): Promise<readonly unknown[]> {
  const { rows } = await sql<{ params: unknown }>`
    select params from "_notice" where kind = 'orderCancelled' and "recordId" = ${orderId}`.execute(office.app.db);
  return rows.map(({ params }) => params);
}
/** How far the erasure of a member is, as the requests say it. */
async function stateOf(id: number): Promise<string | undefined> {
  const { data } = accepted(
    await admin.get<{ list: { state: string }[] }>('/member/datarequest/list', { memberId: id, kind: 'erasure' }),
  );
  return data.list[0]?.state;
}
const onDisk = async (content: Buffer): Promise<number> => {
  const folder = path.join(office.app.dataDir, 'files');
  const all = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name))));
  return all.filter((one) => one.equals(content)).length;
};

it('leaves nothing of the person in any table or file but what the blacklist keeps; orders and money stay', async () => {
  const { id, name, phone, idNo, email, renter } = await person('Wilaiporn Testkaew');
  const twin = await person('Wilaiporn Oldname');
  const content = await png(31, 17);
  const signature = await png(33, 19);
  accepted(await office.ops.post('/member/document/save', { memberId: id, type: 2, url: await upload(office.ops, { content }), name: `Licence of ${name}` })); // prettier-ignore
  const orderId = await book(office.ops, { ...renter, remark: `call ${name}` });
  accepted(await office.ops.post('/order/contract/sign', { orderId, signImage: await upload(office.ops, { content: signature }) })); // prettier-ignore
  accepted(await office.ops.post('/order/payment/save', { orderId, type: 1, amount: 500, method: 5, feeItem: 'total', payerAccount: `${name} KBank` })); // prettier-ignore
  accepted(await office.ops.post('/order/remark', { id: orderId, remark: `${name} comes late` }));
  accepted(await office.ops.post('/order/cancel', { id: orderId, reason: `${name} is ill` }));
  await office.app.app.background.doNow('_notices');
  expect(await noticesOf(orderId)).toEqual([expect.objectContaining({ order: expect.any(String) })]);
  // What users were told of names nobody by itself (checkNotifications); an earlier release may have.
  await sql`update "_notice" set params = params || jsonb_build_object('who', ${name}::text) where "recordId" = ${orderId} and kind = 'orderCancelled'`.execute(office.app.db); // prettier-ignore
  accepted(await office.ops.post('/member/sendsms', { phone, countryCode: '+66', content: `Dear ${name}` }));
  accepted(await office.ops.post('/member/merge/save', { survivorId: id, mergedId: twin.id }));
  // A call that was refused is in the log, too.
  await office.ops.post('/member/save', {
    name,
    countryCode: '+66',
    phone,
    idType: 2,
    idNo: `${idNo} `,
    email,
    status: 1,
  });
  const texts = [name, phone, idNo, email, twin.name, twin.phone, twin.idNo, twin.email];
  expect((await traces(texts)).length).toBeGreaterThan(8);
  expect([await onDisk(content), await onDisk(signature)]).toEqual([1, 1]);
  const before = await preview(id);
  expect(before.goes).toMatchObject({ documents: 1, contracts: 1 });
  expect(before.stays).toMatchObject({ orders: 1, blacklist: 0, keptUntil: '2032-12-31' });

  await settle(orderId, id);
  await erase(office, id);
  expect(await stateOf(id)).toBe('pending');
  await office.app.app.background.doNow('_erasures');
  await office.app.app.background.doNow('_removedFiles');
  expect(await stateOf(id)).toBe('done');
  expect(await traces(texts)).toEqual([]);
  expect(await noticesOf(orderId)).toEqual([{}]);
  expect([await onDisk(content), await onDisk(signature)]).toEqual([0, 0]);
  expect(await office.rowOf('member', id)).toMatchObject({ status: 3, name: `#${id}` });
  expect(await office.rowOf('order', orderId)).toMatchObject({ memberId: id, renterName: `#${orderId}`, status: -1 });
  const { rows } =
    await sql`select amount::int from payment where "orderId" = ${orderId} and type = 1 and amount = 50000`.execute(
      office.app.db,
    );
  expect(rows).toHaveLength(1);
  for (const read of [
    `/member/info/${id}`,
    `/order/info/${orderId}`,
    `/order/contract/${orderId}`,
    `/order/log/${orderId}`,
  ])
    expect([read, (await admin.get(read)).statusCode]).toEqual([read, 200]);
  const { data } = accepted(await admin.get<{ list: unknown[] }>('/member/datarequest/list', { memberId: id }));
  expect(data.list).toEqual([expect.objectContaining({ kind: 'erasure', memberName: `#${id}` })]);
  expect(errorOf(await asks(id))).toContain('has been erased');
});

it('goes through a log of any size piece by piece, and goes on where a crash has left it', async () => {
  const { id, name } = await person('Crashed Midway');
  const { db } = office.app;
  await sql`insert into "operationLog" (time, module, action, params, message)
    select now(), 'member', 'save', jsonb_build_object('name', ${name}::text, 'row', i), '' from generate_series(1, 25000) i`.execute(
    db,
  );
  const left = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from "operationLog" where params::text like ${`%${name}%`}`.execute(db);
    return rows[0]!.count;
  };
  await erase(office, id);
  expect(await left()).toBeGreaterThan(25_000);

  // It ends in the last piece: what was done before stays done, and it is known how far that is.
  await sql`create function crash() returns trigger language plpgsql as $$ begin raise 'crashed'; end $$`.execute(db);
  await sql`create trigger crash before update on "operationLog" for each row when (old.params ->> 'row' = '24999') execute function crash()`.execute(db); // prettier-ignore
  await expect(eraseAll(office)).rejects.toThrow('crashed');
  const rest = await left();
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(15_000);
  expect(await stateOf(id)).toBe('pending');

  await sql`drop function crash cascade`.execute(db);
  await eraseAll(office);
  expect(await left()).toBe(0);
  expect(await stateOf(id)).toBe('done');
  expect((await sql`select from "_erasure"`.execute(db)).rows).toEqual([]);
});

/** Carries out what a cancelled order owes, so that nothing is on its way. */
async function settle(orderId: number, memberId: number): Promise<void> {
  const { refusals } = await preview(memberId);
  if (refusals.length === 0) return;
  const finance = await office.app.as('finance');
  const { rows } = await sql<{
    id: number;
  }>`select id::int from refund where "orderId" = ${orderId} and status = 0`.execute(office.app.db);
  for (const { id } of rows)
    accepted(await finance.post('/order/refund/result', { id, success: 1, transactionNo: `T${id}` }));
  expect((await preview(memberId)).refusals).toEqual([]);
}

it('is refused while orders run or money is open, without the number of the member, and without its own permission', async () => {
  const { id, name, renter } = await person('Somkid Waiting');
  const orderId = await book(office.ops, renter);
  expect((await preview(id)).refusals).toEqual([
    expect.stringContaining('open orders (1)'),
    expect.stringContaining('owed or held'),
  ]);
  expect(errorOf(await asks(id))).toContain('open orders (1)');
  expect(Object.keys((await asks(id, id + 1)).errors)).toEqual(['confirm']);
  for (const role of ['ops', 'storeManager', 'service'] as const)
    expect((await asks(id, id, await office.app.as(role))).http).toBe(403);
  expect(await office.rowOf('order', orderId)).toMatchObject({ renterName: name });
});

it('leaves others as they are, and the log of changes closed to everything else', async () => {
  const [one, other] = [await person('Malee Going'), await person('Malee Staying')];
  await erase(office, one.id);
  expect(await office.rowOf('member', other.id)).toMatchObject({ name: other.name, phone: other.phone, status: 1 });
  expect((await traces([other.phone])).length).toBeGreaterThan(1);
  await expect(
    sql`update "recordChange" set before = null where "recordId" = ${other.id}`.execute(office.app.db),
  ).rejects.toThrow('is a log');
  await expect(sql`delete from "operationLog"`.execute(office.app.db)).rejects.toThrow('is a log');
});

it('keeps an entry of the blacklist: it says whom nobody rents to', async () => {
  const { id, name, phone } = await person('Prayut Listed');
  await office.save('/member/blacklist/save', { type: 2, phone, reason: 'rent unpaid' });
  expect((await preview(id)).stays.blacklist).toBe(1);
  await erase(office, id);
  await eraseAll(office);
  expect((await traces([name])).filter((one) => !one.startsWith('blacklist'))).toEqual([]);
  expect((await traces([phone])).map((one) => one.split(':')[0])).toEqual(expect.arrayContaining(['blacklist']));
});

describe('an erasure takes two people', () => {
  /** Somebody who sees everything and holds only these keys. */
  async function holder(...keys: readonly string[]): Promise<Client> {
    const { db } = office.app;
    const code = `r${keys.join('').replace(/[^a-z]/g, '')}`;
    await sql`
      insert into role (name, code, "menuIds") select ${code}, ${code}, array(select id from menu where path = any(${keys}::text[]))
      where not exists (select from role where code = ${code})`.execute(db);
    const { username } = await newUser(office.app, code);
    return office.app.signIn(username, PASSWORD);
  }
  const requestOf = async (id: number): Promise<Record<string, unknown>> => {
    const { rows } = await sql<Record<string, unknown>>`
      select status, "operatorId"::int, "deciderId"::int, reason from "dataRequest" where "memberId" = ${id} order by id desc limit 1`.execute(
      office.app.db,
    );
    return rows[0]!;
  };

  it('erases nothing before another one with the right has approved it', async () => {
    const { id, name } = await person('Anong Asked');
    const both = await holder('datarequest-query', 'datarequest-add', 'datarequest-enable', 'datarequest-disable');
    const other = await holder('datarequest-query', 'datarequest-enable');
    const asked = await request(both, id);
    expect(await office.rowOf('member', id)).toMatchObject({ name, status: 1 });
    expect(await stateOf(id)).toBe('asked');
    expect(errorOf(await approve(both, asked, id))).toContain('does not approve it');
    expect((await approve(await office.app.as('ops'), asked, id)).http).toBe(403);
    expect(Object.keys((await approve(other, asked, id + 1)).errors)).toEqual(['confirm']);
    expect(await office.rowOf('member', id)).toMatchObject({ name, status: 1 });
    accepted(await approve(other, asked, id));
    expect(await office.rowOf('member', id)).toMatchObject({ name: `#${id}`, status: 3 });
    const { operatorId, deciderId, status } = await requestOf(id);
    expect(status).toBe(1);
    expect(operatorId).not.toBe(deciderId);
    expect(errorOf(await approve(other, asked, id))).toContain('decided already');
  });

  it('is asked for once at a time, and may be turned down with a reason', async () => {
    const { id, name } = await person('Boonmee Refused');
    const asker = await holder('datarequest-query', 'datarequest-add');
    const decider = await holder('datarequest-query', 'datarequest-enable', 'datarequest-disable');
    const asked = await request(asker, id);
    expect(errorOf(await asks(id, id, asker))).toContain('awaits approval already');
    expect((await asker.post('/member/datarequest/reject', { id: asked, reason: 'x' })).http).toBe(403);
    expect(Object.keys((await decider.post('/member/datarequest/reject', { id: asked, reason: ' ' })).errors)).toEqual(['reason']); // prettier-ignore
    accepted(await decider.post('/member/datarequest/reject', { id: asked, reason: 'Not the renter' }));
    expect(await requestOf(id)).toMatchObject({ status: -1, reason: 'Not the renter' });
    expect(await stateOf(id)).toBe('rejected');
    expect(errorOf(await approve(decider, asked, id))).toContain('decided already');
    expect(await office.rowOf('member', id)).toMatchObject({ name, status: 1 });
    await request(asker, id);
  });

  it('is looked at again when it is approved: what came in between stands in its way', async () => {
    const { id, name, renter } = await person('Chai Booked Since');
    const asked = await request(admin, id);
    await book(office.ops, renter);
    expect(errorOf(await approve(admin, asked, id))).toContain('open orders (1)');
    expect(await office.rowOf('member', id)).toMatchObject({ name, status: 1 });
  });
});
