import { ZERO, atLeastZero, satang, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { differentCityFee, lengthLines, nightReturnFee } from './charges.ts';
import type { Service } from './charges.ts';
import type { RentalLength } from './days.ts';
import type { FeeItem, FeeLine, FeeSource, KeptLine } from './feeLines.ts';
import { sumOf } from './feeLines.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import type { PriceSnapshot, StoreFees } from './snapshot.ts';
import { MINUTE } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

const LENGTH_ITEMS = ['rental', 'hourly', 'basicInsurance', 'premiumService', 'vipService'] as const;

export interface Extension {
  readonly pickup: Instant;
  /** Return that is paid for already. */
  readonly from: Instant;
  readonly to: Instant;
  readonly service: Service;
}

/** What a later return adds. */
export interface Difference extends RentalLength {
  readonly fee: Satang;
  /** Add up to the fee; none when it is nothing. */
  readonly fees: readonly FeeLine[];
}

/** A car that left before its planned pickup may also be back before it: that is the shortest rental there is. */
export const lastCharged = (pickup: Instant, returned: Instant): Instant => Math.max(pickup, returned);

const linesUntil = (snapshot: PriceSnapshot, { pickup, service }: Extension, returned: Instant) =>
  lengthLines(snapshot, pickup, lastCharged(pickup, returned), service);

/**
 * price(pickup, to) − price(pickup, from) over rental, hourly, basic insurance and service, at least 0 (D-PRICE-09); two renewals cost
 * what one costs. An item that becomes cheaper (hours that turned into a day) is set off against the others, so that no line is negative.
 */
function difference(snapshot: PriceSnapshot, extension: Extension, source: FeeSource): Difference {
  const { days, hours, ...after } = linesUntil(snapshot, extension, extension.to);
  const before = linesUntil(snapshot, extension, extension.from);
  const changes = LENGTH_ITEMS.map((item) => ({ item, amount: subtract(after[item], before[item]) }));
  const fee = atLeastZero(satang(changes.reduce((sum, each) => sum + each.amount, 0)));
  let cheaper = satang(changes.reduce((sum, each) => sum - Math.min(each.amount, 0), 0));
  const fees: FeeLine[] = [];
  for (const { item, amount } of changes) {
    const dearer = atLeastZero(amount);
    const setOff = smaller(dearer, cheaper);
    cheaper = subtract(cheaper, setOff);
    if (dearer > setOff) fees.push({ item, amount: subtract(dearer, setOff), source });
  }
  return { days, hours, fee, fees };
}

/** Price of a renewal. A fee set by staff (≥ 0) replaces the computed one and is charged as rental. */
export function renewalCharges(snapshot: PriceSnapshot, extension: Extension, agreedFee?: Satang): Difference {
  const computed = difference(snapshot, extension, 'renewal');
  if (agreedFee === undefined || agreedFee === computed.fee) return computed;
  const fee = atLeastZero(agreedFee);
  return { ...computed, fee, fees: fee === 0 ? [] : [{ item: 'rental', amount: fee, source: 'renewal' }] };
}

/** Price of a late return: nothing up to the grace, beyond it the difference to the planned return (D-PRICE-09). */
export function overrunCharges(snapshot: PriceSnapshot, extension: Extension): Difference {
  const late = extension.to - extension.from;
  if (late > snapshot.parameters.overrunGraceMinutes * MINUTE) return difference(snapshot, extension, 'overrun');
  const { days, hours } = linesUntil(snapshot, extension, extension.from);
  return { days, hours, fee: ZERO, fees: [] };
}

export interface ReturnFacts {
  readonly snapshot: PriceSnapshot;
  /** Planned pickup: the price counts from it, as the booking did. */
  readonly pickup: Instant;
  readonly plannedReturn: Instant;
  readonly actualReturn: Instant;
  readonly service: Service;
  /** The store that took the car back. */
  readonly returnStore: StoreFees;
  /** The order's lines so far. */
  readonly fees: readonly KeptLine[];
}

/** What a return changes on the bill. */
interface ReturnCharges {
  readonly fees: readonly FeeLine[];
  /** Items whose present lines are voided, because what really happened costs something else. */
  readonly voids: readonly FeeItem[];
  /** The car is taken back all the same: what the desk should look at. */
  readonly warnings: readonly Problem[];
}

/** Overrun, night return and different-city lines by what really happened (O11, D-PRICE-08, D-PRICE-09). Without a fee for the city the booked line stays. */
export function returnCharges(facts: ReturnFacts): ReturnCharges {
  const { snapshot, returnStore } = facts;
  const overrun = overrunCharges(snapshot, {
    pickup: facts.pickup,
    from: facts.plannedReturn,
    to: facts.actualReturn,
    service: facts.service,
  });
  const cityFee = differentCityFee(snapshot.pickupStore, returnStore);
  const real = [
    { item: 'nightReturn' as const, amount: nightReturnFee(returnStore, facts.actualReturn) },
    ...(cityFee === null ? [] : [{ item: 'differentCity' as const, amount: cityFee }]),
  ].filter(({ item, amount }) => sumOf(facts.fees, item) !== amount);
  return {
    fees: [
      ...overrun.fees,
      ...real.filter(({ amount }) => amount > 0).map((line) => ({ ...line, source: 'overrun' as const })),
    ],
    voids: real.filter(({ item }) => sumOf(facts.fees, item) > 0).map(({ item }) => item),
    warnings: cityFee === null ? [problem('handover.warning.differentCity', {}, 'returnStoreId')] : [],
  };
}
