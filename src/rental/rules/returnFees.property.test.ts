import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAMAGE_KINDS,
  DAMAGE_PARTS,
  DAMAGE_ZONE_NAMES,
  DEFAULT_PARAMETERS,
  fuelBefore,
  chargeLines,
  chargeProblems,
  overrunCharges,
  partOf,
  priceParameters,
  proposedCharges,
  satang,
} from './index.ts';
import type { ChargeRow, ProposedCharge, ReturnReading, ReturnTerms, Satang } from './index.ts';
import { HOUR } from './storeTime.ts';
import { at, buildSnapshot } from './testing/builders.ts';

const pickup = at('2027-03-01 10:00');
const amount = fc.integer({ min: 1, max: 1_000_000 }).map(satang);
const price = fc.option(amount);

const terms: fc.Arbitrary<ReturnTerms> = fc.record({
  snapshot: fc
    .record({ kmPerDay: fc.option(fc.integer({ min: 1, max: 500 })), extraKmPrice: price })
    .map((limit) => buildSnapshot({ parameters: { ...priceParameters(DEFAULT_PARAMETERS), ...limit } })),
  pickup: fc.constant(pickup),
  chargedUntil: fc.integer({ min: 1, max: 240 }).map((hours) => pickup + hours * HOUR),
  service: fc.constant('none' as const),
  outMileage: fc.integer({ min: 0, max: 100_000 }),
  outOil: fc.integer({ min: 0, max: 8 }),
  earlierKm: fc.integer({ min: 0, max: 2000 }),
  earlierFuel: fc.array(fc.record({ plate: fc.constant('AA 1'), eighths: fc.integer({ min: 1, max: 8 }) }), {
    maxLength: 2,
  }),
  fuelPricePerEighth: price,
  damagePrices: fc.uniqueArray(
    fc.record({ part: fc.constantFrom(...DAMAGE_PARTS), kind: fc.constantFrom(...DAMAGE_KINDS), amount }),
    { selector: ({ part, kind }) => `${part} ${kind}` },
  ),
});
const reading: fc.Arbitrary<ReturnReading> = fc.record({
  time: fc.option(fc.integer({ min: 1, max: 400 }).map((hours) => pickup + hours * HOUR)),
  mileage: fc.option(fc.integer({ min: 0, max: 110_000 })),
  oil: fc.option(fc.integer({ min: 0, max: 8 })),
  marks: fc.array(fc.record({ zone: fc.constantFrom(...DAMAGE_ZONE_NAMES), kind: fc.constantFrom(...DAMAGE_KINDS) }), {
    maxLength: 5,
  }),
});

/** The charges as the desk sends them when nobody changes any. */
const asProposed = (proposed: readonly ProposedCharge[]): readonly ChargeRow[] =>
  proposed.flatMap(({ kind, mark, car, amount: sum }) =>
    sum === null ? [] : [{ kind, mark, car, amount: sum, reason: '' }],
  );
const sumOfLines = (proposed: readonly ProposedCharge[], rows: readonly ChargeRow[]): number =>
  chargeLines(proposed, rows).reduce((sum, line) => sum + (line.item === 'additional' ? line.amount : -line.amount), 0);

