import { add, fromBaht, subtract, toBaht, ZERO, type Satang } from './money.ts';

/** What a car costs, and what it brings in. */
export const COST_KINDS = ['purchase', 'maintenance', 'insurance', 'inspection', 'violation'] as const;
export type CostKind = (typeof COST_KINDS)[number];
export type CarMoney = CostKind | 'revenue';

/** One amount of one day on the clock of the car's store; without a day where nobody entered one. */
export interface CarEntry {
  readonly kind: CarMoney;
  /** YYYY-MM-DD, or empty. */
  readonly date: string;
  /** Baht. */
  readonly amount: number;
}

export type CarSums = Readonly<Record<CarMoney | 'costs' | 'result', number>>;

/** Sums in baht by kind; `costs` are all but the revenue, `result` is what is left of it. */
export function carSums(entries: readonly CarEntry[]): CarSums {
  const of = (kind: CarMoney): Satang =>
    add(ZERO, ...entries.filter((entry) => entry.kind === kind).map(({ amount }) => fromBaht(amount)));
  const costs = add(...COST_KINDS.map(of));
  const revenue = of('revenue');
  return {
    ...(Object.fromEntries(COST_KINDS.map((kind) => [kind, toBaht(of(kind))])) as Record<CostKind, number>),
    revenue: toBaht(revenue),
    costs: toBaht(costs),
    result: toBaht(subtract(revenue, costs)),
  };
}

/** Sums of each year that has any, newest first; what has no day stands last, under an empty year. */
export function carYears(entries: readonly CarEntry[]): readonly ({ readonly year: string } & CarSums)[] {
  const years = [...new Set(entries.map(({ date }) => date.slice(0, 4)))].toSorted((one, other) =>
    other.localeCompare(one),
  );
  return years.map((year) => ({ year, ...carSums(entries.filter(({ date }) => date.slice(0, 4) === year)) }));
}

const DAY_MS = 86_400_000;

/** What the car costs to run (all but its purchase, D-CAR-07), in baht for one kilometre and one day; null where that is not known. */
export function runningCosts(
  { costs, purchase }: CarSums,
  facts: { readonly mileage: number; readonly since: string | null; readonly today: string },
): { readonly perKm: number | null; readonly perDay: number | null } {
  const running = subtract(fromBaht(costs), fromBaht(purchase));
  const days = facts.since === null ? 0 : Math.round((Date.parse(facts.today) - Date.parse(facts.since)) / DAY_MS) + 1;
  const per = (count: number): number | null => (count > 0 ? Math.round(running / count) / 100 : null);
  return { perKm: per(facts.mileage), perDay: per(days) };
}
