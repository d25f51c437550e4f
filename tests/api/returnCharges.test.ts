import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';

interface Line {
  readonly item: string;
  readonly amount: number;
  readonly voided: number;
  readonly remark: string;
}
interface Order {
  readonly status: number;
  readonly total: number;
  readonly paid: number;
  readonly due: number;
  readonly depositHeld: number;
  readonly payStatus: number;
  readonly deposits: { readonly settled: boolean };
  readonly fees: readonly Line[];
  readonly refunds: readonly { readonly id: number; readonly amount: number; readonly feeItem: string }[];
}
interface Returned {
  readonly charges: number;
  readonly paid: number;
  readonly held: number;
  readonly total: number;
  readonly due: number;
  readonly overrun: number;
}
interface Charge {
  readonly kind: string;
  readonly mark?: number;
  readonly car?: number;
  readonly amount: number;
  readonly reason?: string;
}

const DENT = { zone: 'leftRearDoor', x: 640, y: 620, kind: 'dent' };
const UNPRICED = { zone: 'roof', x: 530, y: 500, kind: 'crack' };

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  const ops = await app.as('ops');
  accepted(await ops.post('/carprice/saveparams', { fuelPricePerEighth: 250, kmPerDay: 200, extraKmPrice: 5 }));
  accepted(await ops.post('/carprice/damage/save', { part: 'door', kind: 'dent', amount: 3000 }));
});
afterAll(() => app.close());

const orderOf = async (id: number): Promise<Order> => accepted(await manager.get<Order>(`/order/info/${id}`)).data;
/** The charges by hand that count. */
const charged = ({ fees }: Order) =>
  fees.filter((line) => ['additional', 'reduction'].includes(line.item) && line.voided === 0);
const linesOf = (order: Order) => charged(order).map(({ item, amount }) => [item, amount]);

/** An order whose car is out, and the form of its return: a tank two eighths short, 900 km in three days of 200, two hours late. */
async function carOut(changes: object = {}): Promise<{ id: number; form: Record<string, unknown> }> {
  const [carId] = await addCars(app, 1);
  const id = await orderIn(app, manager, 2, carId!, { ...changes });
  app.at('2027-03-04 12:00');
  return { id, form: { id, carId, time: '2027-03-04 12:00:00', mileage: 10_900, oil: 6, damages: [DENT] } };
}

/** What is proposed for that form: a fourth, started day is included. */
const LATE = 400;
const PROPOSED: readonly Charge[] = [
  { kind: 'fuel', amount: 500 },
  { kind: 'mileage', amount: 500 },
  { kind: 'late', amount: LATE },
  { kind: 'damage', mark: 0, amount: 3000 },
];
const bringBack = (form: object, charges?: readonly Charge[]) =>
  clerk.post<Returned>('/order/return', { ...form, ...(charges && { charges }) });

