import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY,
  HOUR,
  carChangeGuard,
  carPartsOf,
  pricesWith,
  restDifference,
  wasChanged,
  type CarChangeFacts,
  type PartChange,
} from './index.ts';
import { buildSnapshot } from './testing/builders.ts';

const NOW = Date.parse('2027-03-02T10:00:00+07:00');
const FACTS: CarChangeFacts = {
  time: NOW - HOUR,
  back: { carId: 1, mileage: 10_180, oil: 5, unread: '' },
  out: { carId: 2, mileage: 10_020, oil: 8 },
  orderCarId: 1,
  orderPlate: 'KK-1',
  since: NOW - DAY,
  outMileage: 10_000,
  car: {
    ...{ id: 2, subModelId: 3, status: 1, auditStatus: 1, mileage: 10_000 },
    ...{ compulsoryEnd: '2028-01-01', inspectionExpiry: '2028-01-01' },
    ...{ inStorage: false, inMaintenance: false, dispatchDue: false },
  },
  bookedSubModelId: 3,
  lastBack: null,
  fate: 'free',
  remark: '',
  price: 'kept',
  priceReason: '',
  now: NOW,
  timeZone: 'Asia/Bangkok',
};
const said = (changes: Partial<CarChangeFacts>): readonly string[] =>
  carChangeGuard({ ...FACTS, ...changes }).map(({ code, field }) => `${field ?? ''}: ${code}`);
const back = (changes: Partial<CarChangeFacts['back']>) => ({ back: { ...FACTS.back, ...changes } });
const out = (changes: Partial<CarChangeFacts['out']>) => ({ out: { ...FACTS.out, ...changes } });
const car = (changes: object) => ({ car: { ...FACTS.car!, ...changes } });

describe('a change of car', () => {
  it.each([
    ['as it should be', {}, []],
    ['without a time', { time: null }, ['time: field.required']],
    ['later than now', { time: NOW + HOUR }, ['time: time.future']],
    ['before the order got its car', { time: NOW - 2 * DAY }, ['time: order.refusal.changeBeforePickup']],
    ['before the new car was back', { lastBack: NOW - 60_000 }, ['time: order.refusal.newCarStillOut']],
    ['of another car than the order has by now', back({ carId: 9 }), ['oldCarId: order.refusal.carChangedMeanwhile']],
    ['without readings', back({ mileage: null, oil: null }), ['mileage: field.required', 'oil: field.required']],
    ['with fewer kilometres', back({ mileage: 9_999 }), ['mileage: order.refusal.mileageBelowPickup']],
    ['with far more kilometres', back({ mileage: 20_000 }), ['mileage: order.refusal.mileageUnlikely']],
    ['with far more that are confirmed', back({ mileage: 20_000, mileageConfirmed: true }), []],
    [
      'of a car that nobody can read',
      { ...back({ mileage: null, oil: null, unread: 'burnt' }), fate: 'totalLoss' },
      [],
    ],
    ['of a free car that nobody can read', back({ unread: 'burnt' }), ['fate: order.refusal.unreadCarFree']],
    ['for the same car', out({ carId: 1 }), ['carId: order.refusal.sameCar']],
    ['for no car', { ...out({ carId: null }), car: null }, ['carId: field.required']],
    ['for a car that is not there', { car: null }, ['carId: car.notFound']],
    [
      'for a car without readings',
      out({ mileage: null, oil: null }),
      ['newMileage: field.required', 'newOil: field.required'],
    ],
    ['for a car with fewer kilometres', out({ mileage: 9_000 }), ['newMileage: order.refusal.mileageBelowCar']],
    ['for a car that is out', car({ status: 2 }), ['carId: vehicle.refusal.rentedByOther']],
    ['for a car in the shop', car({ inMaintenance: true }), ['carId: vehicle.refusal.inMaintenance']],
    ['for a car without papers', car({ inspectionExpiry: null }), ['carId: vehicle.refusal.inspectionExpired']],
    ['for another model without a word', car({ subModelId: 4 }), ['remark: order.refusal.otherModel']],
    ['for another model with a word', { ...car({ subModelId: 4 }), remark: 'none left' }, []],
    ['at a new price without a reason', { price: 'new' }, ['priceReason: field.required']],
  ] as const)('%s', (_, changes, expected) => {
    expect(said(changes as Partial<CarChangeFacts>)).toEqual(expected);
  });

  it('is known by the order', () => {
    expect([wasChanged({ carSince: null }), wasChanged({ carSince: new Date(NOW) })]).toEqual([false, true]);
  });
});

