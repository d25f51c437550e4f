import type { PlainFigure, Widget } from '../../../model/index.ts';
import { column, ident, joinSql, SQL, type Sql } from '../sql/index.ts';
import type { Reading } from './engine.ts';
import { waysOf, type FigureRequest } from './figureRows.ts';

/** A figure that adds up rows as a whole, without groups and without another time beside it. */
interface Whole {
  readonly place: number;
  readonly figure: PlainFigure;
  readonly filter: FigureRequest['filter'];
}

/** Figures of a widget about the very same rows: how many they are, and sums and averages of them. */
type SharedRows = readonly [Whole, ...Whole[]];

const alike = ({ figure, filter }: Whole): string =>
  JSON.stringify([figure.resource.name, Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Which figures of a widget are about the same rows, so that these are looked up once and not once for each figure. `taken`: places that are read otherwise. */
export function sharedRows(
  { figures }: Pick<Widget, 'figures'>,
  { figures: requests }: { readonly figures: readonly (readonly [FigureRequest, FigureRequest?] | undefined)[] },
  taken: readonly number[],
): readonly SharedRows[] {
  const groups = new Map<string, Whole[]>();
  for (const [place, figure] of figures.entries()) {
    const [asked, compared] = requests[place] ?? [];
    if (figure.kind !== 'plain' || !asked || compared || taken.includes(place)) continue;
    if (figure.by || figure.measure.kind === 'named') continue;
    const whole = { place, figure, filter: asked.filter };
    groups.set(alike(whole), [...(groups.get(alike(whole)) ?? []), whole]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [[first, ...others] as const] : [],
  );
}

/** What a figure comes to, and of which column. */
function partOf({ measure }: PlainFigure, at: number): { readonly value: Sql; readonly result: Sql } {
  const name = ident(`v${at}`);
  if (!('field' in measure)) return { value: SQL`1 as ${name}`, result: SQL`count(*)::numeric` };
  const value = SQL`${column('t', measure.field.name)} as ${name}`;
  return {
    value,
    result: measure.kind === 'average' ? SQL`avg(${name})::numeric` : SQL`coalesce(sum(${name}), 0)::numeric`,
  };
}

/** Rows of the statement of a widget for all of them, by one pass. */
export function sharedRowsSql(query: Reading, wholes: SharedRows): Sql {
  const { resource } = wholes[0].figure;
  const parts = wholes.map(({ figure }, at) => partOf(figure, at));
  const values = joinSql(
    parts.map(({ value }) => value),
    ', ',
  );
  const rows = joinSql(
    waysOf(query, resource, wholes[0].filter).map(
      (where) => SQL`select ${values} from ${ident(resource.entity.name)} t where ${where}`,
    ),
    ' union all ',
  );
  const results = parts.map(({ result }, at) => SQL`${result} as ${ident(`r${at}`)}`);
  const figures = wholes.map(({ place }, at) => SQL`(${place}, ${ident(`r${at}`)})`);
  return SQL`select f.figure, false as compared, null::text as key, true as whole, f.value
from (select ${joinSql(results, ', ')} from (${rows}) s) c cross join lateral (values ${joinSql(figures, ', ')}) f(figure, value)`;
}