describe('charges of a return', () => {
  it('go on the bill with it: fuel, kilometres beyond the limit and damage by the price list', async () => {
    const { id, form } = await carOut();
    const before = await orderOf(id);
    const { data } = accepted(await bringBack(form, PROPOSED));
    expect(data).toMatchObject({ charges: 4000, overrun: LATE, total: before.total + 4000 + LATE, paid: before.paid });
    const after = await orderOf(id);
    expect(linesOf(after)).toEqual([
      ['additional', 500],
      ['additional', 500],
      ['additional', 3000],
    ]);
    expect(charged(after).map(({ remark }) => JSON.parse(remark) as object)).toMatchObject([
      { key: 'rental.damage.charge.fuel', params: { quantity: 2, reason: '' } },
      { key: 'rental.damage.charge.mileage', params: { quantity: 100 } },
      { key: 'rental.damage.charge.damage', params: { no: 1, part: 'codes.damagePart.door' } },
    ]);
  });

  it('are worked out by the desk from the same facts', async () => {
    const { id } = await carOut();
    const { data } = accepted(await clerk.get<Record<string, unknown>>(`/order/returnterms/${id}`));
    expect(data).toMatchObject({
      ...{ outMileage: 10_000, outOil: 8, earlierKm: 0, fuelPricePerEighth: 250_00 },
      damagePrices: [{ part: 'door', kind: 'dent', amount: 3000_00 }],
      snapshot: { parameters: { kmPerDay: 200, extraKmPrice: 5_00 } },
    });
  });

  it('that are lower, higher or left out say why, and the late return as well', async () => {
    const { id, form } = await carOut();
    const changed = (reason?: string): readonly Charge[] => [
      { kind: 'fuel', amount: 0, ...(reason && { reason }) },
      { kind: 'mileage', amount: 600, ...(reason && { reason }) },
      { kind: 'late', amount: 150, ...(reason && { reason }) },
      { kind: 'damage', mark: 0, amount: 3000 },
    ];
    expect(errorOf(await bringBack(form, changed()))).toContain('reason');
    expect(errorOf(await bringBack(form, PROPOSED.slice(1)))).toContain('reason');
    expect((await orderOf(id)).status).toBe(2);
    const { data } = accepted(await bringBack(form, changed('guest of the house')));
    expect(data).toMatchObject({ charges: 3600 - 250, overrun: LATE });
    const after = await orderOf(id);
    expect(linesOf(after).toSorted()).toEqual([['additional', 3000], ['additional', 600], ['reduction', 250]]); // prettier-ignore
    expect(charged(after).filter(({ remark }) => remark.includes('guest of the house'))).toHaveLength(2);
  });

  it('that were changed or removed stay on the order and in its log, with what was proposed and why', async () => {
    const { id, form } = await carOut();
    const reason = 'guest of the house';
    const sent = PROPOSED.map((each) => (each.kind === 'fuel' ? { ...each, amount: 0, reason } : each));
    accepted(await bringBack(form, sent));
    const { tasks } = accepted(
      await manager.get<{ tasks: readonly { type: string; charges: unknown }[] }>(`/order/info/${id}`),
    ).data;
    expect(tasks.map(({ type, charges }) => [type, charges])).toEqual([
      ['pickup', []],
      [
        'return',
        [
          { kind: 'fuel', plate: '', no: null, proposed: 500, amount: 0, reason },
          { kind: 'mileage', plate: '', no: null, proposed: 500, amount: 500, reason: '' },
          { kind: 'late', plate: '', no: null, proposed: LATE, amount: LATE, reason: '' },
          { kind: 'damage', plate: '', no: 1, proposed: 3000, amount: 3000, reason: '' },
        ],
      ],
    ]);
    const log = accepted(await manager.get<readonly { event: string; detail: unknown }[]>(`/order/log/${id}`)).data;
    const said = log.filter(({ event }) => event === 'order.returncharge');
    expect(said.map(({ detail }) => detail)).toEqual([
      { kind: 'fuel', plate: '', no: null, proposed: 500, amount: 0, reason },
    ]);
  });

  it('name the earlier car that came back without its fuel, after a change of car', async () => {
    const { id, form } = await carOut();
    const [next] = await addCars(app, 1);
    const changed = {
      ...{ id, oldCarId: form['carId'], carId: next, time: '2027-03-02 09:30:00', reason: 'breakdown', fate: 'free' },
      ...{ mileage: 10_180, oil: 5, newMileage: 10_020, newOil: 8, remark: 'gearbox' },
    };
    accepted(await clerk.post('/order/changecar', changed));
    const { data } = accepted(
      await clerk.get<{ earlierFuel: readonly { plate: string; eighths: number }[] }>(`/order/returnterms/${id}`),
    );
    expect(data.earlierFuel).toEqual([{ plate: expect.any(String) as string, eighths: 3 }]);
    const back = { ...form, carId: next, mileage: 10_100, damages: [] };
    const last: readonly Charge[] = [
      { kind: 'fuel', amount: 500 },
      { kind: 'late', amount: LATE },
    ];
    expect(errorOf(await bringBack(back, last))).toContain('reason');
    accepted(await bringBack(back, [{ kind: 'fuel', car: 0, amount: 750 }, ...last]));
    const after = await orderOf(id);
    expect(linesOf(after)).toEqual([['additional', 750], ['additional', 500]]); // prettier-ignore
    expect(JSON.parse(charged(after)[0]!.remark) as object).toMatchObject({
      key: 'rental.damage.charge.earlierFuel',
      params: { quantity: 3, plate: data.earlierFuel[0]!.plate },
    });
  });

  it('without a price on file are what the desk says, or nothing', async () => {
    const damages = [UNPRICED, UNPRICED];
    const { id, form } = await carOut();
    const rest = PROPOSED.filter(({ kind }) => kind !== 'damage');
    accepted(await bringBack({ ...form, damages }, [...rest, { kind: 'damage', mark: 1, amount: 1200 }]));
    expect(linesOf(await orderOf(id))).toEqual([['additional', 500], ['additional', 500], ['additional', 1200]]); // prettier-ignore
  });

  it('that nobody proposed are refused', async () => {
    const { id, form } = await carOut();
    const refused = await bringBack(form, [...PROPOSED, { kind: 'damage', mark: 1, amount: 5, reason: 'x' }]);
    expect(Object.keys(refused.errors)).toEqual(['charges']);
    expect(linesOf(await orderOf(id))).toEqual([]);
  });

  it('are none where the form says none, as one that an earlier version kept', async () => {
    const { id, form } = await carOut();
    expect(accepted(await bringBack(form)).data).toMatchObject({ charges: 0, overrun: LATE });
    expect(linesOf(await orderOf(id))).toEqual([]);
  });

  it('stand on the bill once, however often the form is sent', async () => {
    const { id, form } = await carOut();
    const sent = await Promise.all(Array.from({ length: 4 }, () => bringBack(form, PROPOSED)));
    expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await bringBack(form, PROPOSED)).statusCode).not.toBe(200);
    expect(linesOf(await orderOf(id))).toHaveLength(3);
  });

  it('go when the return is undone, with what it charged for the time', async () => {
    const { id, form } = await carOut();
    const before = await orderOf(id);
    accepted(await bringBack(form, PROPOSED));
    accepted(await manager.post('/order/rejectreturn', { id, reason: 'wrong car' }));
    const after = await orderOf(id);
    expect(after).toMatchObject({ status: 2, total: before.total, paid: before.paid });
    expect(linesOf(after)).toEqual([]);
  });
});

