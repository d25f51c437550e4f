import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { type Api, NotAnswered } from './rental.ts';

/** Something that one of two asks for; sent again with its key it is the same. */
interface Step {
  readonly send: () => Promise<unknown>;
  /** What is answered once nothing is under way any more: nothing where it is done, else what the sentence says. */
  readonly told?: RegExp;
}

/** Two who meet at one thing, and what of it the tables say. */
export interface Meeting {
  readonly name: string;
  readonly one: Step;
  readonly other: Step;
  /** How often each of what belongs together was done. Whatever the moment: one of `whole`. */
  facts(pool: Pool): Promise<unknown>;
  readonly whole: readonly unknown[];
  /** What it is once both were asked again. */
  readonly end: unknown;
}

const DAY = 86_400_000;
/** The clock of the store, some time from now. */
const wallClock = (ms: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + ms).toISOString().slice(0, 16).replace('T', ' ') + ':00';

async function rowOf(pool: Pool, text: string, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await pool.query(text, [...values]);
  return rows[0];
}

/** The five places at which two people of a rental company meet. */
export function openDesk(api: Api, fleet: { storeId: number; subModelId: number; carIds: readonly number[] }) {
  const cars = [...fleet.carIds];
  let turn = 0;
  const post = (path: string, body: unknown, told?: RegExp): Step => {
    const key = randomUUID();
    return { send: () => api.post(path, body, key), ...(told && { told }) };
  };
  const renter = (number: number) => ({
    ...{ renterName: 'Somebody', renterCountryCode: '+66', renterPhone: `81${String(number).padStart(7, '0')}` },
    ...{ renterIdType: 2, renterIdNo: `KD${String(number).padStart(6, '0')}` },
  });
  const draft = (number: number, hours: number) => ({
    ...renter(number),
    ...{ pickupStoreId: fleet.storeId, returnStoreId: fleet.storeId, subModelId: fleet.subModelId },
    ...{ plannedPickupTime: wallClock(hours * 3_600_000), plannedReturnTime: wallClock(hours * 3_600_000 + DAY) },
    ...{ pickupType: 0, returnType: 0, depositType: 1, confirmed: 1 },
  });
  /** An order whose deposit is held and asked back. */
  async function withDeposit(number: number): Promise<{ orderId: number; refundId: number }> {
    const { id: orderId } = await api.post('/order/save', { ...draft(number, 48), carId: cars.pop() });
    const money = { orderId, amount: 5000, method: 5, feeItem: 'orderDeposit', confirmed: 1 };
    await api.post('/order/payment/save', money);
    const { id: refundId } = await api.post('/order/refund/save', { ...money, reason: 'waived' });
    return { orderId, refundId };
  }
  const REFUNDED = `
    select (select count(*)::int from refund where id = $1 and status = 1) as done,
      (select count(*)::int from payment where type = 2 and "refundId" = $1) as paid,
      (select count(*)::int from "depositEntry" where kind = 'returned' and "orderId" = (select "orderId" from refund where id = $1)) as moved`;
  const payOut = (id: number, told?: RegExp) => post('/order/refund/result', { id, success: 1 }, told);

  async function deposit(): Promise<Meeting> {
    const { refundId } = await withDeposit(++turn);
    return {
      name: 'two pay out one deposit',
      one: payOut(refundId),
      other: payOut(refundId, /Not possible: the refund has been carried out/),
      facts: (pool) => rowOf(pool, REFUNDED, [refundId]),
      whole: [0, 1].map((done) => ({ done, paid: done, moved: done })),
      end: { done: 1, paid: 1, moved: 1 },
    };
  }

  async function carChange(): Promise<Meeting> {
    turn += 1;
    const orderNo = `KD-${turn}`;
    const [first, second] = [cars.pop()!, cars.pop()!];
    const { plannedPickupTime, plannedReturnTime, renterIdNo, renterPhone } = draft(turn, 2);
    const message = { notify_id: `made-${turn}`, event: 'order.created', order_no: orderNo };
    await api.asChannel({
      ...{ ...message, pickup_store: fleet.storeId, return_store: fleet.storeId, vehicle_model: fleet.subModelId },
      ...{ pickup_time: plannedPickupTime, return_time: plannedReturnTime, driver_name: 'Somebody' },
      ...{ driver_mobile: renterPhone, driver_id_type: 2, driver_id_no: renterIdNo },
    });
    const { list } = await api.get<{ list: { id: number }[] }>(`/order/list?channelOrderNo=${orderNo}`);
    const { id } = list[0]!;
    await api.post('/order/assigncar', { id, carId: first });
    const { due, depositDue } = await api.get<{ due: number; depositDue: number }>(`/order/info/${id}`);
    await api.post('/order/payment/save', { orderId: id, amount: due + depositDue, method: 5 });
    await api.post('/order/pickup', { id, carId: first, time: wallClock(-60_000), mileage: 10_000, oil: 8 });
    const form = {
      ...{
        id,
        oldCarId: first,
        carId: second,
        time: wallClock(0),
        reason: 'breakdown',
        fate: 'free',
        remark: 'gearbox',
      },
      ...{ mileage: 10_010, oil: 7, newMileage: 10_000, newOil: 8 },
    };
    const cancel = { notify_id: `cancelled-${turn}`, event: 'order.cancelled', order_no: orderNo };
    return {
      name: 'a car is changed while a channel cancels',
      one: post('/order/changecar', form),
      other: { send: async () => expect(await api.asChannel(cancel)).toMatchObject({ result: 'refused' }) },
      facts: (pool) =>
        rowOf(
          pool,
          `select status = 2 as out, ("carId" = $2)::int as changed, (select count(*)::int from "carChange" where "orderId" = $1) as changes,
            (select status = 1 from vehicle where id = $3)::int as free, (select status = 2 from vehicle where id = $2)::int as next,
            (select least(count(*), 1)::int - count(*)::int from "channelMessage" where "messageId" = $4) as doubled
          from "order" where id = $1`,
          [id, second, first, cancel.notify_id],
        ),
      whole: [0, 1].map((n) => ({ out: true, changed: n, changes: n, free: n, next: n, doubled: 0 })),
      end: { out: true, changed: 1, changes: 1, free: 1, next: 1, doubled: 0 },
    };
  }

  async function dayClose(): Promise<Meeting> {
    turn += 1;
    const { id: orderId } = await api.post('/order/save', { ...draft(turn, 48), carId: cars.pop() });
    const { id: storeId } = await api.post<{ id: number }>('/basics/store/save', await anotherStore(turn));
    const amount = 100 + turn;
    const count = { storeId, kind: 2, float: 0, counted: 0, carried: 0, reason: 'all to the bank' };
    return {
      name: 'a day is closed while a payment is under way',
      one: post('/order/payment/save', { orderId, amount, method: 5, storeId, confirmed: 1 }),
      other: post('/order/drawercount/count', count),
      // The day has the payment, or it is late, or it is not there.
      facts: (pool) =>
        rowOf(
          pool,
          `select count(p.id)::int as paid, (select count(*)::int from "drawerCount" where "storeId" = $1) as closed,
            coalesce(sum(p.amount) filter (where p.late = 0), 0)::int as "inDay", coalesce(max(d.cash), 0)::int as counted
          from (values (1)) one left join payment p on p."storeId" = $1 left join "drawerCount" d on d."storeId" = $1`,
          [storeId],
        ),
      whole: [0, 1]
        .flatMap((paid) =>
          [0, 1].flatMap((closed) =>
            [0, amount * 100].map((inDay) => ({ paid, closed, inDay: paid * inDay, counted: closed * paid * inDay })),
          ),
        )
        .concat([{ paid: 1, closed: 0, inDay: amount * 100, counted: 0 }]),
      end: expect.objectContaining({ paid: 1, closed: 1 }) as unknown,
    };
  }

  /** A store like the first one, with a drawer of its own. */
  async function anotherStore(number: number): Promise<Record<string, unknown>> {
    const store = await api.get<Record<string, unknown>>(`/basics/store/info/${fleet.storeId}`);
    const kept = ['operatorName', 'address', 'size', 'status', 'cityId', 'is24h', 'minAdvance', 'maxAdvance'];
    const rest = ['serviceTime', 'advanceTime', 'fee', 'serviceArea'];
    return {
      ...Object.fromEntries([...kept, ...rest].map((name) => [name, store[name]])),
      storeName: `Store ${number}`,
    };
  }

  async function plate(): Promise<Meeting> {
    turn += 1;
    const [gives, takes] = [cars.pop()!, cars.pop()!];
    const red = (await api.get<{ plate: string }>(`/car/info/${gives}`)).plate;
    const change = (id: number, next: string) => post('/car/plate', { id, plate: next, remark: 'white plate' });
    return {
      name: 'a plate is given to another car',
      one: change(gives, `WHITE ${turn}`),
      other: change(takes, red),
      facts: (pool) =>
        rowOf(
          pool,
          `select (plate <> $3)::int as given, (select count(*)::int from "carPlate" where "carId" = $1) as kept,
            (select (plate = $3)::int from vehicle where id = $2) as taken, (select count(*)::int from "carPlate" where "carId" = $2) as past
          from vehicle where id = $1`,
          [gives, takes, red],
        ),
      whole: [
        { given: 0, kept: 0, taken: 0, past: 0 },
        { given: 1, kept: 1, taken: 0, past: 0 },
        { given: 1, kept: 1, taken: 1, past: 1 },
      ],
      end: { given: 1, kept: 1, taken: 1, past: 1 },
    };
  }

  async function merge(): Promise<Meeting> {
    const { orderId, refundId } = await withDeposit(++turn);
    const { memberId: mergedId } = await api.get<{ memberId: number }>(`/order/info/${orderId}`);
    turn += 1;
    const { renterPhone: phone, renterIdNo: idNo } = renter(turn);
    const person = {
      name: `Person ${turn}`,
      countryCode: '+66',
      phone,
      email: 'a@example.com',
      idType: 2,
      idNo,
      status: 1,
    };
    const { id: survivorId } = await api.post('/member/save', person);
    return {
      name: 'two members are merged while a deposit goes out',
      one: post('/member/merge/save', { survivorId, mergedId }),
      other: payOut(refundId),
      facts: async (pool) => ({
        ...((await rowOf(pool, REFUNDED, [refundId])) as object),
        ...((await rowOf(
          pool,
          `select count(*)::int as merged, (select ("memberId" = $1)::int from "order" where id = $3) as "ofSurvivor",
            (select (status = 2)::int from member where id = $2) as gone from "memberMerge" where "mergedId" = $2`,
          [survivorId, mergedId, orderId],
        )) as object),
      }),
      whole: [0, 1].flatMap((done) =>
        [0, 1].map((merged) => ({ done, paid: done, moved: done, merged, ofSurvivor: merged, gone: merged })),
      ),
      end: { done: 1, paid: 1, moved: 1, merged: 1, ofSurvivor: 1, gone: 1 },
    };
  }

  const sentence = (error: unknown): string => {
    if (error instanceof NotAnswered || !(error instanceof Error)) throw error;
    return error.message;
  };
  return {
    prepare: async (): Promise<readonly Meeting[]> => [
      await deposit(),
      await carChange(),
      await dayClose(),
      await plate(),
      await merge(),
    ],
    /** Both ask; nobody minds that no answer comes. Answers how many got none. */
    async meet(meetings: readonly Meeting[]): Promise<number> {
      const answers = await Promise.allSettled(meetings.flatMap(({ one, other }) => [one.send(), other.send()]));
      const failures = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
      const refusals = failures.filter((failure) => !(failure instanceof NotAnswered));
      // Whoever got an answer was refused by a rule, not by a fault.
      for (const { message } of refusals) expect(message).toMatch(/ answered 200: \{"statusCode":(400|409),/);
      return failures.length - refusals.length;
    },
    /** Both ask again under their keys, twice: it is as if it had been asked once. */
    async askAgain(meetings: readonly Meeting[]): Promise<void> {
      for (const { name, one, other } of meetings) {
        for (let time = 0; time < 2; time++) {
          const told: string[] = [];
          for (const step of [one, other]) {
            await step.send().then(
              () => undefined,
              (error: unknown) => {
                told.push(sentence(error));
                expect([name, told.at(-1)]).toEqual([
                  name,
                  expect.stringMatching(other.told ?? /^nothing is refused$/),
                ]);
              },
            );
          }
          expect([name, told.length]).toEqual([name, other.told ? 1 : 0]);
        }
      }
    },
  };
}
