import { describe, expect, it } from 'vitest';
import {
  assignCarGuard,
  cancelRenewalGuard,
  editTimeInUseGuard,
  fromBaht,
  pickupGuard,
  pushGuard,
  redeemGuard,
  signGuard,
  rejectPickupGuard,
  rejectReturnGuard,
  returnGuard,
} from './index.ts';
import { problemTold } from './problem.ts';
import type { GuardedCar, PickupFacts, Problem, ReturnGuardFacts, TaskInput } from './index.ts';
import { ZONE, at } from './testing/builders.ts';

const codes = (problems: readonly Problem[]) => problems.map((each) => each.code);
const now = at('2027-03-01 10:00');
const task: TaskInput = { carId: 5, time: now, mileage: 12_000, oil: 8 };
const car: GuardedCar = {
  id: 5,
  status: 1,
  auditStatus: 1,
  mileage: 12_000,
  compulsoryEnd: '2027-12-31',
  inspectionExpiry: '2027-12-31',
  inStorage: false,
  inMaintenance: false,
  dispatchDue: false,
};

describe('a pickup (O7)', () => {
  const facts = (changes: Partial<PickupFacts> = {}): PickupFacts => ({
    task,
    car,
    plannedPickup: now,
    plannedReturn: at('2027-03-04 10:00'),
    now,
    timeZone: ZONE,
    paid: true,
    unpaidOverride: false,
    blacklisted: null,
    idKnown: true,
    ...changes,
  });
  const errors = (changes: Partial<PickupFacts>) => codes(pickupGuard(facts(changes)).errors);
  const withCar = (changes: Partial<GuardedCar>) => errors({ car: { ...car, ...changes } });
  const withTask = (changes: Partial<TaskInput>) => pickupGuard(facts({ task: { ...task, ...changes } })).errors;

  it('with a ready car and a paid order passes', () => {
    expect(pickupGuard(facts())).toEqual({ errors: [], warnings: [] });
  });

  it.each(['carId', 'time', 'mileage', 'oil'] as const)('needs %s', (field) => {
    expect(withTask({ [field]: null })).toEqual([{ code: 'field.required', params: {}, field }]);
  });

  it('of a car that is out says who has it, since when it is late, and nothing of that to who may not see it', () => {
    const out = { orderNo: 'R9', renterName: 'WANG LI', pickupStoreId: 2, returnStoreId: 3 };
    const told = (plannedReturn: number) =>
      pickupGuard(facts({ car: { ...car, status: 2, out: { ...out, plannedReturn } } })).errors[0]!;
    const late = told(facts().now - 88 * 60_000);
    expect(late).toMatchObject({
      code: 'vehicle.refusal.rentedLate',
      params: { orderNo: 'R9', renter: 'WANG LI', late: 88, hours: 1, minutes: 28 },
      field: 'carId',
    });
    expect(told(facts().now + 60_000)).toMatchObject({ code: 'vehicle.refusal.rented', params: { late: 0 } });
    expect(problemTold(late, [3])).toMatchObject({ code: 'vehicle.refusal.rentedLate' });
    expect(problemTold(late, [1])).toEqual({ code: 'vehicle.refusal.rentedByOther', params: {}, field: 'carId' });
  });

  it.each([
    [{ status: 2 }, ['vehicle.refusal.rentedByOther']],
    [{ status: 0 }, ['vehicle.refusal.notListed']],
    [{ status: 3 }, ['vehicle.refusal.notListed']],
    [{ auditStatus: 0 }, ['vehicle.refusal.notAudited']],
    [{ inStorage: true }, ['vehicle.refusal.inStorage']],
    [{ inMaintenance: true }, ['vehicle.refusal.inMaintenance']],
    [{ dispatchDue: true }, ['vehicle.refusal.dispatchDue']],
    [{ compulsoryEnd: '2027-02-28' }, ['vehicle.refusal.policyExpired']],
    [{ compulsoryEnd: null }, ['vehicle.refusal.policyExpired']],
    [{ inspectionExpiry: '2027-02-28' }, ['vehicle.refusal.inspectionExpired']],
    [{ mileage: 12_001 }, ['order.refusal.mileageBelowCar']],
    [{ mileage: 11_999 }, []],
    [{ mileage: 11_000 }, []],
    [{ mileage: 10_999 }, ['order.refusal.mileageUnlikely']],
    [{ mileage: 0 }, []],
  ] as const)('of a car with %j answers %j', (changes, expected) => {
    expect(withCar(changes)).toEqual(expected);
  });

  it('warns of papers that end before the planned return', () => {
    const verdict = pickupGuard(
      facts({ car: { ...car, compulsoryEnd: '2027-03-03', inspectionExpiry: '2027-03-04' } }),
    );
    expect(verdict.errors).toEqual([]);
    expect(codes(verdict.warnings)).toEqual(['availability.policyEnds']);
  });

  it('warns of an unwashed car and refuses nothing (D-CAR-19)', () => {
    const verdict = pickupGuard(facts({ car: { ...car, dirty: true } }));
    expect([codes(verdict.errors), codes(verdict.warnings)]).toEqual([[], ['vehicle.warning.dirty']]);
  });

  it('takes an empty tank as it takes a full one', () => {
    expect(withTask({ oil: 0 })).toEqual([]);
  });

  it('of an unknown plate says that the car was not found', () => {
    expect(errors({ car: null })).toEqual(['car.notFound']);
  });

  it('of an unpaid order needs the override', () => {
    expect(errors({ paid: false })).toEqual(['order.refusal.notPaid']);
    expect(errors({ paid: false, unpaidOverride: true })).toEqual([]);
  });

  it('of a renter whose ID number nobody knows is refused', () => {
    expect(errors({ idKnown: false })).toEqual(['order.refusal.idMissing']);
  });

  it('is possible from 24 hours before the plan, and never in the future', () => {
    expect(errors({ plannedPickup: at('2027-03-02 10:00') })).toEqual([]);
    expect(errors({ plannedPickup: at('2027-03-02 10:01') })).toEqual(['order.refusal.pickupTooEarly']);
    expect(codes(withTask({ time: at('2027-03-01 10:02') }))).toEqual(['time.future']);
  });

  it('by a renter on the blacklist is refused with type and reason', () => {
    expect(pickupGuard(facts({ blacklisted: { type: 'Unpaid rent', reason: 'R1' } })).errors).toEqual([
      { code: 'order.refusal.blacklisted', params: { type: 'Unpaid rent', reason: 'R1' }, field: 'renterPhone' },
    ]);
  });

  it.each([
    [{ oil: 9 }, 'order.refusal.oilInvalid'],
    [{ oil: -1 }, 'order.refusal.oilInvalid'],
    [{ oil: 1.5 }, 'order.refusal.oilInvalid'],
    [{ mileage: 12_000.5 }, 'order.refusal.mileageInvalid'],
  ])('with %j is refused: %s', (changes, expected) => {
    expect(codes(withTask(changes))).toEqual([expected]);
  });
});

