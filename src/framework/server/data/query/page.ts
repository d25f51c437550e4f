import { factsOf, isStored, relationOf, type Resource } from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import { column, joinSql, SQL, type Sql } from '../sql/index.ts';
import { tieColumn } from '../tables/index.ts';
import { isHidden, mayRead, type Reading } from './engine.ts';
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
  /** The stored column that is sorted by, when it is one. */
  readonly column?: string;
  /** The stored column that decides between equal values, before the id does. */
  readonly tie?: string;
}

/** What rows of the alias `t` are ordered by, one after the other; all in the direction of the sort, so that an index is read as it stands. */
export const orderBy = (sort: Sort): Sql =>
  joinSql(
    [
      ...(sort.column === 'id' ? [] : [sort.sql]),
      ...(sort.tie === undefined ? [] : [column('t', sort.tie)]),
      SQL`t.id`,
    ].map((key) => SQL`${key} ${sort.direction}`),
    ', ',
  );

function sortBy(query: Reading, resource: Resource, name: string, direction: 'asc' | 'desc'): Sort | undefined {
  const { entity } = resource;
  const field = entity.byName.get(name);
  if (field && !factsOf(field).several && mayRead(query.engine, entity, field, query.actor)) {
    const value = fieldValue(query, entity, field);
    if (isHidden(query.engine, entity, field, query.actor)) return { sql: masked(field.mask!, value), direction };
    if (!isStored(field)) return { sql: value, direction };
    return { sql: value, direction, column: field.name, tie: tieColumn(entity, query.engine.model, field.name) };
  }
  const owner = entity.fields.find(
    (one) => one.ref?.as === name && relationOf(one) === 'one' && mayRead(query.engine, entity, one, query.actor),
  );
  if (!owner) return undefined;
  const label = project(query, entity, { fields: new Set([name]), reveal: false }).outputs.find(
    (output) => output.name === name,
  );
  return label && { sql: label.sql, direction };
}

/** The order asked for; an unknown or unreadable field falls back to what a filter or the declaration says. */
export function readSort(
  query: Reading,
  resource: Resource,
  request: Readonly<Record<string, unknown>>,
  conditions: Conditions,
): Sort {
  const direction = request['sortOrder'] === 'descend' || request['sortOrder'] === 'desc' ? 'desc' : 'asc';
  const asked =
    typeof request['sortField'] === 'string' && request['sortField'] !== ''
      ? sortBy(query, resource, request['sortField'], direction)
      : undefined;
  const [field, otherwise] = conditions.sort ?? resource.list.sort;
  return (
    asked ?? sortBy(query, resource, field, otherwise) ?? { sql: column('t', 'id'), direction: 'desc', column: 'id' }
  );
}
