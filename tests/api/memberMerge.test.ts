import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { membersOf, renterOf } from './members.ts';
import { accepted, addCars, draft, errorOf } from './rental.ts';
import type { OrderInfo } from './rentalAnswers.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { upload } from './upload.ts';

const office = openBackOffice();
const { read, person, bookFor, ownerOf, merge, merged, undo, preview, document, snapshot, edit } = membersOf(office);
const NOW = '2027-02-22 12:00';
beforeAll(async () => {
  office.app.at(NOW);
  await addCars(office.app, 60);
});

describe('merging two members', () => {
  it('previews what moves, with its money, and moves all of it; the merged one points to its survivor', async () => {
    const [one, other] = [await person(), await person({ remark: 'prefers white cars' })];
    const orderId = await bookFor(other);
    accepted(
      await office.ops.post('/order/payment/save', {
        orderId,
        type: 1,
        amount: 500,
        method: 5,
        feeItem: 'orderDeposit',
      }),
    );
    const licence = await document(other.id, 2);
    const expected = await read(other.id);
    const { moves, refusals, documents } = await preview(one.id, other.id);
    expect({ moves, refusals, documents }).toEqual({
      moves: { ...expected.money, orders: 1, coupons: 0, documents: 1, messages: 1 },
      refusals: [],
      documents: [],
    });
    await merged(one.id, other.id);
    const survivor = await read(one.id);
    expect(survivor.orders.map(({ id }) => id)).toEqual([orderId]);
    expect(survivor.money).toEqual(expected.money);
    expect(survivor.documents.find(({ type }) => type === 2)?.id).toBe(licence);
    expect(survivor.remark).toBe('prefers white cars');
    expect(await read(other.id)).toMatchObject({
      status: 2,
      mergedIntoId: one.id,
      mergedIntoName: survivor.name,
      orders: [],
    });
    const { rows } = await sql<{ entity: string; recordId: string }>`
      select distinct entity, "recordId"::int as "recordId" from "recordChange" where event = 'memberMerge.save'
    `.execute(office.app.db);
    expect(rows).toEqual(
      expect.arrayContaining([
        { entity: 'member', recordId: one.id },
        { entity: 'member', recordId: other.id },
        { entity: 'order', recordId: orderId },
      ]),
    );
  });

  it('keeps of what differs what was chosen; phone with country code, ID with its kind, both notes', async () => {
    const [one, other] = [await person({ remark: 'first' }), await person({ remark: 'second' })];
    const left = await read(other.id);
    await merged(one.id, other.id, { keep: { phone: 'merged', name: 'merged', remark: 'both' } });
    expect(await read(one.id)).toMatchObject({
      ...{ name: left.name, phone: other.phone, idNo: one.idNo, remark: 'first\nsecond' },
    });
    expect(await office.rowOf('member', other.id)).toMatchObject({ phone: one.phone, idNo: other.idNo });
  });

  it('books for the survivor whoever comes with a phone or ID number of either half, over several merges', async () => {
    const [one, other, third] = [await person(), await person(), await person()];
    await merged(one.id, other.id, { keep: { phone: 'merged' } });
    await merged(third.id, one.id);
    for (const renter of [one, other, third, { phone: '811999001', idNo: other.idNo }])
      expect(await ownerOf(await bookFor(renter))).toBe(third.id);
    accepted(await office.ops.post('/member/sendsms', { phone: other.phone, countryCode: '+66', content: 'Hello' }));
    const { rows } =
      await sql`select "memberId"::int as id from outbox where topic = 'member' order by outbox.id desc limit 1`.execute(
        office.app.db,
      );
    expect(rows).toEqual([{ id: third.id }]);
  });

  it('frees the phone of the merged one: another member may have it, and is found by it', async () => {
    const [one, other] = [await person(), await person()];
    await merged(one.id, other.id);
    const next = await person({ phone: other.phone });
    expect(await ownerOf(await bookFor({ phone: other.phone, idNo: next.idNo }))).toBe(next.id);
  });

  it('lets nothing be done with the merged one: no edit, no delete, no document, no choice', async () => {
    const [one, other] = [await person(), await person()];
    await merged(one.id, other.id);
    expect((await office.ops.post('/member/save', { ...(await edit(other.id)), name: 'X' })).statusCode).not.toBe(200);
    expect((await office.ops.post('/member/status', { id: other.id, status: 0 })).statusCode).not.toBe(200);
    expect((await office.ops.delete(`/member/delete/${other.id}`)).statusCode).not.toBe(200);
    const url = await upload(office.ops);
    const refused = await office.ops.post('/member/document/save', { memberId: other.id, type: 1, url });
    expect(Object.keys(refused.errors)).toEqual(['memberId']);
    expect(accepted(await office.ops.get('/member/options', { keyword: other.phone })).data).toEqual([]);
  });

  it('has one document of each type: the better one, or the one that was chosen', async () => {
    const [one, other] = [await person(), await person()];
    const own = [await document(one.id, 1), await document(one.id, 2)];
    const theirs = [await document(other.id, 1), await document(other.id, 2)];
    accepted(await office.ops.post('/member/document/audit', { id: theirs[0], status: 2 }));
    accepted(await office.ops.post('/member/document/audit', { id: own[1], status: 2 }));
    expect((await preview(one.id, other.id)).documents.map(({ type, keep }) => [type, keep])).toEqual([
      [1, theirs[0]],
      [2, own[1]],
    ]);
    await merged(one.id, other.id, { documents: [theirs[1]] });
    expect((await read(one.id)).documents.slice(0, 2).map(({ id }) => id)).toEqual(theirs);
    expect((await merge(one.id, other.id, { documents: [own[0]] })).statusCode).not.toBe(200);
  });

  it('makes both halves blacklisted where one is', async () => {
    const [one, other] = [await person(), await person()];
    await office.save('/member/blacklist/save', { type: 2, phone: other.phone, reason: 'rent unpaid' });
    expect((await preview(one.id, other.id)).blacklisted).toBe(1);
    const id = await merged(one.id, other.id);
    expect(await read(one.id)).toMatchObject({ blacklisted: 1, blacklist: [{ type: 2, reason: 'rent unpaid' }] });
    const refused = await office.ops.post('/order/save', draft(renterOf(one)));
    expect(errorOf(refused)).toContain('rent unpaid');
    accepted(await undo(id));
    expect(await read(one.id)).toMatchObject({ blacklisted: 0 });
    expect(await read(other.id)).toMatchObject({ blacklisted: 1 });
  });

  it.each([
    ['with itself', async (one: number) => merge(one, one), 'itself'],
    ['with one that is merged', async (one: number, _two: number, gone: number) => merge(one, gone), 'has been merged'],
    ['into one that is merged', async (_one: number, two: number, gone: number) => merge(gone, two), 'has been merged'],
  ])('is refused %s', async (_called, send, reason) => {
    const [one, two, gone] = [await person(), await person(), await person()];
    await merged(one.id, gone.id);
    expect(errorOf(await send(one.id, two.id, gone.id))).toContain(reason);
  });

  it('is refused when one of them was changed since they were looked at', async () => {
    const [one, other] = [await person(), await person()];
    const { updateTime } = await read(other.id);
    office.app.at('2027-02-22 12:01');
    accepted(await office.ops.post('/member/save', { ...(await edit(other.id)), name: 'Changed meanwhile' }));
    expect((await merge(one.id, other.id, { mergedTime: updateTime })).statusCode).toBe(409);
    expect(await read(other.id)).toMatchObject({ status: 1 });
    office.app.at(NOW);
  });

  it('needs its own permission, and the sight of all orders of both', async () => {
    const [one, other] = [await person(), await person()];
    await bookFor(other);
    const manager = await office.app.as('storeManager');
    for (const call of [
      merge(one.id, other.id, {}, manager),
      manager.get('/member/merge/preview', { survivorId: one.id, mergedId: other.id }),
    ])
      expect((await call).http).toBe(403);
    await sql`update "user" set "dataScope" = 1, "storeIds" = '{3}' where username = 'ops'`.execute(office.app.db);
    try {
      expect((await preview(one.id, other.id)).refusals).toEqual([
        expect.stringContaining('stores you do not see (1)'),
      ]);
      expect((await preview(one.id, other.id)).moves).toMatchObject({ open: 0, payable: 0 });
      expect(errorOf(await merge(one.id, other.id))).toContain('stores you do not see');
    } finally {
      await sql`update "user" set "dataScope" = 0, "storeIds" = null where username = 'ops'`.execute(office.app.db);
    }
  });
});

