import { factsOf, isStored, maySortBy, relationOf, type Resource } from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import { column, SQL, type Sql } from '../sql/index.ts';
import { columnsOf, tieColumn } from '../tables/index.ts';
import { maskOf, mayRead, type Reading } from './engine.ts';
import type { Conditions } from './filters.ts';
import { fieldValue, project } from './projection.ts';
import { masked } from './wire.ts';

/** Rows of a page at most, and of a list asked for as a whole (D-API-03). */
export const MAX_PAGE_SIZE = 100;
export const MAX_ROWS = 1_000;

export interface PageRequest {
  readonly pageNo: number;
  readonly pageSize: number;
  /** Neither pageNo nor pageSize was given: one page with everything, as far as it goes. */
  readonly whole: boolean;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function positive(errors: Record<string, FieldErrors[string]>, name: string, given: unknown, fallback: number): number {
  if (isAbsent(given)) return fallback;
  const value =
    typeof given === 'number' ? given : typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (Number.isSafeInteger(value) && value >= 1) return value;
  errors[name] = 'msg.badInteger';
  return fallback;
}

/** The page that a request asks for. A page larger than any is cut to the largest (D-API-03); refuses what is no page. */
export function readPageNumbers(
  request: Readonly<Record<string, unknown>>,
  defaultSize = 10,
): { pageNo: number; pageSize: number } {
  const errors: Record<string, FieldErrors[string]> = {};
  const pageNo = positive(errors, 'pageNo', request['pageNo'], 1);
  const pageSize = Math.min(positive(errors, 'pageSize', request['pageSize'], defaultSize), MAX_PAGE_SIZE);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return { pageNo, pageSize };
}

/** The same for a list that may be asked for as a whole: with neither number. */
export function readPage(request: Readonly<Record<string, unknown>>): PageRequest {
  const whole = isAbsent(request['pageNo']) && isAbsent(request['pageSize']);
  return whole ? { pageNo: 1, pageSize: MAX_ROWS, whole } : { ...readPageNumbers(request), whole };
}

export interface Sort {
  readonly sql: Sql;
  readonly direction: 'asc' | 'desc';
  /** Rows may have no value; they come last in both directions. */
  readonly mayBeEmpty: boolean;
  /** The stored column that is sorted by, when it is one. */
  readonly column?: string;
  /** The stored column that decides between equal values, before the id does. */
  readonly tie?: string;
}

/** The direction of the first key. PostgreSQL puts empty values first in a descending order unless it is told otherwise. */
export const directionOf = ({ direction, mayBeEmpty }: Sort): Sql =>
  direction === 'desc' && mayBeEmpty ? SQL`desc nulls last` : SQL`${direction}`;

/** The keys of an order after its first one: the tie and the id, in the direction of the sort. */
const laterKeys = ({ tie, direction }: Sort): Sql =>
  SQL`${tie === undefined ? SQL`` : SQL`${column('t', tie)} ${direction}, `}t.id ${direction}`;

/** What rows of the alias `t` are ordered by. Empty values come last. */
export const orderBy = (sort: Sort): Sql =>
  sort.column === 'id' ? laterKeys(sort) : SQL`${sort.sql} ${directionOf(sort)}, ${laterKeys(sort)}`;

/** The same order read backwards along its index, in which a descending order has its empty values first. */
export const indexOrder = (sort: Sort): Sql =>
  sort.column === 'id' ? laterKeys(sort) : SQL`${sort.sql} ${sort.direction}, ${laterKeys(sort)}`;

/** Whether an index has the order, but with its empty values first. */
export const isSplit = ({ direction, mayBeEmpty, column: name }: Sort, ordered: ReadonlySet<string>): boolean =>
  direction === 'desc' && mayBeEmpty && name !== undefined && ordered.has(name);

function sortBy(query: Reading, resource: Resource, name: string, direction: 'asc' | 'desc'): Sort | undefined {
  const { entity } = resource;
  const field = entity.byName.get(name);
  if (field && !factsOf(field).several && mayRead(query.engine, entity, field, query.actor)) {
    const value = fieldValue(query, entity, field);
    const worked = { direction, mayBeEmpty: true };
    const mask = maskOf(query.engine, entity, field, query.actor, true);
    if (mask) return { ...worked, sql: masked(mask, value) };
    if (!isStored(field)) return { ...worked, sql: value };
    const { model } = query.engine;
    const stored = columnsOf(entity, model.codes).find((one) => one.name === field.name);
    return {
      sql: value,
      direction,
      mayBeEmpty: stored?.notNull !== true,
      column: field.name,
      tie: tieColumn(entity, model, field.name),
    };
  }
  const owner = entity.fields.find(
    (one) => one.ref?.as === name && relationOf(one) === 'one' && mayRead(query.engine, entity, one, query.actor),
  );
  if (!owner) return undefined;
  const label = project(query, entity, { fields: new Set([name]), reveal: false }).outputs.find(
    (output) => output.name === name,
  );
  return label && { sql: label.sql, direction, mayBeEmpty: true };
}

const DIRECTIONS: Readonly<Record<string, Sort['direction']>> = {
  ascend: 'asc',
  asc: 'asc',
  descend: 'desc',
  desc: 'desc',
};

/** A text of the request; undefined where it is left out or empty. */
function textOf(request: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = request[name];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') throw refuseFields({ [name]: 'msg.invalid' });
  return value;
}

/**
 * The order that a request asks for, else the one of its filter or of the declaration. Refuses a `sortField` that the reader does not
 * know or may not read, or that a log has no order of, and a `sortOrder` that is no direction.
 */
export function readSort(
  query: Reading,
  resource: Resource,
  request: Readonly<Record<string, unknown>>,
  conditions: Conditions,
): Sort {
  const name = textOf(request, 'sortField');
  const order = textOf(request, 'sortOrder');
  if (order !== undefined && !Object.hasOwn(DIRECTIONS, order)) throw refuseFields({ sortOrder: 'msg.unknownCode' });
  if (name !== undefined) {
    const asked = maySortBy(resource, name) && sortBy(query, resource, name, DIRECTIONS[order ?? 'ascend']!);
    if (!asked) throw refuseFields({ sortField: 'msg.unknownField' });
    return asked;
  }
  const [field, otherwise] = conditions.sort ?? resource.list.sort;
  return (
    sortBy(query, resource, field, otherwise) ?? {
      sql: column('t', 'id'),
      direction: 'desc',
      mayBeEmpty: false,
      column: 'id',
    }
  );
}