describe('charges of a return', () => {
  it('that nobody changes pass, and come to their sum, the late return aside', () => {
    fc.assert(
      fc.property(terms, reading, (known, read) => {
        const proposed = proposedCharges(known, read);
        const rows = asProposed(proposed);
        expect(chargeProblems(proposed, rows)).toEqual([]);
        const expected = rows.filter(({ kind }) => kind !== 'late').reduce((sum, row) => sum + row.amount, 0);
        expect(sumOfLines(proposed, rows)).toBe(expected);
      }),
    );
  });

  it('never guess: without a price there is no amount, and without a limit no row', () => {
    fc.assert(
      fc.property(terms, reading, (known, read) => {
        const proposed = proposedCharges(known, read);
        const of = (kind: string) => proposed.filter((each) => each.kind === kind);
        for (const fuel of of('fuel')) expect(fuel.amount === null).toBe(known.fuelPricePerEighth === null);
        if (known.snapshot.parameters.kmPerDay === null) expect(of('mileage')).toEqual([]);
        for (const { mark, amount: sum } of of('damage')) {
          const { zone, kind } = read.marks[mark!]!;
          const listed = known.damagePrices.find((row) => row.part === partOf(zone) && row.kind === kind);
          expect(sum).toBe(listed?.amount ?? null);
        }
        expect(of('damage')).toHaveLength(read.marks.length);
      }),
    );
  });

  it('never fall when less fuel comes back or more is driven', () => {
    const sum = (proposed: readonly ProposedCharge[]): number =>
      proposed.reduce((total, each) => total + (each.amount ?? 0), 0);
    fc.assert(
      fc.property(terms, reading, fc.nat(8), fc.nat(5000), (known, read, oil, km) => {
        const more = {
          ...read,
          oil: read.oil === null ? null : Math.max(0, read.oil - oil),
          mileage: read.mileage === null ? null : read.mileage + km,
        };
        expect(sum(proposedCharges(known, more))).toBeGreaterThanOrEqual(sum(proposedCharges(known, read)));
      }),
    );
  });

  it('charge for being late what the bill does', () => {
    fc.assert(
      fc.property(terms, reading, (known, read) => {
        const late = proposedCharges(known, read).find(({ kind }) => kind === 'late');
        const fee =
          read.time === null
            ? 0
            : overrunCharges(known.snapshot, {
                ...{ pickup: known.pickup, from: known.chargedUntil, to: read.time, service: known.service },
              }).fee;
        expect(late?.amount ?? 0).toBe(fee);
      }),
    );
  });

  it('that are changed need a reason, whichever way, and none may be left out in silence', () => {
    fc.assert(
      fc.property(terms, reading, fc.nat(), fc.integer({ min: -500, max: 500 }), (known, read, pick, by) => {
        const proposed = proposedCharges(known, read);
        const rows = asProposed(proposed);
        fc.pre(rows.length > 0 && by !== 0);
        const at = pick % rows.length;
        const changed = (reason: string) =>
          rows.map((row, index) =>
            index === at ? { ...row, amount: Math.max(0, row.amount + by) as Satang, reason } : row,
          );
        fc.pre(changed('')[at]!.amount !== rows[at]!.amount);
        const codes = (sent: readonly ChargeRow[]) => chargeProblems(proposed, sent).map(({ code }) => code);
        expect(codes(changed(' '))).toEqual(['handover.refusal.chargeReason']);
        expect(codes(rows.filter((_row, index) => index !== at))).toEqual(['handover.refusal.chargeReason']);
        expect(codes(changed('agreed'))).toEqual([]);
        const late = rows.find(({ kind }) => kind === 'late')?.amount ?? 0;
        const total = changed('agreed').reduce((sum, row) => sum + row.amount, 0);
        expect(sumOfLines(proposed, changed('agreed')) + late).toBe(total);
      }),
    );
  });

  it('that stand for nothing, or twice for the same, are refused', () => {
    fc.assert(
      fc.property(terms, reading, (known, read) => {
        const proposed = proposedCharges(known, read);
        const rows = asProposed(proposed);
        const codes = (sent: readonly ChargeRow[]) => chargeProblems(proposed, sent).map(({ code }) => code);
        const odd = { kind: 'damage', mark: read.marks.length, car: null, amount: satang(1), reason: 'x' } as const;
        expect(codes([...rows, odd])).toEqual(['handover.refusal.chargesChanged']);
        if (rows[0]) expect(codes([...rows, rows[0]])).toEqual(['handover.refusal.chargesChanged']);
      }),
    );
  });
});

describe('fuel of cars that the order had before', () => {
  const part = (type: 'pickup' | 'return' | 'changeback' | 'changeout', plate: string, oil: number) => ({
    type,
    plate,
    oil,
  });

  it('is what each of them came back without; a full one, and one that nobody read, have none', () => {
    const first = [part('pickup', 'AA 1', 8), part('changeback', 'AA 1', 5)];
    const unread = [part('changeout', 'AA 2', 7)];
    const full = [part('changeout', 'AA 3', 6), part('changeback', 'AA 3', 8)];
    const last = [part('changeout', 'AA 4', 8), part('return', 'AA 4', 1)];
    expect(fuelBefore([...first, ...unread, ...full, ...last])).toEqual([{ plate: 'AA 1', eighths: 3 }]);
  });
});

describe('the worked example', () => {
  it('of a car two eighths short, 300 km where two days include 200, an hour beyond the grace, with a dent that has a price and one that has none', () => {
    const known: ReturnTerms = {
      snapshot: buildSnapshot({
        parameters: { ...priceParameters(DEFAULT_PARAMETERS), kmPerDay: 100, extraKmPrice: satang(5_00) },
      }),
      pickup,
      chargedUntil: pickup + 24 * HOUR,
      service: 'none',
      ...{ outMileage: 1000, outOil: 8, earlierKm: 0, fuelPricePerEighth: satang(250_00) },
      damagePrices: [{ part: 'door', kind: 'dent', amount: satang(3000_00) }],
    };
    const proposed = proposedCharges(known, {
      ...{ time: pickup + 25 * HOUR, mileage: 1300, oil: 6 },
      marks: [
        { zone: 'leftRearDoor', kind: 'dent' },
        { zone: 'roof', kind: 'dent' },
      ],
    });
    expect(proposed.map(({ kind, amount: sum, quantity }) => [kind, sum, quantity])).toEqual([
      ['fuel', 500_00, 2],
      // The started hour is a day of its own.
      ['mileage', 500_00, 100],
      ['late', 200_00, 1],
      ['damage', 3000_00, 1],
      ['damage', null, 1],
    ]);
  });
});