describe('at the same time', () => {
  it('A into B while B goes into A: one of them is done, the other is told', async () => {
    const [one, other] = [await person(), await person()];
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(errorOf(answers.find(({ statusCode }) => statusCode !== 200)!)).toContain('has been merged');
    const statuses = [(await read(one.id)).status, (await read(other.id)).status];
    expect(statuses.toSorted()).toEqual([1, 2]);
  });

  it('two people merge the same two: it is done once', async () => {
    const [one, other] = [await person(), await person()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => merge(one.id, other.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await sql`select from "memberMerge" where "mergedId" = ${other.id}`.execute(office.app.db);
    expect(rows).toHaveLength(1);
  });

  it('orders that are booked or saved meanwhile end with the survivor', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await person(), await person()];
      const orderId = await bookFor(other);
      const order = accepted(await office.ops.get<Record<string, unknown>>(`/order/info/${orderId}`)).data;
      const [first, ...booked] = await Promise.all([
        merge(one.id, other.id),
        bookFor(other),
        office.ops.post('/order/remark', { id: orderId, remark: 'call first', updateTime: order['updateTime'] }),
        bookFor(other),
      ]);
      // A booking that came in between is no longer what was looked at: the merge says so, and is done anew.
      if (first.statusCode !== 200) {
        expect(first.statusCode).toBe(409);
        await merged(one.id, other.id);
      }
      for (const id of [orderId, booked[0], booked[2]]) expect(await ownerOf(id)).toBe(one.id);
    }
  });

  it('deposits that are collected and given back meanwhile are there once, with the survivor', async () => {
    const finance = await office.app.as('finance');
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await person(), await person()];
      const orderId = await bookFor(other);
      const pay = (feeItem: string, amount: number) =>
        office.ops.post('/order/payment/save', { orderId, amount, method: 5, feeItem, confirmed: 1 });
      accepted(await pay('orderDeposit', 5000));
      const { id } = accepted(
        await office.ops.post<{ id: number }>('/order/refund/save', {
          ...{ orderId, feeItem: 'orderDeposit', amount: 5000, method: 5, reason: 'waived' },
        }),
      ).data;
      const [first, ...others] = await Promise.all([
        merge(one.id, other.id),
        finance.post('/order/refund/result', { id, success: 1 }),
        pay('violationDeposit', 3000),
      ]);
      for (const answer of others) accepted(answer);
      // Money that came in between is no longer what was looked at: the merge says so, and is done anew.
      if (first.statusCode !== 200) await merged(one.id, other.id);
      expect(await ownerOf(orderId)).toBe(one.id);
      const { data } = accepted(await office.ops.get<OrderInfo>(`/order/info/${orderId}`));
      expect(data.deposits).toMatchObject({
        orderDeposit: { collected: 5000, returned: 5000, held: 0 },
        violationDeposit: { collected: 3000, held: 3000 },
      });
    }
    await expectSoundMoney(office.app.db);
  });

  it('two people undo: it is done once', async () => {
    const [one, other] = [await person(), await person()];
    const id = await merged(one.id, other.id);
    const answers = await Promise.all([undo(id), undo(id), undo(id)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(errorOf(answers.find(({ statusCode }) => statusCode !== 200)!)).toContain('undone already');
  });
});

