import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charges, rentalLength, renewalCharges, satang, sumOf, totals } from './index.ts';
import type { Charges, PriceSnapshot, Satang, Trip } from './index.ts';
import { addDays } from './storeTime.ts';
import { at, buildSnapshot, buildStoreFees, buildTrip } from './testing/builders.ts';

const FIRST_DAY = '2027-03-01';
const amount = (min: number, max: number): fc.Arbitrary<Satang> => fc.integer({ min, max }).map(satang);

/** Tariffs whose holidays are never cheaper than an ordinary day; with `cheap` they may be. */
const tariff = (cheap: boolean): fc.Arbitrary<PriceSnapshot> =>
  fc
    .record({
      daily: amount(1, 900_000),
      monthly: fc.option(amount(1, 20_000_000)),
      start: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 0, max: 14 }),
      surcharge: fc.option(amount(cheap ? -900_000 : 0, 900_000)),
    })
    .map(({ daily, monthly, start, length, surcharge }) =>
      buildSnapshot({
        daily,
        monthly,
        holidays: [
          {
            holidayId: 1,
            startDate: addDays(FIRST_DAY, start),
            endDate: addDays(FIRST_DAY, start + length),
            daily: surcharge === null ? null : satang(Math.max(0, daily + surcharge)),
          },
        ],
      }),
    );

const pickup = at(`${FIRST_DAY} 10:00`);
const minutes = fc.integer({ min: 1, max: 100 * 1440 });
const trip = (length: number, changes: Partial<Trip> = {}): Trip => ({
  ...buildTrip(`${FIRST_DAY} 10:00`, `${FIRST_DAY} 11:00`),
  returned: pickup + length * 60_000,
  ...changes,
});
const lengthPrice = (quote: Charges): number =>
  sumOf(quote.fees, 'rental', 'hourly', 'basicInsurance', 'premiumService', 'vipService');

