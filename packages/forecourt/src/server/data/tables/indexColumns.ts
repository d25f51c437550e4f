import {
  factsOf,
  isStored,
  relationOf,
  rowKeys,
  type Entity,
  type Field,
  type Model,
  type Path,
} from '../../../model/index.ts';
import { columnType } from '../kinds/index.ts';
import { isTyped } from './uniqueKey.ts';

/** Columns that an index is made of. */
interface IndexColumns {
  readonly columns: readonly string[];
  /** Only rows in which the first of them says something: the others are never looked for by it. */
  readonly filled?: boolean;
  /** As they stand, not by their one spelling (`x-normal`): rows are sorted by it. */
  readonly raw?: boolean;
}

/** Columns of the entity itself among what filters or scopes lead to. */
export const directColumns = (paths: readonly Path[]): string[] =>
  paths.filter((path) => path.steps.length === 0 && path.last !== 'id').map((path) => path.last);

const storedOnly =
  ({ byName }: Entity) =>
  (name: string): boolean => {
    const field = byName.get(name);
    return !field || isStored(field);
  };

/** The column of the usual order, unless that is the id or worked out. */
function usualOrder(entity: Entity, model: Model): readonly string[] {
  const sort = model.resources.get(entity.name)?.list.sort[0] ?? 'id';
  return sort === 'id' || !storedOnly(entity)(sort) ? [] : [sort];
}

/** Whether rows come with the work, and are never done with coming: they are listed by when they came, the newest first. A log has its own bounds. */
function grows(entity: Entity, model: Model): boolean {
  const [column, direction] = model.resources.get(entity.name)?.list.sort ?? ['id', 'asc'];
  const field = entity.byName.get(column);
  return (
    !entity.log &&
    direction === 'desc' &&
    column !== 'updateTime' &&
    field !== undefined &&
    columnType(field, model.codes) === 'timestamp with time zone'
  );
}

/**
 * Indexes of what the list of an entity offers, where rows come with the work. A filter by a chosen value gets one
 * with the usual order: the last row of a value out of use lies far back. So do amounts, days and numbers, which are
 * filtered by range and sorted.
 */
function offeredColumns(entity: Entity, model: Model): string[][] {
  const list = model.resources.get(entity.name)?.list;
  if (!list || !grows(entity, model)) return [];
  const sorted = usualOrder(entity, model);
  const own = (names: readonly string[]): Field[] =>
    names.flatMap((name) => {
      const field = entity.byName.get(name);
      return field && isStored(field) && !factsOf(field).several && !relationOf(field) ? [field] : [];
    });
  const chosen = own(
    list.filters.filter(({ operator }) => operator === 'equals').flatMap(({ paths }) => directColumns(paths)),
  );
  const ranged = own([
    ...list.filters
      .filter(({ operator }) => operator === 'range' || operator === 'year')
      .flatMap(({ paths }) => directColumns(paths)),
    ...list.columns.filter((name) => {
      const field = entity.byName.get(name);
      return field !== undefined && factsOf(field).operator === 'range';
    }),
  ]);
  return [
    ...chosen.map(({ name }) => [...new Set([name, ...sorted, 'id'])]),
    ...ranged.map(({ name }) => (sorted.includes(name) ? [name, 'id'] : [name])),
  ];
}

/** Columns of unique indexes over all rows that hold the values as they stand: what other indexes would repeat. */
const plainUnique = (entity: Entity, model: Model): readonly (readonly string[])[] =>
  entity.deletion === 'soft'
    ? []
    : entity.unique
        .filter(({ where, fields }) => !where && !fields.some((name) => isTyped(entity.byName.get(name)!, model)))
        .map(({ fields }) => fields);

/**
 * Unique properties whose index has typed texts as they are compared: rows are looked for by the values as they stand. Among some rows only, another
 * index that begins with one of the texts will do.
 */
const lookedUp = (entity: Entity, model: Model, wanted: readonly (readonly string[])[]): string[][] =>
  entity.unique.flatMap(({ fields, where }) => {
    const typed = fields.filter((name) => isTyped(entity.byName.get(name)!, model));
    const served = where !== undefined && wanted.some(([first]) => typed.includes(first!));
    return typed.length === 0 || served ? [] : [[...fields]];
  });

/**
 * Columns of indexes that lists and checks walk: declared ones, relations, scopes, row rules with the default sort,
 * and the default sort with the id. What the list of a growing table offers is added. An index that another one begins
 * with is left out.
 */
