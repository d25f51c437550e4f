import { ZERO, satang, subtract, times } from './money.ts';
import type { Satang } from './money.ts';
import { overrunCharges, lastCharged } from './changes.ts';
import type { PartTask } from './carParts.ts';
import type { Service } from './charges.ts';
import { partOf, type DamageZone } from './damage.ts';
import type { DamageKind, DamagePart } from './damageParts.ts';
import { rentalLength } from './days.ts';
import type { FeeItem } from './feeLines.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import type { PriceSnapshot } from './snapshot.ts';
import { HOUR } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** What a return may charge beside the rental (D-ORD-37). */
export const RETURN_CHARGES = ['fuel', 'mileage', 'late', 'damage'] as const;
export type ReturnChargeKind = (typeof RETURN_CHARGES)[number];

/** A price of the list of damage prices. */
export interface DamagePriceRow {
  readonly part: DamagePart;
  readonly kind: DamageKind;
  readonly amount: Satang;
}

/** What is known of an order before its return, and the prices of today. Plain JSON: the desk works with it while it is offline. */
export interface ReturnTerms {
  readonly snapshot: PriceSnapshot;
  /** Planned pickup: the price counts from it. */
  readonly pickup: Instant;
  /** Until when the renter has been charged. */
  readonly chargedUntil: Instant;
  readonly service: Service;
  /** Of the car that comes back, as it went out. */
  readonly outMileage: number;
  readonly outOil: number;
  /** Driven with cars that the order had before, in km. */
  readonly earlierKm: number;
  /** Fuel that cars which the order had before came back without, the first first. A draft of an earlier version does not know of it. */
  readonly earlierFuel?: readonly MissingFuel[];
  readonly fuelPricePerEighth: Satang | null;
  readonly damagePrices: readonly DamagePriceRow[];
}

/** Eighths of a tank that a car came back without. */
export interface MissingFuel {
  readonly plate: string;
  readonly eighths: number;
}

/** What is read off the car that comes back; null: not yet. */
export interface ReturnReading {
  readonly time: Instant | null;
  readonly mileage: number | null;
  readonly oil: number | null;
  /** Damage that is new. */
  readonly marks: readonly { readonly zone: DamageZone; readonly kind: DamageKind }[];
}

/** One charge as the rules propose it. */
export interface ProposedCharge {
  readonly kind: ReturnChargeKind;
  /** Which of the new marks, counted from 0; null for all other kinds. */
  readonly mark: number | null;
  /** Which of the earlier cars of `earlierFuel`, counted from 0; null for the car that comes back. */
  readonly car: number | null;
  /** Null: no price is on file. The desk says one, or charges nothing. */
  readonly amount: Satang | null;
  /** Eighths, kilometres, started hours; 1 for a mark. */
  readonly quantity: number;
  /** What one of them costs; null where it is not a price times a number. */
  readonly price: Satang | null;
}

/** One charge as the desk sends it. */
export interface ChargeRow {
  readonly kind: ReturnChargeKind;
  readonly mark: number | null;
  readonly car: number | null;
  readonly amount: Satang;
  /** Why it is not what was proposed; empty: it is. */
  readonly reason: string;
}

/** Adds up what was driven with the cars that an order had before its present one. `tasks` are those that count, oldest first. */
export function kilometresBefore(tasks: readonly Pick<PartTask, 'type' | 'mileage'>[]): number {
  let out = 0;
  let sum = 0;
  for (const { type, mileage } of tasks) {
    if (type === 'pickup' || type === 'changeout') out = mileage;
    else if (type === 'changeback') sum += Math.max(0, mileage - out);
  }
  return sum;
}

/** What the cars that an order had before its present one came back without, each for itself. `tasks` are those that count, oldest first. */
export function fuelBefore(
  tasks: readonly (Pick<PartTask, 'type' | 'oil'> & { readonly plate: string })[],
): readonly MissingFuel[] {
  let out = 0;
  return tasks.flatMap(({ type, oil, plate }): readonly MissingFuel[] => {
    if (type === 'pickup' || type === 'changeout') out = oil;
    else if (type === 'changeback' && oil < out) return [{ plate, eighths: out - oil }];
    return [];
  });
}

/** Returns the kilometres beyond those that the days of the rental include; 0 where the order has no limit. */
export function extraKilometres(terms: ReturnTerms, time: Instant, mileage: number): number {
  const { parameters } = terms.snapshot;
  const perDay = parameters.kmPerDay ?? null;
  if (perDay === null) return 0;
  const end = lastCharged(terms.pickup, Math.max(terms.chargedUntil, time));
  const { days, hours } = rentalLength(terms.pickup, end, parameters);
  const driven = Math.max(0, mileage - terms.outMileage) + terms.earlierKm;
  return Math.max(0, driven - perDay * (days + (hours > 0 ? 1 : 0)));
}

