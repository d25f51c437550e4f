import { holidayOn, holidaysTouched } from './holidays.ts';
import type { Holiday } from './holidays.ts';
import { inDailyHours, inNightHours } from './night.ts';
import { problem } from './problem.ts';
import type { Problem, Verdict } from './problem.ts';
import { MINUTE, dateOf, toWallClock } from './storeTime.ts';
import type { Instant, TimeRange } from './storeTime.ts';

/** What a store allows on the days of a holiday; null hours are the ordinary ones (D-ADM-08). */
export interface HolidayRule {
  readonly pickupAllowed: boolean;
  readonly returnAllowed: boolean;
  readonly hours: TimeRange | null;
}
export interface FestivalRule extends HolidayRule {
  readonly holidayId: number;
  readonly minDays: number | null;
}

/** When a store serves. */
export interface StoreRules {
  readonly open: boolean;
  readonly timeZone: string;
  readonly is24h: boolean;
  readonly businessHours: TimeRange | null;
  readonly nightHours: TimeRange | null;
  readonly minAdvanceMinutes: number;
  readonly maxAdvanceMinutes: number;
  readonly pausePeriods: readonly { readonly start: Instant; readonly end: Instant }[];
  /** Default of every holiday; null: holidays are days like others. */
  readonly holidayPickup: HolidayRule | null;
  /** Override the default for one holiday each. */
  readonly festivals: readonly FestivalRule[];
}

export const BACK_OFFICE_CHANNEL = 4;
/** Orders of a channel get errors where staff are only warned, who must take walk-in customers (D-AVAIL-03). */
export const isStrict = (channel: number): boolean => channel !== BACK_OFFICE_CHANNEL;

export interface QuoteFacts {
  readonly now: Instant;
  readonly pickup: Instant;
  readonly returned: Instant;
  /** Full days of the rental (D-PRICE-03). */
  readonly days: number;
  readonly strict: boolean;
  /** A change that leaves the pickup where it was: it was booked in time then, and its advance is not asked again. */
  readonly pickupKept: boolean;
  readonly pickupStore: StoreRules;
  readonly returnStore: StoreRules;
  readonly holidays: readonly Holiday[];
  /** An enabled price row of store and sub-model exists (or the order keeps its snapshot). */
  readonly priced: boolean;
  /** The car, or a car of the model, is available (D-AVAIL-01, 02). */
  readonly available: boolean;
}

/** Longer than this a rental is more likely a slip of the year than meant; full days. */
const LONGEST_USUAL_DAYS = 366;

type End = 'pickup' | 'return';
const FIELD = { pickup: 'plannedPickupTime', return: 'plannedReturnTime' } as const;

/** Return after pickup: the modify form refuses both with one text, the edit-time dialog tells them apart (D-ORD-13). */
export function returnTimeProblem(pickup: Instant, returned: Instant, form: 'modify' | 'edittime'): Problem | null {
  if (returned > pickup) return null;
  const less = form === 'edittime' && returned < pickup;
  return problem(less ? 'time.returnLess' : 'time.returnLessOrEqual', {}, 'plannedReturnTime');
}

/** What the stores, the calendar and the stock say to a trip (D-AVAIL-03, D-HOL-02, D-HOL-03, D-ADM-08, D-ADM-09). */
export function quoteVerdict(facts: QuoteFacts): Verdict {
  const order = returnTimeProblem(facts.pickup, facts.returned, 'modify');
  if (order) return { errors: [order], warnings: [] };
  const { pickupStore, returnStore } = facts;
  const errors: Problem[] = [];
  if (!pickupStore.open) errors.push(problem('quote.error.storeClosed', {}, 'pickupStoreId'));
  if (!returnStore.open) errors.push(problem('quote.error.storeClosed', {}, 'returnStoreId'));
  errors.push(
    ...endErrors('pickup', facts.pickup, pickupStore, facts.holidays),
    ...endErrors('return', facts.returned, returnStore, facts.holidays),
    ...holidayErrors(facts.pickup, facts.returned, facts.days, pickupStore, facts.holidays),
  );
  if (!facts.priced) errors.push(problem('quote.error.noPrice', {}, 'subModelId'));
  if (!facts.available) errors.push(problem('quote.error.noCar', {}, 'subModelId'));

  const concerns = [
    ...(facts.pickupKept ? [] : advanceConcerns(facts)),
    ...hoursConcerns('pickup', facts.pickup, pickupStore, facts.holidays),
    ...hoursConcerns('return', facts.returned, returnStore, facts.holidays),
    ...(facts.days > LONGEST_USUAL_DAYS
      ? [problem('quote.warning.longRental', { days: facts.days }, 'plannedReturnTime')]
      : []),
  ];
  return facts.strict ? { errors: [...errors, ...concerns], warnings: [] } : { errors, warnings: concerns };
}

interface RenewalFacts {
  /** Planned return before the renewal. */
  readonly from: Instant;
  /** The return asked for. */
  readonly to: Instant;
  /** Full days of the whole rental with the renewal. */
  readonly days: number;
  readonly pickupStore: StoreRules;
  readonly returnStore: StoreRules;
  readonly holidays: readonly Holiday[];
  /** Somebody without a plate was promised the car for the added time (D-AVAIL-02). */
  readonly modelPromised: boolean;
}

/** A renewal adds time: not earlier than the planned return, and the same time adds nothing (D-ORD-14). */
export function renewalTimeProblem(from: Instant, to: Instant): Problem | null {
  if (to > from) return null;
  return problem(to < from ? 'renew.tooEarly' : 'renew.notLater', {}, 'time');
}