describe('a return (O11)', () => {
  const returned = (changes: Partial<ReturnGuardFacts & { task: Partial<TaskInput> }> = {}) =>
    codes(
      returnGuard({
        orderCarId: 5,
        actualPickup: at('2027-02-27 10:00'),
        pickupMileage: 11_000,
        now,
        timeZone: ZONE,
        ...changes,
        task: { ...task, ...changes.task },
      }),
    );

  it.each([
    [{}, []],
    [{ task: { carId: 6 } }, ['order.refusal.otherCar']],
    [{ task: { time: at('2027-02-27 09:59') } }, ['order.refusal.returnBeforePickup']],
    [{ task: { time: at('2027-02-27 10:00') } }, []],
    [{ task: { time: at('2027-03-01 10:02') } }, ['time.future']],
    [{ task: { mileage: 10_999 } }, ['order.refusal.mileageBelowPickup']],
    [{ task: { mileage: 11_000 } }, []],
    [{ task: { oil: null, mileage: null } }, ['field.required', 'field.required']],
    [{ task: { mileage: 13_000 } }, []],
    [{ task: { mileage: 13_001 } }, ['order.refusal.mileageUnlikely']],
    [{ task: { mileage: 1_250_000, mileageConfirmed: true } }, []],
    [{ task: { mileage: 10_999, mileageConfirmed: true } }, ['order.refusal.mileageBelowPickup']],
  ] as const)('with %j answers %j', (changes, expected) => {
    expect(returned(changes as Parameters<typeof returned>[0])).toEqual(expected);
  });
});

