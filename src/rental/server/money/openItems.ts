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

/**
 * What is open in a store when the day is closed: how many rows the list of each item shows, and what they come to.
 * All of it is one statement, read as the lists read it (D-MONEY-12).
 */
export async function openItems(
  context: RentalContext,
  day: { readonly storeId: number; readonly date: DateText },
): Promise<DayClose['open']> {
  const [from, to] = [new Date(context.now), new Date(context.now)];
  const asked = OPEN_ITEMS.flatMap((item) => {
    const { resource: name, filter } = openRows(item, day);
    const resource = context.model.resources.get(name)!;
    const figure = { kind: 'plain', key: item, resource, filter, hidden: false } as const;
    const sums = (SUMS[item] ?? []).map((field) => ({
      ...{ ...figure, format: 'money' as const },
      measure: { kind: 'sum' as const, field: fieldOf(resource.entity, field) },
    }));
    return [{ ...figure, format: 'integer' as const, measure: { kind: 'count' as const } }, ...sums];
  });
  const rows = await context.figures(
    { figures: asked, most: asked.length },
    { zone: 'UTC', figures: asked.map(({ filter }) => [{ filter, from, to }] as const) },
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