/**
 * What time and calendar say to a renewal (O9, D-HOL-02, D-HOL-03): later than now planned, no closed holiday in the added span, no return where
 * the store takes none. Hours outside the store's own are a warning, as they are for every booking by staff.
 */
export function renewalVerdict(facts: RenewalFacts): Verdict {
  const early = renewalTimeProblem(facts.from, facts.to);
  if (early) return { errors: [early], warnings: [] };
  const atTime = (each: Problem): Problem => ({ ...each, field: 'time' });
  return {
    errors: [
      ...endErrors('return', facts.to, facts.returnStore, facts.holidays),
      ...holidayErrors(facts.from, facts.to, facts.days, facts.pickupStore, facts.holidays),
    ].map(atTime),
    warnings: [
      ...hoursConcerns('return', facts.to, facts.returnStore, facts.holidays),
      ...(facts.modelPromised ? [problem('renew.overbooks')] : []),
    ].map(atTime),
  };
}

/** Minimum of a holiday at a store: the greater of the two (D-HOL-02). */
const minDaysOf = (holiday: Holiday, store: Pick<StoreRules, 'festivals'>): number =>
  Math.max(holiday.minDays, store.festivals.find((each) => each.holidayId === holiday.id)?.minDays ?? 0);

function holidayErrors(
  from: Instant,
  to: Instant,
  days: number,
  store: StoreRules,
  holidays: readonly Holiday[],
): Problem[] {
  return holidaysTouched(from, to, store.timeZone, holidays).flatMap((holiday) => {
    const minDays = minDaysOf(holiday, store);
    return [
      ...(holiday.bookingOpen
        ? []
        : [problem('quote.error.holidayClosed', { name: holiday.name }, 'plannedPickupTime')]),
      ...(days < minDays
        ? [problem('quote.error.minDays', { name: holiday.name, minDays, days }, 'plannedReturnTime')]
        : []),
    ];
  });
}

/** The store's rule of the holiday that the moment lies in. */
function ruleOn(
  instant: Instant,
  store: StoreRules,
  holidays: readonly Holiday[],
): { holiday: Holiday; rule: HolidayRule } | undefined {
  const holiday = holidayOn(dateOf(instant, store.timeZone), holidays);
  const rule = holiday && (store.festivals.find((each) => each.holidayId === holiday.id) ?? store.holidayPickup);
  return rule ? { holiday, rule } : undefined;
}

function endErrors(end: End, instant: Instant, store: StoreRules, holidays: readonly Holiday[]): Problem[] {
  const field = FIELD[end];
  const errors: Problem[] = [];
  const pause = store.pausePeriods.find((each) => each.start <= instant && instant < each.end);
  if (pause) {
    const span = { start: toWallClock(pause.start, store.timeZone), end: toWallClock(pause.end, store.timeZone) };
    errors.push(problem(end === 'pickup' ? 'quote.error.pickupPaused' : 'quote.error.returnPaused', span, field));
  }
  const special = ruleOn(instant, store, holidays);
  if (!special) return errors;
  const { holiday, rule } = special;
  if (!(end === 'pickup' ? rule.pickupAllowed : rule.returnAllowed)) {
    errors.push(
      problem(
        end === 'pickup' ? 'quote.error.noPickupOnHoliday' : 'quote.error.noReturnOnHoliday',
        { name: holiday.name },
        field,
      ),
    );
  } else if (rule.hours && !inDailyHours(instant, store.timeZone, rule.hours)) {
    errors.push(
      problem('quote.error.holidayHours', { name: holiday.name, start: rule.hours.start, end: rule.hours.end }, field),
    );
  }
  return errors;
}

/** Outside the business hours and not in the night hours. Hours of a holiday replace both, and are an error above. */
function hoursConcerns(end: End, instant: Instant, store: StoreRules, holidays: readonly Holiday[]): Problem[] {
  if (store.is24h || store.businessHours === null || ruleOn(instant, store, holidays)?.rule.hours) return [];
  const served =
    inDailyHours(instant, store.timeZone, store.businessHours) ||
    inNightHours(instant, store.timeZone, store.nightHours);
  if (served) return [];
  const code = end === 'pickup' ? 'quote.warning.pickupHours' : 'quote.warning.returnHours';
  return [problem(code, { start: store.businessHours.start, end: store.businessHours.end }, FIELD[end])];
}

function advanceConcerns({ now, pickup, pickupStore }: QuoteFacts): Problem[] {
  const minutes = (pickup - now) / MINUTE;
  if (minutes < pickupStore.minAdvanceMinutes) {
    return [problem('quote.warning.minAdvance', { minutes: pickupStore.minAdvanceMinutes }, FIELD.pickup)];
  }
  if (minutes > pickupStore.maxAdvanceMinutes) {
    return [
      problem('quote.warning.maxAdvance', { days: Math.round(pickupStore.maxAdvanceMinutes / 144) / 10 }, FIELD.pickup),
    ];
  }
  return [];
}

/** May a zone change while open orders have their times in it (D-ADM-28)? `orderNo` is one of them. */
export const zoneProblem = (
  field: 'timeZone' | 'cityId',
  facts: { readonly timeZone: string; readonly count: number; readonly orderNo: string | null },
): Problem | null =>
  facts.count === 0 ? null : problem('store.zoneInUse', { ...facts, orderNo: facts.orderNo ?? '' }, field);
