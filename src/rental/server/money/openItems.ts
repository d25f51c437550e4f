import { fieldOf } from 'forecourt/model';
import type { DayClose } from '../../calls/index.ts';
import { OPEN_ITEMS, add, openRows, satang, subtract, toBaht } from '../../rules/index.ts';
import type { DateText, OpenItem, Satang } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';

/** What is added up of the rows of an item, and what is taken off again; none: the rows say no amount. */
const SUMS: Readonly<Record<OpenItem, readonly [plus: string, ...minus: string[]] | null>> = {
  notReturned: null,
  due: ['payable', 'paid'],
  deposits: ['held'],
  preauths: ['amount', 'captured', 'released'],
  refunds: ['amount'],
  deductions: ['amount'],
};

interface Day {
  readonly storeId: number;
  readonly date: DateText;
}

/** An item, and each figure about its rows: how many they are, and sums of them. */
const figuresOf = ({ resources }: RentalContext['model'], day: Day) =>
  OPEN_ITEMS.flatMap((item) => {
    const resource = resources.get(openRows(item, day).resource)!;
    const figure = { kind: 'plain', key: item, resource, filter: {}, hidden: false } as const;
    const sums = (SUMS[item] ?? []).map((field) => ({
      ...{ ...figure, format: 'money' as const },
      measure: { kind: 'sum' as const, field: fieldOf(resource.entity, field) },
    }));
    return [{ ...figure, format: 'integer' as const, measure: { kind: 'count' as const } }, ...sums];
  });

const known = new WeakMap<RentalContext['model'], ReturnType<typeof figuresOf>>();

/** The same figures each time, so that their statement is written once. The day says which rows they are about later. */
function figuresOfItems(model: RentalContext['model'], day: Day): ReturnType<typeof figuresOf> {
  const figures = known.get(model) ?? figuresOf(model, day);
  known.set(model, figures);
  return figures;
}

/** No figure of these asks for a time. */
const NEVER = new Date(0);

/**
 * What is open in a store when the day is closed: how many rows the list of each item shows, and what they come to.
 * All of it is one statement, read as the lists read it (D-MONEY-12).
 */
export async function openItems(context: RentalContext, day: Day): Promise<DayClose['open']> {
  const asked = figuresOfItems(context.model, day);
  const filters = new Map(OPEN_ITEMS.map((item) => [item, openRows(item, day).filter]));
  const rows = await context.figures(
    { figures: asked, most: asked.length },
    { zone: 'UTC', figures: asked.map(({ key }) => [{ filter: filters.get(key)!, from: NEVER, to: NEVER }] as const) },
  );
  const values = (item: OpenItem): readonly Satang[] =>
    asked.flatMap(({ key }, place) =>
      key === item ? [satang(Number(rows.find((row) => row.figure === place)?.value ?? 0))] : [],
    );
  const told = (item: OpenItem) => {
    const [count = 0, plus, ...minus] = values(item);
    return { count, amount: plus === undefined ? null : toBaht(subtract(plus, add(...minus))) };
  };
  return Object.fromEntries(OPEN_ITEMS.map((item) => [item, told(item)])) as DayClose['open'];
}