/** The listed price of a mark; null: its part and kind have none. */
export const damagePriceOf = (
  { damagePrices }: Pick<ReturnTerms, 'damagePrices'>,
  { zone, kind }: ReturnReading['marks'][number],
): Satang | null => damagePrices.find((row) => row.part === partOf(zone) && row.kind === kind)?.amount ?? null;

const priced = (kind: ReturnChargeKind, quantity: number, price: Satang | null): ProposedCharge => ({
  ...{ kind, mark: null, car: null, quantity, price },
  amount: price === null ? null : times(price, quantity),
});

function lateCharge(terms: ReturnTerms, time: Instant): ProposedCharge | undefined {
  const { pickup, chargedUntil: from, service } = terms;
  const { fee } = overrunCharges(terms.snapshot, { pickup, from, to: time, service });
  if (fee === ZERO) return undefined;
  return { kind: 'late', mark: null, car: null, amount: fee, quantity: Math.ceil((time - from) / HOUR), price: null };
}

/**
 * Proposes the charges of a return in a fixed order: fuel that is missing, also in cars that the order had before, kilometres beyond the limit, late hours, each new mark. What is not read yet
 * is not charged. The server and the desk ask the same function (D-ORD-37).
 */
export function proposedCharges(
  terms: ReturnTerms,
  { time, mileage, oil, marks }: ReturnReading,
): readonly ProposedCharge[] {
  const missing = oil === null ? 0 : Math.max(0, terms.outOil - oil);
  const extra = time === null || mileage === null ? 0 : extraKilometres(terms, time, mileage);
  const late = time === null ? undefined : lateCharge(terms, time);
  const damage = marks.map((each, mark): ProposedCharge => ({
    ...priced('damage', 1, damagePriceOf(terms, each)),
    mark,
  }));
  const earlier = (terms.earlierFuel ?? []).map(({ eighths }, car): ProposedCharge => ({
    ...priced('fuel', eighths, terms.fuelPricePerEighth),
    car,
  }));
  return [
    ...earlier,
    ...(missing > 0 ? [priced('fuel', missing, terms.fuelPricePerEighth)] : []),
    ...(extra > 0 ? [priced('mileage', extra, terms.snapshot.parameters.extraKmPrice ?? null)] : []),
    ...(late ? [late] : []),
    ...damage,
  ];
}

type Place = Pick<ChargeRow, 'kind' | 'mark' | 'car'>;
export const isSameCharge = (one: Place, other: Place): boolean =>
  one.kind === other.kind && one.mark === other.mark && one.car === other.car;

/**
 * What is wrong with the charges that the desk sends. Each stands for a proposal, once. Another amount than the proposed one has a reason, and no
 * proposal is left out in silence.
 */
export function chargeProblems(proposed: readonly ProposedCharge[], rows: readonly ChargeRow[]): readonly Problem[] {
  const isOdd = (row: ChargeRow, index: number): boolean =>
    !proposed.some((each) => isSameCharge(each, row)) || rows.findIndex((other) => isSameCharge(other, row)) !== index;
  if (rows.some(isOdd)) return [problem('handover.refusal.chargesChanged', {}, 'charges')];
  const open = proposed.some((each) => {
    const row = rows.find((one) => isSameCharge(one, each));
    if (each.amount === null) return false;
    return row === undefined || (row.amount !== each.amount && row.reason.trim() === '');
  });
  return open ? [problem('handover.refusal.chargeReason', {}, 'charges')] : [];
}

/** A line that a charge puts on the bill by hand. */
export interface ChargeLine {
  readonly item: Extract<FeeItem, 'additional' | 'reduction'>;
  readonly amount: Satang;
  /** Of the charges that were sent. */
  readonly row: ChargeRow;
  readonly proposal: ProposedCharge;
}

/**
 * The lines of the charges, beside those of the late return, which the bill has already: of these only what the desk changed about them. The charges
 * have been judged.
 */
export function chargeLines(proposed: readonly ProposedCharge[], rows: readonly ChargeRow[]): readonly ChargeLine[] {
  return rows.flatMap((row): ChargeLine[] => {
    const proposal = proposed.find((each) => isSameCharge(each, row))!;
    const difference = row.kind === 'late' ? subtract(row.amount, proposal.amount ?? ZERO) : row.amount;
    if (difference === 0) return [];
    const item = difference > 0 ? 'additional' : 'reduction';
    return [{ item, amount: satang(Math.abs(difference)), row, proposal }];
  });
}
