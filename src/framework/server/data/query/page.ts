import type { Resource } from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import { column } from '../sql/index.ts';
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
  /** Neither pageNo nor pageSize was given: one page with everything. */
  readonly whole: boolean;
}

const MAX_PAGE_NO = 1_000_000_000;

function positive(
  errors: Record<string, FieldErrors[string]>,
  name: string,
  given: unknown,
  fallback: number,
  max: number,
): number {
  if (given === undefined || given === null || given === '') return fallback;
  const value =
    typeof given === 'number' ? given : typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (!Number.isInteger(value) || value < 1) {
    errors[name] = 'msg.badInteger';
    return fallback;
  }
  if (value > max) errors[name] = ['msg.tooLarge', { max }];
  return value;
}

/** Reads pageNo and pageSize; refuses what is no page. */
export function readPage(request: Readonly<Record<string, unknown>>): PageRequest {
  const errors: Record<string, FieldErrors[string]> = {};
  const absent = (value: unknown): boolean => value === undefined || value === null || value === '';
  const whole = absent(request['pageNo']) && absent(request['pageSize']);
  const pageNo = positive(errors, 'pageNo', request['pageNo'], 1, MAX_PAGE_NO);
  const pageSize = positive(errors, 'pageSize', request['pageSize'], 10, MAX_PAGE_SIZE);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return whole ? { pageNo: 1, pageSize: MAX_ROWS, whole } : { pageNo, pageSize, whole };
}

export interface Sort {
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
  /** The stored column that is sorted by, when it is one. */
  readonly column?: string;
}

const UNSORTABLE: ReadonlySet<string> = new Set(['json', 'files', 'refs']);

function sortBy(query: Reading, resource: Resource, name: string, direction: 'asc' | 'desc'): Sort | undefined {
  const { entity } = resource;
  const field = entity.byName.get(name);
  if (field && !UNSORTABLE.has(field.kind) && mayRead(query.engine, entity, field, query.actor)) {
    const value = fieldValue(query, entity, field);
    if (isHidden(query.engine, entity, field, query.actor)) return { sql: masked(field.mask!, value), direction };
    return {
      sql: value,
      direction,
      column: field.kind === 'computed' ? undefined : field.name,
    };
  }
  const owner = entity.fields.find(
    (one) => one.ref?.as === name && one.kind === 'ref' && mayRead(query.engine, entity, one, query.actor),
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
