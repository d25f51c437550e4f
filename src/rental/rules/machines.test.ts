import { describe, expect, it } from 'vitest';
import {
  VEHICLE,
  NEXT_STEPS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  VEHICLE_TRANSITIONS,
  nextState,
  nextVehicleState,
  orderActions,
} from './index.ts';
import type { OrderActionFacts, OrderEvent, OrderStatus, VehicleEvent, VehicleStatus } from './index.ts';

/** The tables of D-ORD-04 and D-CAR-03, written out again: event → the states it leaves and where it leads. */
const ORDER_TABLE: Record<OrderEvent, Partial<Record<OrderStatus | 'none', OrderStatus>>> = {
  new: { none: 1 },
  modify: { 1: 1 },
  renter: { 2: 2, 3: 3 },
  edittime: { 1: 1, 2: 2 },
  assigncar: { 1: 1 },
  changecar: { 2: 2 },
  assignstaff: { 1: 1, 2: 2 },
  pickup: { 1: 2 },
  rejectpickup: { 2: 1 },
  renew: { 2: 2 },
  cancelrenew: { 2: 2 },
  return: { 2: 3 },
  endwithoutcar: { 2: 3 },
  rejectreturn: { 3: 2 },
  cancel: { 1: -1 },
  noshow: { 1: -1 },
  push: { 2: 2, 3: 3 },
  remark: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
  payment: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
  waivepenalty: { [-1]: -1 },
  additionalfee: { 1: 1, 2: 2, 3: 3 },
  applydeposit: { 3: 3 },
  redeem: { 1: 1 },
  generatecoupon: { 1: 1, 2: 2, 3: 3 },
  refundrequest: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
  sign: { 1: 1, 2: 2 },
};
const VEHICLE_TABLE: Record<VehicleEvent, Partial<Record<VehicleStatus | 'none', VehicleStatus | 'gone'>>> = {
  add: { none: 0 },
  copy: { none: 0 },
  import: { none: 0 },
  audit: { 0: 0 },
  list: { 0: 1 },
  delist: { 1: 0 },
  pickup: { 1: 2 },
  return: { 2: 1 },
  rejectpickup: { 2: 1 },
  rejectreturn: { 1: 2 },
  changeout: { 1: 2 },
  changeback: { 2: 1 },
  dispatch: { 0: 0, 1: 0 },
  sold: { 0: 3, 1: 3 },
  totalloss: { 0: 4, 1: 4 },
  changeowner: { 0: 0, 1: 1 },
  edit: { 0: 0, 1: 1, 2: 2 },
  delete: { 0: 'gone' },
};

const orderPairs = [null, ...ORDER_STATUSES].flatMap((from) =>
  (Object.keys(ORDER_TABLE) as OrderEvent[]).map((event) => [from, event] as const),
);
const vehiclePairs = [null, ...Object.values(VEHICLE)].flatMap((from) =>
  (Object.keys(VEHICLE_TABLE) as VehicleEvent[]).map((event) => [from, event] as const),
);

describe('the order machine', () => {
  it.each(orderPairs)('from %s by %s goes where the table says, or is refused with the state named', (from, event) => {
    const expected = ORDER_TABLE[event][from ?? 'none'];
    const step = nextState(from, event);
    if (expected !== undefined) expect(step).toEqual({ ok: true, to: expected });
    else
      expect(step).toEqual({
        ok: false,
        refusal: {
          code: `order.refusal.state.${from === null ? 'none' : from === -1 ? 'cancelled' : from}`,
          params: {},
        },
      });
  });

  it('has one row for an event in a state, O1 to O27', () => {
    const keys = ORDER_TRANSITIONS.map((each) => `${each.from} ${each.event}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...new Set(ORDER_TRANSITIONS.map((each) => each.id))]).toEqual(
      Array.from({ length: 27 }, (_, index) => `O${index + 1}`),
    );
  });

  it('never leaves cancelled, and reaches it from approved only', () => {
    expect(ORDER_TRANSITIONS.filter((each) => each.from === -1 && each.to !== -1)).toEqual([]);
    const before = ORDER_TRANSITIONS.filter((each) => each.to === -1 && each.from !== -1).map((each) => each.from);
    expect([...new Set(before)]).toEqual([1]);
  });
});

describe('the vehicle machine', () => {
  it.each(vehiclePairs)(
    'from %s by %s goes where the table says, or is refused with the state named',
    (from, event) => {
      const expected = VEHICLE_TABLE[event][from ?? 'none'];
      const step = nextVehicleState(from, event);
      if (expected !== undefined) expect(step).toEqual({ ok: true, to: expected === 'gone' ? null : expected });
      else
        expect(step).toEqual({ ok: false, refusal: { code: `vehicle.refusal.state.${from ?? 'none'}`, params: {} } });
    },
  );

  it('has one row for an event in a state, V1 to V13', () => {
    const keys = VEHICLE_TRANSITIONS.map((each) => `${each.from} ${each.event}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...new Set(VEHICLE_TRANSITIONS.map((each) => each.id))]).toEqual(
      Array.from({ length: 13 }, (_, index) => `V${index + 1}`),
    );
  });

  it('never leaves sold and total loss', () => {
    expect(VEHICLE_TRANSITIONS.filter((each) => each.from === 3 || each.from === 4)).toEqual([]);
  });
});

