import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carAvailability, renewalConflicts } from './index.ts';
import type { AvailabilityFacts, OrderHold } from './index.ts';
import { MINUTE } from './storeTime.ts';
import { ZONE, at } from './testing/builders.ts';

const order = (changes: Partial<OrderHold> = {}): OrderHold => ({
  orderId: 1,
  orderNo: 'R1',
  status: 1,
  pickupStoreId: 1,
  returnStoreId: 1,
  plannedPickup: at('2027-03-01 10:00'),
  actualPickup: null,
  plannedReturn: at('2027-03-04 10:00'),
  ...changes,
});
const car = { status: 1, auditStatus: 1, storeId: 1, inspectionExpiry: '2027-12-31' };
const facts = (changes: Partial<AvailabilityFacts> = {}): AvailabilityFacts => ({
  now: at('2027-02-20 10:00'),
  timeZone: ZONE,
  pickup: at('2027-03-10 10:00'),
  returned: at('2027-03-12 10:00'),
  pickupStoreId: 1,
  returnStoreId: 1,
  turnaroundMinutes: 120,
  orderId: null,
  car,
  orders: [],
  blocks: [],
  policies: [{ start: null, end: '2027-12-31' }],
  ...changes,
});
const reasons = (changes: Partial<AvailabilityFacts>) =>
  carAvailability(facts(changes)).reasons.map((each) => each.code);