describe('undoing a merge', () => {
  it('gives back exactly what was moved, and nothing that came after', async () => {
    const [one, other] = [await person({ remark: 'first' }), await person({ remark: 'second' })];
    await bookFor(one);
    await bookFor(other);
    await document(one.id, 1);
    await document(other.id, 1);
    await document(other.id, 2);
    accepted(
      await office.ops.post('/member/sendsms', {
        phone: other.phone,
        countryCode: '+66',
        content: 'Your car is ready',
      }),
    );
    const before = await snapshot(one.id, other.id);
    const { documents } = await preview(one.id, other.id);
    const id = await merged(one.id, other.id, {
      keep: { phone: 'merged', identity: 'merged', name: 'merged', email: 'merged', remark: 'both' },
      documents: [documents[0]!.merged.id],
    });
    const later = await bookFor(other);
    accepted(await undo(id));
    expect(await ownerOf(later)).toBe(one.id);
    await sql`update "order" set "memberId" = null where id = ${later}`.execute(office.app.db);
    await sql`update outbox set "memberId" = null where "orderId" = ${later}`.execute(office.app.db);
    expect(await snapshot(one.id, other.id)).toEqual(before);
    expect(await office.rowOf('memberMerge', id)).toMatchObject({ status: 0, undo: {} });
    await merged(one.id, other.id);
  });

  it('leaves what somebody wrote since', async () => {
    const [one, other] = [await person(), await person()];
    const id = await merged(one.id, other.id, { keep: { name: 'merged', email: 'merged' } });
    const own = await office.rowOf('member', one.id);
    accepted(await office.ops.post('/member/save', { ...(await edit(one.id)), name: 'New Name' }));
    accepted(await undo(id));
    expect(await read(one.id)).toMatchObject({ name: 'New Name' });
    expect((await read(one.id)).email).not.toBe(own['email']);
  });

  it('is possible for thirty days', async () => {
    const [one, other] = [await person(), await person()];
    const id = await merged(one.id, other.id);
    office.app.at('2027-03-25 12:00');
    expect(errorOf(await undo(id))).toContain('days: 30');
    office.app.at('2027-03-24 11:00');
    accepted(await undo(id));
    office.app.at(NOW);
  });

  it('is refused while a later merge stands on it, when its ID number is taken, and when a chosen document was replaced', async () => {
    const [one, other, third] = [await person(), await person(), await person()];
    const [first, second] = [await merged(one.id, other.id), await merged(third.id, one.id)];
    expect(errorOf(await undo(first))).toContain('undo that one first');
    accepted(await undo(second));
    await person({ idNo: other.idNo.toLowerCase(), name: 'The Next One' });
    expect(errorOf(await undo(first))).toContain('The Next One');

    const [left, right] = [await person(), await person()];
    await document(left.id, 1);
    const chosen = await document(right.id, 1);
    const again = await merged(left.id, right.id, { documents: [chosen] });
    accepted(await office.ops.delete(`/member/document/delete/${chosen}`));
    await document(left.id, 1);
    expect(errorOf(await undo(again))).toContain('replaced since');
  });

  it('is listed with who merged whom and what moved, for who may see it', async () => {
    const [one, other] = [await person({ name: 'Listed Survivor' }), await person({ name: 'Listed Double' })];
    await bookFor(other);
    await merged(one.id, other.id);
    const { data } = accepted(
      await office.ops.get<{ list: Record<string, unknown>[] }>('/member/merge/list', { keyword: 'Listed Double' }),
    );
    expect(data.list).toEqual([
      expect.objectContaining({
        ...{ mergedId: other.id, mergedName: 'Listed Double', survivorId: one.id, survivorName: 'Listed Survivor' },
        ...{ status: 1, orders: 1, documents: 0, coupons: 0, messages: 1, operator: 'ops' },
      }),
    ]);
    expect(Object.keys(data.list[0]!)).not.toContain('undo');
    const clerk = await office.app.as('clerk');
    expect((await clerk.get('/member/merge/list')).http).toBe(403);
  });
});
