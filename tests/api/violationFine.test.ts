import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Deduction } from '../../schemas/types.generated.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, errorOf } from './rental.ts';
import type { OrderInfo } from './rentalAnswers.ts';
import { DEPOSIT, openViolations } from './violations.ts';

const office = openViolations();
const { enter, info, status, ofReturned } = office;

describe('the fine', () => {
  it('of a deposit-free order is one click away from a deduction, whose success completes the violation', async () => {
    const { id, orderId } = await ofReturned();
    expect(errorOf(await office.manager.post('/car/violation/charge', { id }))).toContain('deposit-free');
    const made = accepted(await office.manager.post<{ id: number }>('/car/violation/deduct', { id })).data.id;
    const deduction = accepted(await office.manager.get<Deduction>(`/order/deduct/info/${made}`)).data;
    expect(deduction).toMatchObject({ orderId, type: 2, amount: 500, violationId: id, status: 1 });
    expect(deduction.violation).toContain('2027-03-02 09:00:00');
    expect(deduction.reason).toContain('2027-03-02 09:00:00');
    expect(await info(id)).toMatchObject({ status: 0, claim: 'deduction' });
    for (const [path, body] of [
      ['deduct', { id }],
      ['decide', { id, orderId: null }],
      ['save', { id, fine: 600 }],
      ['save', { id, time: '2027-03-02 09:30:00' }],
      ['status', { id, status: 1, remark: 'x' }],
    ] as const)
      expect(errorOf(await office.manager.post(`/car/violation/${path}`, body))).toContain('revoke or void it first');
    expect(errorOf(await office.fleet.delete(`/car/violation/delete/${id}`))).toContain('it stays');
    accepted(await office.finance.post('/order/deduct/review', { id: made }));
    expect((await info(id)).status).toBe(0);
    accepted(await office.finance.post('/order/deduct/result', { id: made, success: 1, transactionNo: 'V-1' }));
    expect(await info(id)).toMatchObject({ status: 2, claim: 'settled' });
    const order = accepted(await office.manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    expect(order.fees).toContainEqual(
      expect.objectContaining({ item: 'additional', amount: 500, source: 'deduction' }),
    );
    expect(order.payments).toContainEqual(expect.objectContaining({ type: 1, amount: 500, feeItem: 'additional' }));
    await expectSoundMoney(office.app.db);
  });

  it('is asked for again after a deduction was revoked, and kept while one has failed', async () => {
    const { id } = await ofReturned();
    const made = accepted(await office.manager.post<{ id: number }>('/car/violation/deduct', { id })).data.id;
    accepted(await office.finance.post('/order/deduct/review', { id: made }));
    accepted(await office.finance.post('/order/deduct/result', { id: made, success: 0, failReason: 'card expired' }));
    expect(errorOf(await office.manager.post('/car/violation/deduct', { id }))).toContain('revoke');
    accepted(await office.ops.post('/order/deduct/revoke', { id: made, reason: 'pays cash' }));
    expect(await info(id)).toMatchObject({ status: 0, claim: 'none' });
    accepted(await office.manager.post('/car/violation/deduct', { id }));
  });

  it('is named by a deduction that somebody types, of its own order and type only', async () => {
    const { id, orderId } = await ofReturned();
    const other = await ofReturned();
    const body = { orderId, type: 2, amount: 500, reason: 'fine', violationId: id };
    const save = (changes: Record<string, unknown>) =>
      office.manager.post<{ id: number }>('/order/deduct/save', { ...body, ...changes });
    expect((await save({ violationId: other.id })).errors['violationId']).toContain('does not belong to this order');
    expect((await save({ violationId: 999_999 })).errors['violationId']).toBeTruthy();
    const without = accepted(await save({ type: 1 })).data.id;
    expect(accepted(await office.manager.get<Deduction>(`/order/deduct/info/${without}`)).data.violationId).toBeNull();
    const made = accepted(await save({})).data.id;
    expect((await save({})).errors['violationId']).toContain('revoke or void it first');
    accepted(await office.manager.post('/order/deduct/save', { id: made, amount: 450 }));
    const offered = accepted(await office.manager.get<{ id: number }[]>('/car/violation/options', { orderId })).data;
    expect(offered.map((one) => one.id)).toEqual([id]);
  });

  it('above what is left of the waived deposit is split: deducted up to it, charged beyond it, completed by both', async () => {
    const { id, orderId, carId } = await ofReturned();
    await sql`update violation set fine = 900000 where id = ${id}`.execute(office.app.db);
    expect(errorOf(await office.manager.post('/car/violation/charge', { id }))).toContain('from the waived');
    const made = accepted(
      await office.manager.post<{ id: number; feeId: number }>('/car/violation/deduct', { id }),
    ).data;
    const order = accepted(await office.manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    expect(order.deductions).toMatchObject([{ id: made.id, amount: 8000, status: 1 }]);
    expect(order.fees.find((line) => line.id === made.feeId)).toMatchObject({ item: 'additional', amount: 1000 });
    expect(order).toMatchObject({ due: 1000 });
    accepted(await office.finance.post('/order/deduct/review', { id: made.id }));
    accepted(await office.finance.post('/order/deduct/result', { id: made.id, success: 1 }));
    expect((await info(id)).status).toBe(0);
    accepted(await office.clerk.post('/order/payment/save', { orderId, amount: 1000, method: 5 }));
    expect(await info(id)).toMatchObject({ status: 2, claim: 'settled' });
    // Nothing is left of the waived deposit: the next fine goes on the bill.
    const fines = [await enter(carId, '2027-03-02 11:00:00'), await enter(carId, '2027-03-02 12:00:00')];
    accepted(await office.manager.post('/car/violation/charge', { id: fines[0] }));
    const charged = accepted(await office.manager.post('/car/violation/deduct', { id: fines[1] })).data;
    expect(charged).toEqual({ id: null, feeId: expect.any(Number) as number });
    await expectSoundMoney(office.app.db);
  });

  it('of another order goes on its bill, and the payment completes the violation', async () => {
    const { id, orderId } = await ofReturned(DEPOSIT);
    expect(errorOf(await office.manager.post('/car/violation/deduct', { id }))).toContain('a waived deposit');
    const before = accepted(await office.manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    accepted(await office.manager.post('/car/violation/charge', { id }));
    const after = accepted(await office.manager.get<OrderInfo>(`/order/info/${orderId}`)).data;
    expect(after.total).toBe(before.total + 500);
    expect(await info(id)).toMatchObject({ status: 0, claim: 'fee' });
    expect(errorOf(await office.manager.post('/car/violation/charge', { id }))).toContain('revoke or void it first');
    accepted(await office.clerk.post('/order/payment/save', { orderId, amount: 499.99, method: 5 }));
    expect((await info(id)).status).toBe(0);
    accepted(await office.clerk.post('/order/payment/save', { orderId, amount: 0.01, method: 5 }));
    expect(await info(id)).toMatchObject({ status: 2, claim: 'settled' });
    await expectSoundMoney(office.app.db);
  });

  it('comes off the bill when its line is voided, and can be charged again', async () => {
    const { id } = await ofReturned(DEPOSIT);
    const line = accepted(await office.manager.post<{ id: number }>('/car/violation/charge', { id })).data.id;
    accepted(await office.ops.delete(`/order/additionalfee/delete/${line}`));
    expect(await info(id)).toMatchObject({ status: 0, claim: 'none' });
    accepted(await office.manager.post('/car/violation/charge', { id }));
  });

  it('is asked of a renter once, however many press at the same moment', async () => {
    for (const [path, changes] of [
      ['charge', DEPOSIT],
      ['deduct', {}],
    ] as const) {
      const { id } = await ofReturned(changes);
      const answers = await Promise.all(
        [office.manager, office.ops, office.manager, office.ops].map((one) =>
          one.post(`/car/violation/${path}`, { id }),
        ),
      );
      expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
      expect(answers.every((one) => one.http < 500)).toBe(true);
    }
    await expectSoundMoney(office.app.db);
  });

  it('after the deposit was free is marked', async () => {
    const { carId, id } = await ofReturned();
    expect((await info(id)).depositReleased).toBe(0);
    office.app.at('2027-04-03 12:00');
    expect((await info(id)).depositReleased).toBe(1);
    const late = await enter(carId, '2027-03-02 10:00:00');
    accepted(await status(office.manager, late, 2));
    expect((await info(late)).depositReleased).toBe(1);
  });
});

it('the renter is told by SMS when somebody presses, with what, where, when and how much', async () => {
  const { id, orderId } = await ofReturned();
  accepted(await office.manager.post('/car/violation/notify', { id }));
  const { rows } = await sql<{
    text: string;
  }>`select * from outbox where topic = 'violation' and "orderId" = ${orderId}`.execute(office.app.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).toContain('THB 500.00');
  expect(rows[0]!.text).toContain('2 Mar 09:00');
  expect((await info(id)).notifyTime).toBe('2027-03-05 10:00:00');
});