describe('a car', () => {
  it('with nothing against it is available', () => {
    expect(carAvailability(facts())).toEqual({ available: true, reasons: [], warnings: [] });
  });

  it.each([[{ status: 0 }], [{ status: 3 }], [{ status: 4 }], [{ auditStatus: 0 }]])(
    '1: is not offered with %j',
    (changes) => {
      expect(reasons({ car: { ...car, ...changes } })).toEqual(['availability.notOffered']);
    },
  );

  it('1: that is rented out now can be promised for later', () => {
    expect(reasons({ car: { ...car, status: 2 } })).toEqual([]);
  });

  it('2: stands where its last order before the pickup brings it, else where it is', () => {
    expect(reasons({ pickupStoreId: 2, returnStoreId: 2 })).toEqual(['availability.elsewhere']);
    expect(reasons({ orders: [order({ returnStoreId: 2 })] })).toEqual(['availability.elsewhere']);
    expect(reasons({ pickupStoreId: 2, orders: [order({ returnStoreId: 2 })] })).toEqual([]);
    const back = order({ orderId: 2, plannedPickup: at('2027-03-05 10:00'), plannedReturn: at('2027-03-06 10:00') });
    expect(reasons({ orders: [order({ returnStoreId: 2 }), back] })).toEqual([]);
  });

  it('2: whose next order starts elsewhere is offered with a warning that it must be moved', () => {
    const next = order({
      pickupStoreId: 2,
      plannedPickup: at('2027-03-20 10:00'),
      plannedReturn: at('2027-03-21 10:00'),
    });
    const verdict = carAvailability(facts({ orders: [next] }));
    expect(verdict.available).toBe(true);
    expect(verdict.warnings).toEqual([
      {
        code: 'availability.mustMove',
        params: { orderNo: 'R1', start: '2027-03-20 10:00:00' },
        field: 'returnStoreId',
        unseen: { code: 'availability.otherMustMove', stores: [2, 1] },
      },
    ]);
    expect(carAvailability(facts({ orders: [next], returnStoreId: 2 })).warnings).toEqual([]);
  });

  it('3: is held by another order with the turnaround on both sides, but not by the order itself', () => {
    const held = order({ plannedPickup: at('2027-03-12 11:59'), plannedReturn: at('2027-03-15 10:00') });
    expect(carAvailability(facts({ orders: [held] })).reasons).toEqual([
      {
        code: 'availability.order',
        params: { orderNo: 'R1', start: '2027-03-12 11:59:00', end: '2027-03-15 10:00:00' },
        field: 'carId',
        unseen: { code: 'availability.otherOrder', stores: [1, 1] },
      },
    ]);
    expect(reasons({ orders: [{ ...held, plannedPickup: at('2027-03-12 12:00') }] })).toEqual([]);
    expect(reasons({ orders: [held], orderId: 1 })).toEqual([]);
  });

  it('3: stays blocked while it is overdue', () => {
    const out = order({ status: 2, actualPickup: at('2027-03-01 10:00') });
    const soon = {
      now: at('2027-03-06 09:00'),
      pickup: at('2027-03-06 10:00'),
      returned: at('2027-03-08 10:00'),
      orders: [out],
    };
    expect(reasons(soon)).toEqual(['availability.order']);
    expect(reasons({ ...soon, pickup: at('2027-03-06 11:00') })).toEqual([]);
  });

  it.each([
    ['storage', 'availability.storage'],
    ['maintenance', 'availability.maintenance'],
  ] as const)('4, 5: is not available over %s, with or without an end', (kind, code) => {
    expect(reasons({ blocks: [{ kind, start: at('2027-03-01 00:00'), end: null }] })).toEqual([code]);
    expect(reasons({ blocks: [{ kind, start: at('2027-03-01 00:00'), end: at('2027-03-10 10:01') }] })).toEqual([code]);
    expect(reasons({ blocks: [{ kind, start: at('2027-03-01 00:00'), end: at('2027-03-10 10:00') }] })).toEqual([]);
    expect(reasons({ blocks: [{ kind, start: at('2027-03-12 10:00'), end: null }] })).toEqual([]);
  });

  it('6: whose papers end before the return is offered with a warning', () => {
    const verdict = carAvailability(
      facts({ car: { ...car, inspectionExpiry: null }, policies: [{ start: null, end: '2027-03-11' }] }),
    );
    expect(verdict.available).toBe(true);
    expect(verdict.warnings.map((each) => [each.code, each.params])).toEqual([
      ['availability.policyEnds', { date: '2027-03-11' }],
      ['availability.inspectionEnds', { date: '-' }],
    ]);
    const until = (...policies: AvailabilityFacts['policies']) => carAvailability(facts({ policies })).warnings;
    expect(until({ start: null, end: '2027-03-12' })).toEqual([]);
    // A renewal covers what follows it without a gap.
    const old = { start: null, end: '2027-03-11' };
    expect(until(old, { start: '2027-03-12', end: '2028-03-11' })).toEqual([]);
    expect(until(old, { start: '2027-03-13', end: '2028-03-11' })).toHaveLength(1);
    expect(until({ start: '2027-03-11', end: '2028-03-11' })[0]!.params).toEqual({ date: '-' });
  });

  it('is refused for exactly the overlaps of spans that hold their turnaround inside', () => {
    const hour = fc.integer({ min: 0, max: 60 });
    const span = fc
      .tuple(hour, fc.integer({ min: 1, max: 20 }))
      .map(
        ([start, length]) =>
          [
            at('2027-03-10 00:00') + start * 60 * MINUTE,
            at('2027-03-10 00:00') + (start + length) * 60 * MINUTE,
          ] as const,
      );
    fc.assert(
      fc.property(
        span,
        span,
        fc.integer({ min: 0, max: 300 }),
        ([pickup, returned], [plannedPickup, plannedReturn], turnaroundMinutes) => {
          const { available } = carAvailability(
            facts({ pickup, returned, turnaroundMinutes, orders: [order({ plannedPickup, plannedReturn })] }),
          );
          const gap = turnaroundMinutes * MINUTE;
          expect(available).toBe(!(pickup < plannedReturn + gap && returned + gap > plannedPickup));
        },
      ),
    );
  });
});

describe('a renewal', () => {
  const conflicts = (to: string, next: string) =>
    renewalConflicts({
      now: at('2027-03-03 10:00'),
      timeZone: ZONE,
      orderId: 1,
      from: at('2027-03-04 10:00'),
      to: at(to),
      turnaroundMinutes: 120,
      orders: [
        order({ status: 2, actualPickup: at('2027-03-01 10:00') }),
        order({ orderId: 2, orderNo: 'R2', plannedPickup: at(next), plannedReturn: at('2027-03-09 10:00') }),
      ],
      blocks: [{ kind: 'maintenance', start: at('2027-03-06 00:00'), end: null }],
    }).map((each) => [each.problem.code, each.problem.params['orderNo']]);

  it('needs the turnaround before the next order, never to itself, and stops at a block', () => {
    expect(conflicts('2027-03-05 10:00', '2027-03-05 12:00')).toEqual([]);
    expect(conflicts('2027-03-05 10:01', '2027-03-05 12:00')).toEqual([['availability.order', 'R2']]);
    expect(conflicts('2027-03-06 10:00', '2027-03-08 10:00')).toEqual([['renew.maintenance', undefined]]);
  });
});
