import { ZERO, add, formatTHB, fromBaht, satang, subtract, times } from './money.ts';
import type { Satang } from './money.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { addDays, dateOf, parseDate } from './storeTime.ts';
import type { DateText, Instant } from './storeTime.ts';

/** What a count of a drawer is: the drawer goes on to somebody else, or the day is closed. */
export const DRAWER_COUNT = { handOver: 1, close: 2 } as const;
export type DrawerCountKind = (typeof DRAWER_COUNT)[keyof typeof DRAWER_COUNT];

export interface BookedDay {
  readonly day: DateText;
  /** Its own day was counted before somebody entered it. */
  readonly isLate: boolean;
}

/**
 * The business day that a payment counts in: the day on which the money moved, while that is open. Else it is late and counts on the day of its entry, or on
 * the first open day where that one is counted too (D-MONEY-10).
 */
export function bookedDay(facts: {
  readonly time: Instant;
  readonly entered: Instant;
  readonly timeZone: string;
  /** The last day that is closed, by a count or with its month; null while none is. */
  readonly closedThrough: DateText | null;
}): BookedDay {
  const { time, entered, timeZone, closedThrough } = facts;
  const day = dateOf(time, timeZone);
  if (closedThrough === null || day > closedThrough) return { day, isLate: false };
  const today = dateOf(entered, timeZone);
  return { day: today > closedThrough ? today : addDays(closedThrough, 1), isLate: true };
}

/** Notes and coins in use, the largest first; baht. */
export const NOTES_AND_COINS = [1000, 500, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25] as const;

/** So many notes or coins of one value. */
export interface NoteCount {
  /** Baht. */
  readonly value: number;
  readonly number: number;
}

/**
 * Adds up notes and coins.
 * @example notesSum([{ value: 1000, number: 3 }, { value: 0.25, number: 2 }]) // 300_050 satang
 */
export const notesSum = (notes: readonly NoteCount[]): Satang =>
  add(...notes.map(({ value, number }) => times(fromBaht(value), number)));

/** Do the notes and coins come to what was counted (D-MONEY-11)? */
export function notesProblems(notes: readonly NoteCount[], counted: Satang): readonly Problem[] {
  const values: readonly number[] = NOTES_AND_COINS;
  if (notes.some(({ value }, at) => !values.includes(value) || notes.findIndex((one) => one.value === value) !== at))
    return [problem('drawer.refusal.unknownNote', {}, 'notes')];
  const sum = notesSum(notes);
  return sum === counted ? [] : [problem('drawer.refusal.notesDiffer', { sum: formatTHB(sum) }, 'counted')];
}

/** What lies in a drawer when it is counted. */
export interface CountFacts {
  readonly float: Satang;
  /** Cash that came in since the last count, less what went out. */
  readonly cash: Satang;
  readonly counted: Satang;
  /** What stays in the drawer for the next shift. */
  readonly carried: Satang;
}

export interface CountResult {
  readonly expected: Satang;
  /** Above zero: too much lies there. */
  readonly difference: Satang;
  /** What leaves the drawer for the bank or the safe. */
  readonly banked: Satang;
}

/** What should lie in the drawer, how far the count is off, and what is taken out (D-MONEY-11). */
export function countResult({ float, cash, counted, carried }: CountFacts): CountResult {
  const expected = add(float, cash);
  return { expected, difference: subtract(counted, expected), banked: subtract(counted, carried) };
}

/** May the drawer be counted like this (D-MONEY-11)? */
export function countProblems(
  facts: CountFacts & {
    readonly kind: DrawerCountKind;
    readonly reason: string | null;
    readonly counterId: number;
    readonly takerId: number | null;
    /** Who works in the store. */
    readonly staff: readonly number[];
  },
): readonly Problem[] {
  const { counted, carried, float, kind, reason, counterId, takerId, staff } = facts;
  const problems: Problem[] = [];
  if (float < 0) problems.push(problem('drawer.refusal.negative', {}, 'float'));
  if (counted < 0) problems.push(problem('drawer.refusal.negative', {}, 'counted'));
  if (carried < 0) problems.push(problem('drawer.refusal.negative', {}, 'carried'));
  else if (carried > counted) problems.push(problem('drawer.refusal.carriedTooMuch', {}, 'carried'));
  if (countResult(facts).difference !== ZERO && (reason ?? '').trim() === '')
    problems.push(problem('drawer.refusal.reasonNeeded', {}, 'reason'));
  if (kind === DRAWER_COUNT.handOver && takerId === null) problems.push(problem('field.required', {}, 'takerId'));
  if (takerId !== null && takerId === counterId) problems.push(problem('drawer.refusal.sameTaker', {}, 'takerId'));
  else if (takerId !== null && !staff.includes(takerId))
    problems.push(problem('drawer.refusal.unknownTaker', {}, 'takerId'));
  return problems;
}

/** May this day be closed: it has begun, and is not closed yet (D-MONEY-10)? */
export function closeProblem(day: DateText, today: DateText, closedThrough: DateText | null): Problem | null {
  if (day > today) return problem('drawer.refusal.future', {}, 'date');
  return closedThrough !== null && day <= closedThrough ? problem('drawer.refusal.closed', {}, 'date') : null;
}

/** A day of the next month is at most 31 days after the first. */
const dateOfNextMonth = (first: DateText): DateText => `${addDays(first, 31).slice(0, 8)}01`;

/**
 * The last day of a month; null where the text is none.
 * @example monthEnd('2027-02') // '2027-02-28'
 */
export function monthEnd(month: string): DateText | null {
  const first = /^\d{4}-\d{2}$/.test(month) ? parseDate(`${month}-01`) : null;
  return first === null ? null : addDays(dateOfNextMonth(first), -1);
}

/** May the books of a month be closed (D-MONEY-13): it is over at every store, and open at one of them at least? */
export function monthProblem(
  end: DateText,
  stores: readonly { readonly today: DateText; readonly booksThrough: DateText | null }[],
): Problem | null {
  if (stores.some(({ today }) => today <= end)) return problem('drawer.refusal.monthNotOver', {}, 'month');
  const isOpen = stores.some(({ booksThrough }) => booksThrough === null || booksThrough < end);
  return isOpen ? null : problem('drawer.refusal.monthClosed', {}, 'month');
}

/** The later of two days of which either may be missing. */
export const laterDay = (one: DateText | null, other: DateText | null): DateText | null =>
  one === null || (other !== null && other > one) ? other : one;

/** May a hand-over be taken: by the person whom it names, once (D-MONEY-11)? */
export function takeOverProblem(facts: { takerId: number | null; actorId: number; isTaken: boolean }): Problem | null {
  if (facts.takerId !== facts.actorId) return problem('drawer.refusal.otherTaker');
  return facts.isTaken ? problem('drawer.refusal.taken') : null;
}

/**
 * Cash since the last count. Nothing enters a closed day any more, so it is what lies in the days that were open after that count, less what lay there
 * already.
 */
export const cashSince = (openNow: Satang, openThen: Satang): Satang => satang(openNow - openThen);