describe('deposits that are asked back after it', () => {
  const askBack = (orderId: number, more: object) =>
    clerk.post<{ id: number | null }>('/order/refund/save', {
      ...{ orderId, reason: 'Deposit' },
      ...{ deposits: ['orderDeposit', 'violationDeposit'] },
      ...more,
    });

  it('pay what is due and give the rest back, in one step: nothing is due any more', async () => {
    const { id, form } = await carOut({ depositType: 1 });
    const { data } = accepted(await bringBack(form, PROPOSED));
    expect(data).toMatchObject({ due: 4000 + LATE, held: 8000 });
    accepted(await askBack(id, { keep: data.due }));
    const after = await orderOf(id);
    expect(after).toMatchObject({ due: 0, payStatus: 1, depositHeld: 8000 - data.due });
    expect(after.refunds.map(({ feeItem, amount }) => [feeItem, amount]).toSorted()).toEqual([
      ['orderDeposit', 5000 - data.due],
      ['violationDeposit', 3000],
    ]);
    const finance = await app.as('finance');
    for (const { id: refundId } of after.refunds)
      accepted(await finance.post('/order/refund/result', { id: refundId, success: 1, transactionNo: `K${refundId}` }));
    expect(await orderOf(id)).toMatchObject({ due: 0, depositHeld: 0, deposits: { settled: true } });
  });

  it('keep no more than is due, nor more than is held', async () => {
    const { id, form } = await carOut({ depositType: 1 });
    const { due } = accepted(await bringBack(form, PROPOSED)).data;
    for (const keep of [due + 0.01, 8000.01]) expect((await askBack(id, { keep })).errors).toHaveProperty('keep');
    expect((await orderOf(id)).refunds).toEqual([]);
    expect((await askBack(id, { deposits: undefined, keep: due })).errors).toHaveProperty('deposits');
  });

  it('leave out a deposit that the charges have used up, and may be kept whole', async () => {
    const { id, form } = await carOut({ depositType: 1 });
    const more = PROPOSED.map((each) =>
      each.kind === 'damage' ? { ...each, amount: 6600, reason: 'door is new' } : each,
    );
    expect(accepted(await bringBack(form, more)).data).toMatchObject({ due: 8000 });
    expect(accepted(await askBack(id, { keep: 8000 })).data).toEqual({ id: null });
    expect(await orderOf(id)).toMatchObject({ due: 0, depositHeld: 0, refunds: [] });
  });
});