export function indexColumns(entity: Entity, model: Model): readonly IndexColumns[] {
  const stored = storedOnly(entity);
  const sorted = usualOrder(entity, model);
  const state = entity.stateField ? [entity.stateField] : [];
  const ruled = entity.rows.flatMap(rowKeys).filter((name) => !factsOf(entity.byName.get(name)!).several);
  const scopes = [...new Set([...directColumns(entity.scope), ...ruled])];
  const others = [
    ...(sorted.length > 0 ? [[...sorted, 'id']] : []),
    ...scopes.map((scope) => [scope, ...state, ...sorted, 'id']),
    ...(state.length > 0 && sorted.length > 0 ? [[...state, ...sorted, 'id']] : []),
    ...(entity.schema['x-index'] ?? []).flatMap((fields) => ('fields' in fields ? [] : [[...fields]])),
    ...entity.fields.filter((field) => field.schema['x-index'] && stored(field.name)).map((field) => [field.name]),
    ...offeredColumns(entity, model),
    ...entity.fields.filter((field) => relationOf(field) === 'one').map((field) => [field.name]),
  ];
  const wanted = [
    ...others.map((columns) => ({ columns, raw: false })),
    ...lookedUp(entity, model, others).map((columns) => ({ columns, raw: true })),
  ];
  const unique = plainUnique(entity, model);
  const keysOf = ({ columns, raw }: { columns: readonly string[]; raw: boolean }): readonly string[] =>
    columns.map((name) => (!raw && entity.byName.get(name)?.normal ? `${name} spelt` : name));
  const prefixOf = (shorter: readonly string[], longer: readonly string[]): boolean =>
    shorter.length <= longer.length && shorter.every((name, at) => longer[at] === name);
  return wanted
    .filter(
      (one, at) =>
        !unique.some((other) => prefixOf(keysOf(one), other)) &&
        !wanted.some(
          (other, otherAt) =>
            otherAt !== at &&
            prefixOf(keysOf(one), keysOf(other)) &&
            (one.columns.length < other.columns.length || otherAt < at),
        ),
    )
    .map(({ columns, raw }) => ({ columns, filled: isSeldomFilled(entity, model, columns), raw }));
}

/** A relation alone that may be empty and that no list sorts by: it is looked for by what it names, and most rows need not be in its index. */
function isSeldomFilled(entity: Entity, model: Model, columns: readonly string[]): boolean {
  const field = columns.length === 1 ? entity.byName.get(columns[0]!) : undefined;
  const list = model.resources.get(entity.name)?.list;
  return (
    field !== undefined &&
    relationOf(field) === 'one' &&
    !field.required &&
    field.name !== entity.tree &&
    !field.schema['x-index'] &&
    !list?.columns.includes(field.name) &&
    !list?.filters.some(({ paths }) => directColumns(paths).includes(field.name))
  );
}

const ties = new WeakMap<Entity, ReadonlyMap<string, string>>();

/**
 * The column by which rows of an equal value stand in the index of that column, before the id: the usual order of the list. Undefined where only the id
 * decides. A list that is sorted by the value asks for the same order: with any other, all rows of one value would be read and sorted for each page.
 */
export function tieColumn(entity: Entity, model: Model, column: string): string | undefined {
  let known = ties.get(entity);
  if (!known) {
    const usual = usualOrder(entity, model)[0];
    const walked = indexColumns(entity, model).map(({ columns }) => columns);
    const endsWith = (name: string, ...others: readonly string[]): boolean =>
      walked.some((columns) => columns.join() === [name, ...others].join());
    known = new Map(
      walked.flatMap(([name]) =>
        usual && name && endsWith(name, usual, 'id') && !endsWith(name, 'id') ? [[name, usual] as const] : [],
      ),
    );
    ties.set(entity, known);
  }
  return known.get(column);
}

/**
 * Columns by which the rows of an entity are read in their order, forwards or backwards, without sorting them all; among equal values up to the id, or as
 * far as the index goes.
 */
export const orderedColumns = (entity: Entity, model: Model): ReadonlySet<string> =>
  new Set([
    'id',
    ...indexColumns(entity, model)
      .filter(({ columns, filled, raw }) => !filled && (raw === true || !entity.byName.get(columns[0]!)?.normal))
      .map(({ columns }) => columns[0]!),
    ...plainUnique(entity, model).map((fields) => fields[0]!),
  ]);