describe('prices', () => {
  it('never fall when a rental gets longer within one tariff', () => {
    fc.assert(
      fc.property(tariff(false), minutes, minutes, (snapshot, a, b) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)];
        expect(lengthPrice(charges(snapshot, trip(long)))).toBeGreaterThanOrEqual(
          lengthPrice(charges(snapshot, trip(short))),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('are whole satang and never negative, whatever is taken off and however cheap a holiday is', () => {
    const extras = fc.record({
      discount: fc.oneof(
        fc.integer({ min: -500, max: 20_000 }).map((value) => ({ kind: 'percent' as const, value: value / 100 })),
        amount(-100, 5_000_000).map((value) => ({ kind: 'amount' as const, value })),
      ),
      coupon: fc.option(
        fc.oneof(
          fc.record({
            type: fc.constant(1 as const),
            amount: amount(1, 900_000),
            discountAmount: amount(1, 9_000_000),
          }),
          fc.record({
            type: fc.constant(2 as const),
            rentalPeriod: fc.integer({ min: 1, max: 40 }),
            discountDays: fc.integer({ min: 1, max: 60 }),
          }),
        ),
      ),
      additional: amount(0, 100_000),
      reduction: amount(0, 9_000_000),
      service: fc.constantFrom('none' as const, 'premium' as const, 'vip' as const),
      depositType: fc.constantFrom(1 as const, 2 as const, 3 as const),
    });
    fc.assert(
      fc.property(tariff(true), minutes, extras, (snapshot, length, changes) => {
        const quote = charges(snapshot, trip(length, changes));
        for (const value of [...quote.fees.map((line) => line.amount), quote.total, quote.payable]) {
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('of two renewals are what one costs, and with the booking what the whole would have cost', () => {
    fc.assert(
      fc.property(
        tariff(false),
        fc.array(minutes, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('none' as const, 'premium' as const, 'vip' as const),
        (snapshot, lengths, service) => {
          const [booked, once, twice] = lengths.toSorted((a, b) => a - b).map((each) => pickup + each * 60_000) as [
            number,
            number,
            number,
          ];
          const renew = (from: number, to: number) => renewalCharges(snapshot, { pickup, from, to, service }).fee;
          const quote = (returned: number) => charges(snapshot, { ...trip(1), returned, service });
          expect(renew(booked, once) + renew(once, twice)).toBe(renew(booked, twice));
          expect(lengthPrice(quote(booked)) + renew(booked, twice)).toBe(lengthPrice(quote(twice)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('of a renewal stand on lines that are positive and add up to the fee', () => {
    fc.assert(
      fc.property(tariff(true), minutes, minutes, (snapshot, length, more) => {
        const from = pickup + length * 60_000;
        const renewal = renewalCharges(snapshot, { pickup, from, to: from + more * 60_000, service: 'vip' });
        expect(renewal.fees.every((line) => line.amount > 0)).toBe(true);
        expect(renewal.fees.reduce((sum, line) => sum + line.amount, 0)).toBe(renewal.fee);
      }),
      { numRuns: 400 },
    );
  });

  it('do not jump at six hours: a day costs what six of its hours would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), amount(6, 900_000), (days, daily) => {
        const snapshot = buildSnapshot({ daily, monthly: null });
        const five = charges(snapshot, trip(days * 1440 + 300));
        const six = charges(snapshot, trip(days * 1440 + 301));
        expect(six.days).toBe(days + 1);
        const step = sumOf(six.fees, 'rental', 'hourly') - sumOf(five.fees, 'rental', 'hourly');
        expect(Math.abs(step - daily / 6)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of an order follow from its live lines alone', () => {
    fc.assert(
      fc.property(tariff(false), minutes, (snapshot, length) => {
        const quote = charges(snapshot, trip(length));
        const voided = quote.fees.map((line) => ({ ...line, voided: true }));
        expect(totals([...voided, ...quote.fees], { depositType: 1 })).toEqual({
          total: quote.total,
          payable: quote.payable,
          deposits: quote.deposits,
        });
        expect(totals(voided, { depositType: 1 })).toEqual({ total: 0, payable: 0, deposits: 0 });
      }),
    );
  });
});

describe('lengths', () => {
  it('cover the time asked for but the grace, and no more than six hours beyond it after the first day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1440, max: 200 * 1440 }), (length) => {
        const { days, hours } = rentalLength(0, length * 60_000, { overrunGraceMinutes: 30, overrunFullDayHours: 6 });
        const charged = days * 1440 + hours * 60;
        expect(hours).toBeLessThan(6);
        expect(charged).toBeGreaterThanOrEqual(length - 30);
        expect(charged).toBeLessThan(length + 1440 - 300);
      }),
    );
  });

  it('of nothing are a day, as of any time up to a day', () => {
    const parameters = { overrunGraceMinutes: 30, overrunFullDayHours: 6 };
    expect(rentalLength(0, 0, parameters)).toEqual({ days: 1, hours: 0 });
    expect(rentalLength(0, 1440 * 60_000, parameters)).toEqual({ days: 1, hours: 0 });
  });

  it('refuse a return before the pickup', () => {
    expect(() => rentalLength(1, 0, { overrunGraceMinutes: 30, overrunFullDayHours: 6 })).toThrow(RangeError);
  });
});

describe('time zones', () => {
  const zones = ['Asia/Bangkok', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia', 'Australia/Lord_Howe'];

  it('of the store decide, so that the same wall-clock trip costs the same in every zone without a change of clocks', () => {
    const price = (timeZone: string) => {
      const night = {
        timeZone,
        nightHours: { start: '20:00', end: '08:00' },
        nightPickupFee: satang(200_00),
        nightReturnFee: satang(300_00),
      };
      const snapshot = buildSnapshot({
        holidays: [{ holidayId: 1, startDate: '2027-01-13', endDate: '2027-01-15', daily: satang(2000_00) }],
        pickupStore: buildStoreFees(night),
        returnStore: buildStoreFees(night),
      });
      return charges(snapshot, {
        ...trip(1),
        pickup: at('2027-01-12 21:30', timeZone),
        returned: at('2027-01-17 07:59', timeZone),
      });
    };
    const [here, ...elsewhere] = zones.map(price);
    for (const other of elsewhere) expect(other).toEqual(here);
  });

  it('of the machine do not matter', () => {
    const script = `
      import { charges, fromWallClock, toWallClock, dateOf, timeOfDay, addDays, startOfDate } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      import { buildSnapshot, buildTrip, at } from ${JSON.stringify(new URL('./testing/builders.ts', import.meta.url).href)};
      const zone = 'Asia/Bangkok';
      const time = at('2027-03-28 02:30');
      const snapshot = buildSnapshot({ holidays: [{ holidayId: 1, startDate: '2027-03-28', endDate: '2027-03-28', daily: 200000 }] });
      process.stdout.write(JSON.stringify([
        charges(snapshot, buildTrip('2027-03-27 23:59', '2027-04-04 03:30')), time, toWallClock(time, zone),
        dateOf(time, zone), timeOfDay(time, zone), addDays('2027-03-27', 2), startOfDate('2027-03-28', zone), fromWallClock('2027-11-07 01:30', zone)]));`;
    const run = (TZ: string): string =>
      execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
    const bangkok = run('Asia/Bangkok');
    expect(bangkok).toContain('2027-03-28 02:30:00');
    expect(run('America/New_York')).toBe(bangkok);
    expect(run('Pacific/Apia')).toBe(bangkok);
  }, 30_000);
});
