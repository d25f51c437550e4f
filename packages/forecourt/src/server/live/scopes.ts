import { isStored, relationOf, type Entity, type Field, type Model, type Path } from '../../model/index.ts';

const keyOf = ({ steps, last }: Path): string => [...steps.map(({ field }) => field), last].join('.');

/** From a row into the scope through a record that it names. */
function waysThrough(field: Field, model: Model): readonly Path[] {
  if (relationOf(field) !== 'one' || !isStored(field)) return [];
  const { resource: target } = field.ref!;
  // It names the scope record itself.
  if (target === model.scopeEntity) return [{ steps: [], last: field.name }];
  const entity = model.entities.get(target);
  if (!entity || entity.view) return [];
  return entity.scope.map(({ steps, last }) => ({ steps: [{ field: field.name, target }, ...steps], last }));
}

/**
 * Ways from a row to the scope records whose readers are told of its changes: those who may see it, and those who may
 * see a record that it names. Pages of the latter show what belongs to it, such as orders of other stores on the days
 * of a car. Empty: everybody is told.
 */
export function toldWays(entity: Entity, model: Model): readonly Path[] {
  if (entity.scope.length === 0) return [];
  const all = [...entity.scope, ...entity.fields.flatMap((field) => waysThrough(field, model))];
  return [...new Map(all.map((path) => [keyOf(path), path])).values()];
}

/** Whether its readers are among those who are told of changes of the table that its rows are of. */
export function areTold(reader: Entity, table: Entity, model: Model): boolean {
  const told = new Set(toldWays(table, model).map(keyOf));
  return reader.scope.length > 0 && reader.scope.every((path) => told.has(keyOf(path)));
}

/** Columns of a row that these ways begin with: while they stay, so do the readers. */
export const firstColumns = (ways: readonly Path[]): readonly string[] => [
  ...new Set(ways.map(({ steps, last }) => steps[0]?.field ?? last)),
];

/** Entities whose rows lie in a scope through rows of this one. */
export const scopesThrough = ({ name }: Entity, model: Model): readonly Entity[] =>
  [...model.entities.values()].filter(({ scope }) =>
    scope.some(({ steps }) => steps.some(({ target }) => target === name)),
  );

function valuesOf({ steps, last }: Path, rows: string): string {
  const joins = steps.map(
    ({ field, target }, at) => ` join "${target}" as t${at + 1} on t${at + 1}.id = t${at}."${field}"`,
  );
  return `select t${steps.length}."${last}" from ${rows} as t0${joins.join('')}`;
}

/** The columns of a row itself are read together. */
function allValuesOf(ways: readonly Path[], rows: string): readonly string[] {
  const own = ways.filter(({ steps }) => steps.length === 0).map(({ last }) => `t0."${last}"`);
  const through = ways.filter(({ steps }) => steps.length > 0).map((path) => valuesOf(path, rows));
  return [...(own.length > 0 ? [`select unnest(array[${own.join(', ')}]) from ${rows} as t0`] : []), ...through];
}

/** Scope records that these ways lead to from rows, each once, as SQL; `rows` are names of tables or of what looks like one. */
export const scopesSql = (ways: readonly Path[], rows: readonly string[], most: number): string =>
  `select distinct s from (${rows.flatMap((from) => allValuesOf(ways, from)).join(' union all ')}) as way(s) where s is not null limit ${most}`;
