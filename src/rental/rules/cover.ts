import { addDays } from './storeTime.ts';
import type { DateText } from './storeTime.ts';

/** Days that a policy covers, both ends included; without a start it covers since ever. */
export interface Cover {
  readonly start: DateText | null;
  readonly end: DateText;
}

const covers = ({ start, end }: Cover, day: DateText): boolean => (start === null || start <= day) && end >= day;

/**
 * Last day of the unbroken cover that the day lies in, renewals without a gap included. Where nothing covers the day,
 * the last day of what ended before it. null: nothing has ever covered it. A property test holds the SQL of the
 * reminders to it.
 */
export function coveredUntil(policies: readonly Cover[], day: DateText): DateText | null {
  const now = policies.filter((each) => covers(each, day));
  if (now.length === 0) {
    const past = policies.filter(({ end }) => end < day).map(({ end }) => end);
    return past.length === 0 ? null : past.reduce(later);
  }
  let until = now.map(({ end }) => end).reduce(later);
  for (;;) {
    const next = policies.filter((each) => each.end > until && covers(each, addDays(until, 1)));
    if (next.length === 0) return until;
    until = next.map(({ end }) => end).reduce(later);
  }
}

const later = (one: DateText, other: DateText): DateText => (other > one ? other : one);

/**
 * "The" policy of a car among those of one type (D-UPK-05): the newest that covers the day; if none does, the last that ended, else the next that
 * begins. Newest is the later begin, then the later entry.
 */
export function shownPolicy<P extends Cover & { readonly id: number }>(
  policies: readonly P[],
  day: DateText,
): P | null {
  const [best] = policies.toSorted((a, b) => rank(a, day) - rank(b, day) || byRank(a, b, rank(a, day)) || b.id - a.id);
  return best ?? null;
}

const rank = (policy: Cover, day: DateText): 0 | 1 | 2 => (covers(policy, day) ? 0 : policy.end < day ? 1 : 2);

function byRank(a: Cover, b: Cover, of: 0 | 1 | 2): number {
  if (of === 1) return b.end.localeCompare(a.end);
  const begins = (a.start ?? '').localeCompare(b.start ?? '');
  return of === 0 ? -begins : begins;
}

/** Codes of the table insuranceType; the law demands the first of every car. */
export const INSURANCE = { compulsory: 1, commercial: 2 } as const;
export type InsuranceType = (typeof INSURANCE)[keyof typeof INSURANCE];
