import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAINTENANCE,
  HOUR,
  MAINTENANCE_TRANSITIONS,
  VEHICLE,
  completionGuard,
  endOfWork,
  mileageAfterWork,
  nextMaintenanceState,
  overlaps,
  workOrderGuard,
} from './index.ts';
import type { MaintenanceEvent, MaintenanceStatus, WorkOrderFacts } from './index.ts';

/** The table of D-UPK-01, written out again: event → the states it leaves and where it leads. */
const TABLE: Record<MaintenanceEvent, Partial<Record<MaintenanceStatus | 'none', MaintenanceStatus | null>>> = {
  new: { none: 0 },
  edit: { 0: 0 },
  complete: { 0: 1 },
  delete: { 0: null },
};

describe('the machine of a work order', () => {
  const pairs = [null, ...Object.values(MAINTENANCE)].flatMap((from) =>
    (Object.keys(TABLE) as MaintenanceEvent[]).map((event) => [from, event] as const),
  );
  it.each(pairs)('from %s by %s goes where the table says, or is refused with the state named', (from, event) => {
    const to = TABLE[event][from ?? 'none'];
    expect(nextMaintenanceState(from, event)).toEqual(
      to !== undefined
        ? { ok: true, to }
        : { ok: false, refusal: { code: `maintenance.refusal.state.${from ?? 'none'}`, params: {} } },
    );
  });

  it('has rows M1 to M4; completed is final', () => {
    expect(MAINTENANCE_TRANSITIONS.map(({ id }) => id)).toEqual(['M1', 'M2', 'M3', 'M4']);
    expect(MAINTENANCE_TRANSITIONS.filter(({ from }) => from === 1)).toEqual([]);
  });
});

const NOW = Date.parse('2027-03-01T12:00:00+07:00');
const hours = fc.integer({ min: -200, max: 200 }).map((many) => NOW + many * HOUR);
const interval = fc
  .tuple(hours, fc.option(fc.integer({ min: 1, max: 100 })))
  .map(([start, many]) => ({ start, end: many === null ? null : start + many * HOUR }));
const order = fc.tuple(hours, fc.integer({ min: 1, max: 100 }), fc.boolean()).map(([start, many, out]) => ({
  ...{ orderId: 1, orderNo: 'R1', status: out ? (2 as const) : (1 as const), pickupStoreId: 1, returnStoreId: 1 },
  ...{ plannedPickup: start, actualPickup: out ? start : null, plannedReturn: start + many * HOUR },
}));
const facts: fc.Arbitrary<WorkOrderFacts> = fc
  .tuple(interval, fc.record({ inShop: fc.boolean(), mileage: fc.option(fc.nat(200)), mileageEntered: fc.boolean() }))
  .chain(([span, entered]) =>
    fc
      .record({
        car: fc.record({ status: fc.constantFrom(VEHICLE.available, VEHICLE.rented), mileage: fc.nat(200) }),
        orders: fc.array(order, { maxLength: 3 }),
        storage: fc.array(
          interval.map((each) => ({ ...each, kind: 'storage' as const })),
          { maxLength: 2 },
        ),
        others: fc.array(interval, { maxLength: 2 }),
      })
      .map((known) => ({ ...span, ...entered, ...known, now: NOW, timeZone: 'Asia/Bangkok' })),
  );

describe('whether a work order may be entered', () => {
  it('is refused exactly when something holds the car that is wanted, or a reading runs backwards', () => {
    fc.assert(
      fc.property(facts, (asked) => {
        const codes = workOrderGuard(asked).map(({ code }) => code);
        const needed = (each: (typeof asked.orders)[number]) => ({
          start: each.actualPickup ?? each.plannedPickup,
          end: Math.max(each.plannedReturn, NOW),
        });
        const { inShop } = asked;
        const underWay = asked.start <= NOW && (asked.end === null || asked.end > NOW);
        expect(codes.filter((code) => code === 'maintenance.refusal.order')).toHaveLength(
          inShop ? asked.orders.filter((each) => overlaps(asked, needed(each))).length : 0,
        );
        const said = (code: string): boolean => codes.includes(`maintenance.refusal.${code}` as never);
        expect(said('workOrder')).toBe(asked.others.some((each) => overlaps(asked, each)));
        expect(said('storage')).toBe(inShop && asked.storage.some((each) => overlaps(asked, each)));
        expect(said('rented')).toBe(inShop && underWay && asked.car.status === VEHICLE.rented);
        const over = asked.end !== null && asked.end < NOW;
        expect(said('mileageBack')).toBe(
          asked.mileageEntered && asked.mileage !== null && !over && asked.mileage < asked.car.mileage,
        );
      }),
    );
  });
});

describe('completing', () => {
  const asked = { start: NOW - HOUR, entered: null, planned: null, now: NOW, timeZone: 'Asia/Bangkok', mileage: null, known: { order: null, car: 100 } }; // prettier-ignore

  it('ends as entered, else as planned if that is past, else now', () => {
    expect(endOfWork({ entered: NOW - 5, planned: NOW - 9, now: NOW })).toBe(NOW - 5);
    expect(endOfWork({ entered: null, planned: NOW - 9, now: NOW })).toBe(NOW - 9);
    expect(endOfWork({ entered: null, planned: NOW + 9, now: NOW })).toBe(NOW);
    expect(endOfWork({ entered: null, planned: null, now: NOW })).toBe(NOW);
  });

  it.each([
    [{}, []],
    [{ start: NOW + HOUR }, ['maintenance.refusal.endBeforeStart']],
    [{ entered: NOW - 2 * HOUR }, ['maintenance.refusal.endBeforeStart']],
    [{ entered: NOW + HOUR }, ['maintenance.refusal.endInFuture']],
    [{ mileage: 99 }, ['maintenance.refusal.mileageBack']],
    [{ mileage: 119, known: { order: 120, car: 100 } }, ['maintenance.refusal.mileageBack']],
    [{ mileage: 120, known: { order: 120, car: 100 } }, []],
  ])('%j is refused by %j', (changes, codes) => {
    expect(completionGuard({ ...asked, ...changes }).map(({ code }) => code)).toEqual(codes);
  });

  it('never takes kilometres from the car, and leaves the next maintenance a cycle behind the work', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat()),
        fc.nat(),
        fc.integer({ min: 1 }),
        fc.option(fc.nat()),
        (read, car, cycle, by) => {
          const left = mileageAfterWork({ order: read, car, cycle, nextMileage: by });
          expect(left.mileage).toBe(Math.max(car, read ?? car));
          expect(left.nextMileage).toBe(by ?? (read ?? car) + cycle);
        },
      ),
    );
  });
});