describe('undoing', () => {
  it('a pickup needs a reason, no renewal, no return task and the car that it began with (O8)', () => {
    const facts = { hasValidRenewal: false, hasReturnTask: false, hasChange: false, reason: 'wrong car' };
    expect(rejectPickupGuard(facts)).toEqual([]);
    expect(
      codes(rejectPickupGuard({ hasValidRenewal: true, hasReturnTask: true, hasChange: true, reason: ' ' })),
    ).toEqual([
      'order.refusal.carChanged',
      'order.refusal.hasRenewal',
      'order.refusal.hasReturnTask',
      'field.required',
    ]);
  });

  it('a return needs a reason, unmoved money and a car that is free (O12)', () => {
    const facts = {
      moneyMoved: false,
      carStatus: 1,
      colliding: null,
      modelPromised: false,
      reason: 'wrong mileage',
    };
    expect(rejectReturnGuard(facts)).toEqual([]);
    expect(
      codes(
        rejectReturnGuard({
          moneyMoved: true,
          carStatus: 2,
          colliding: { orderNo: 'R2', pickupStoreId: 1, returnStoreId: 2 },
          modelPromised: true,
          reason: '',
        }),
      ),
    ).toEqual(['order.refusal.moneyMoved', 'order.refusal.carNotFree', 'order.refusal.carPromised', 'field.required']);
  });

  it('a renewal is possible for the last valid one only (O10)', () => {
    expect(cancelRenewalGuard(2, [1, 2])).toBeNull();
    expect(cancelRenewalGuard(1, [1, 2])?.code).toBe('renew.notLast');
    expect(cancelRenewalGuard(1, [])?.code).toBe('renew.notLast');
  });
});

describe('other steps of an order', () => {
  it('editing the time in use only brings the return nearer (O4)', () => {
    const edit = (returned: number) => editTimeInUseGuard({ actualPickup: 10, plannedReturn: 20, returned })?.code;
    expect([edit(9), edit(10), edit(11), edit(20), edit(21)]).toEqual([
      'time.returnLess',
      'time.returnLessOrEqual',
      undefined,
      undefined,
      'order.refusal.longerIsRenewal',
    ]);
  });

  it('a car of another model needs a remark (O5)', () => {
    expect(assignCarGuard({ bookedSubModelId: 1, carSubModelId: 1, remark: '' })).toBeNull();
    expect(assignCarGuard({ bookedSubModelId: 1, carSubModelId: 2, remark: '' })?.field).toBe('remark');
    expect(assignCarGuard({ bookedSubModelId: 1, carSubModelId: 2, remark: 'upgrade' })).toBeNull();
  });

  it('a push tells the channel of what has happened (O14)', () => {
    const push = (what: 'pickup' | 'return', status: 1 | 2 | 3 | -1, channel = 2) =>
      pushGuard({ what, status, channel })?.code;
    expect([
      push('pickup', 1),
      push('pickup', 2),
      push('pickup', 3),
      push('return', 2),
      push('return', 3),
      push('pickup', 2, 4),
    ]).toEqual([
      'order.refusal.notPickedUp',
      undefined,
      undefined,
      'order.refusal.notReturned',
      undefined,
      'order.refusal.noChannel',
    ]);
  });

  it('a contract is signed once (O20)', () => {
    expect(signGuard({ contractStatus: 0 })).toBeNull();
    expect(signGuard({ contractStatus: 1 })?.code).toBe('order.refusal.signed');
  });

  it('a coupon is redeemed unused, once an order, and with its condition met (O17)', () => {
    const coupon = { type: 1, amount: fromBaht(3000), discountAmount: fromBaht(400), status: 0 } as const;
    const facts = { coupon, orderHasCoupon: false, rental: fromBaht(3000), discount: fromBaht(0), days: 3 };
    expect(redeemGuard(facts)).toBeNull();
    expect(redeemGuard({ ...facts, coupon: null })?.code).toBe('coupon.refusal.unknown');
    expect(redeemGuard({ ...facts, coupon: { ...coupon, status: 1 } })?.code).toBe('coupon.refusal.used');
    expect(redeemGuard({ ...facts, coupon: { ...coupon, status: -1 } })?.code).toBe('coupon.refusal.void');
    expect(redeemGuard({ ...facts, orderHasCoupon: true })?.code).toBe('coupon.refusal.second');
    expect(redeemGuard({ ...facts, discount: fromBaht(1) })).toMatchObject({
      code: 'coupon.refusal.amount',
      field: 'code',
    });
  });
});
