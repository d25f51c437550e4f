/**
 * Combinations of what is alike (a page in a look, a form in a language) take turns: a run makes those of its day, and after some days each
 * was made. `SEED=20270222` has the turn of that day again, and lets the order model play its game; `TURNS=all` makes all of them, as
 * `npm run test:long` does.
 */
export const SEED = Number(process.env['SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));

const ALL = process.env['TURNS'] === 'all';

const DAY_MS = 86_400_000;

/** Which day a seed `YYYYMMDD` is, counted without a gap over the ends of months; any other number counts as itself. */
export function dayOf(seed: number): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? [];
  return year === undefined ? seed : Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

/**
 * Those of `all` whose turn it is on a day: every `days`-th, on the next day their neighbours, so that each has its turn once in `days` days.
 * Without a number, one a day. There are always some while `days` is not more than there are.
 */
export const dueOn = <Item>(day: number, all: readonly Item[], days: number = all.length): Item[] =>
  all.filter((_, index) => (index + day) % days === 0);

/** Those whose turn it is in this run; what has another `place` among its like has its turn on another day. */
export const dueToday = <Item>(all: readonly Item[], days?: number, place = 0): Item[] =>
  ALL ? [...all] : dueOn(dayOf(SEED) + place, all, days);