describe('the price of the rest', () => {
  const pickup = Date.parse('2027-03-01T10:00:00+07:00');
  const cheap = buildSnapshot({ monthly: null });
  const at = (daily: number) => pricesWith(cheap, { daily: daily as never, monthly: null, holidays: [] });
  const days = fc.integer({ min: 1, max: 40 });
  const minutes = fc.integer({ min: 0, max: 40 * 1440 });
  const daily = fc.integer({ min: 1, max: 9_000 }).map((baht) => baht * 100);

  it('costs the same when it is the same price, and nothing once it is over', () => {
    fc.assert(
      fc.property(days, minutes, daily, (length, after, price) => {
        const rest = { pickup, from: pickup + after * 60_000, to: pickup + length * DAY, service: 'none' as const };
        expect(restDifference(at(price), at(price), rest)).toBe(0);
        expect(restDifference(cheap, at(price), { ...rest, from: rest.to })).toBe(0);
      }),
    );
  });

  it('is taken back by changing back at the same moment', () => {
    fc.assert(
      fc.property(days, minutes, daily, daily, (length, after, one, other) => {
        const rest = { pickup, from: pickup + after * 60_000, to: pickup + length * DAY, service: 'none' as const };
        expect(restDifference(at(one), at(other), rest) + restDifference(at(other), at(one), rest)).toBe(0);
      }),
    );
  });

  it('is the difference of every day that has not begun, whole days after the pickup', () => {
    fc.assert(
      fc.property(days, days, daily, daily, (length, after, one, other) => {
        const rest = { pickup, from: pickup + after * DAY, to: pickup + length * DAY, service: 'vip' as const };
        const left = Math.max(0, length - after);
        expect(restDifference(at(one), at(other), rest)).toBe(left * (other - one) + 0);
      }),
    );
  });
});

describe('the cars of an order', () => {
  /** Changes with the kilometres of each part; whether somebody could read the car. */
  const parts = fc.array(fc.record({ km: fc.nat(2_000), read: fc.boolean() }), { minLength: 1, maxLength: 8 });

  it('follow each other without a gap, each with its own kilometres', () => {
    fc.assert(
      fc.property(parts, fc.boolean(), (driven, isReturned) => {
        const last = driven.length - 1;
        const handovers = driven.flatMap(({ km, read }, index) => {
          const start = 10_000 * (index + 1);
          const facts = { carId: index + 1, oil: 8 };
          return [
            { ...facts, type: index === 0 ? 'pickup' : 'changeout', time: index, mileage: start } as const,
            ...(index === last
              ? isReturned
                ? [{ ...facts, type: 'return', time: index + 1, mileage: start + km } as const]
                : []
              : read
                ? [{ ...facts, type: 'changeback', time: index + 1, mileage: start + km } as const]
                : []),
          ];
        });
        const changes: readonly PartChange[] = driven.slice(0, -1).map(
          ({ read }, index) =>
            ({
              ...{ time: index + 1, reason: 'wish', fate: 'free', remark: '', unread: read ? '' : 'lost' },
            }) as const,
        );
        const found = carPartsOf(handovers, changes);
        expect(found.map(({ out: { carId } }) => carId)).toEqual(driven.map((_, index) => index + 1));
        expect(found.map(({ distance }) => distance)).toEqual(
          driven.map(({ km, read }, index) => ((index === last ? isReturned : read) ? km : null)),
        );
        for (const [index, part] of found.entries()) {
          expect(part.change).toBe(changes[index]);
          if (index > 0) expect(found[index - 1]!.change!.time).toBe(part.out.time);
        }
      }),
    );
  });

  it('are none before the pickup', () => expect(carPartsOf([], [])).toEqual([]));
});