describe('actions of an order', () => {
  const facts = (changes: Partial<OrderActionFacts> = {}): OrderActionFacts => ({
    status: 1,
    payStatus: 1,
    channel: 2,
    hasCar: false,
    contractStatus: 0,
    isPickupMissed: false,
    hasCoupon: false,
    hasValidRenewal: false,
    hasCarChange: false,
    hasDepositHeld: false,
    hasDepositToAskBack: false,
    hasDepositToApply: false,
    ...changes,
  });
  const all = () => true;

  // prettier-ignore
  it.each([
    [1, ['assigncar', 'modify', 'edittime', 'assignstaff', 'pickup', 'cancel', 'payment', 'additionalfee', 'remark', 'redeem', 'generatecoupon', 'refundrequest', 'sign', 'printRental', 'printFlash', 'printCheck']],
    [2, ['return', 'renew', 'renter', 'edittime', 'changecar', 'endwithoutcar', 'assignstaff', 'payment', 'additionalfee', 'remark', 'generatecoupon', 'refundrequest', 'sign', 'push', 'rejectpickup', 'printRental', 'printFlash', 'printCheck', 'printPhotos', 'printSettlement']],
    [3, ['renter', 'payment', 'additionalfee', 'remark', 'generatecoupon', 'refundrequest', 'push', 'rejectreturn', 'printRental', 'printFlash', 'printPhotos', 'printSettlement']],
    [-1, ['remark', 'refundrequest']],
  ] as const)('in state %s are these and no others, in this order', (status, expected) => {
    expect(orderActions(facts({ status }), all)).toEqual(expected);
  });

  it.each([1, 2, 3, -1] as const)('offer the receipt for deposits while one is held, in state %s', (status) => {
    expect(orderActions(facts({ status, hasDepositHeld: true }), all)).toContain('printDeposit');
    expect(orderActions(facts({ status }), all)).not.toContain('printDeposit');
  });

  it('offer to close an order as a no-show once its planned pickup has passed', () => {
    expect(orderActions(facts({ isPickupMissed: true }), all)).toContain('noshow');
    expect(orderActions(facts({ status: 2, isPickupMissed: true }), all)).not.toContain('noshow');
  });

  it.each([
    [{ payStatus: 0 }, ['payment', 'modify']],
    // The keys go out against the money, too.
    [{ payStatus: 0, hasCar: true }, ['payment', 'pickup']],
    [{ hasCar: true }, ['pickup']],
    [{ status: 2 }, ['return']],
    [{ status: 3, payStatus: 0 }, ['payment']],
    [{ status: 3, hasDepositHeld: true, hasDepositToAskBack: true }, ['refundrequest']],
    // All that is held is asked back: nothing is waited for.
    [{ status: 3, hasDepositHeld: true }, ['renter']],
    [{ status: 3, payStatus: 0, hasDepositHeld: true, hasDepositToAskBack: true }, ['payment']],
    [{ status: -1, hasDepositHeld: true, hasDepositToAskBack: true }, ['refundrequest', 'remark']],
    [{ status: 3 }, ['renter']],
    [{ status: -1 }, ['remark']],
    [{ status: -1, payStatus: 0 }, ['payment', 'waivepenalty']],
  ] as const)('begin, for %j, with %j', (changes, first) => {
    expect(orderActions(facts(changes), all).slice(0, first.length)).toEqual(first);
  });

  it('make the next step big in every state, and never a sheet, a note or a coupon', () => {
    const yesOrNo = [false, true];
    const big = new Set(
      ORDER_STATUSES.flatMap((status) =>
        ([0, 1] as const).flatMap((payStatus) =>
          yesOrNo.flatMap((hasCar) =>
            yesOrNo.map((held) => {
              const of = { status, payStatus, hasCar, hasDepositHeld: held, hasDepositToAskBack: held };
              const [first = ''] = orderActions(facts(of), all);
              return `${status} ${payStatus === 1 ? 'paid' : 'due'}: ${NEXT_STEPS.includes(first) ? first : 'none'}`;
            }),
          ),
        ),
      ),
    );
    expect([...big].sort()).toEqual([
      '-1 due: payment',
      '-1 paid: none',
      '-1 paid: refundrequest',
      '1 due: payment',
      '1 paid: assigncar',
      '1 paid: pickup',
      '2 due: return',
      '2 paid: return',
      '3 due: payment',
      '3 paid: none',
      '3 paid: refundrequest',
    ]);
  });

  it('never hold an event that the table refuses, nor one without its permission', () => {
    for (const status of ORDER_STATUSES) {
      const offered = orderActions(facts({ status, hasValidRenewal: true }), all).filter(
        (each) => !each.startsWith('print'),
      );
      for (const action of offered) expect(nextState(status, action as OrderEvent).ok).toBe(true);
      expect(orderActions(facts({ status }), () => false)).toEqual([]);
      expect(
        orderActions(facts({ status }), (permission) => permission === 'order-detail').every((each) =>
          each.startsWith('print'),
        ),
      ).toBe(true);
    }
  });

  it('depend on coupon, contract, channel and renewals where these decide', () => {
    const of = (changes: Partial<OrderActionFacts>) => orderActions(facts(changes), all);
    expect(of({ hasCoupon: true })).not.toContain('redeem');
    expect(of({ status: 3 })).not.toContain('applydeposit');
    expect(of({ status: 3, hasDepositToApply: true })).toContain('applydeposit');
    expect(of({ contractStatus: 1 })).not.toContain('sign');
    expect(of({ status: 2 })).toContain('push');
    expect(of({ status: 2, channel: 4 })).not.toContain('push');
    expect(of({ status: 2 })).toContain('rejectpickup');
    expect(of({ status: 2 })).not.toContain('cancelrenew');
    expect(of({ status: 2, hasValidRenewal: true })).toContain('cancelrenew');
    expect(of({ status: 2, hasValidRenewal: true })).not.toContain('rejectpickup');
    expect(of({ status: 2, hasCarChange: true })).not.toContain('rejectpickup');
    expect(of({ status: 2, hasCarChange: true })).toContain('changecar');
  });
});
