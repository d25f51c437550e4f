/**
 * Combinations of what is alike (a page in a look, a form in a language) take turns. A run makes those of one day, and always of the same:
 * a commit has one verdict, whenever it is asked. `SEED=20270222` has the turn of another day, and lets the order model play its game.
 * `TURNS=all` makes all of them. `npm run test:long` makes all, with the seed of its day.
 */
export const SEED = Number(process.env['SEED'] ?? 20_261_127);

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

/** Those whose turn it is in this run; what has another `place` among its like has its turn with another seed. */
export const dueToday = <Item>(all: readonly Item[], days?: number, place = 0): Item[] =>
  ALL ? [...all] : dueOn(dayOf(SEED) + place, all, days);
