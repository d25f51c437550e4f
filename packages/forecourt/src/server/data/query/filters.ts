import { NONE, OUTSIDE, relationOf, type Entity, type Filter, type Resource } from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import { BadValue, cleanText, ids, type StoredValue } from '../kinds/index.ts';
import { column, splice, SQL, type Sql } from '../sql/index.ts';
import { bounds, equals, overPaths } from './comparisons.ts';
import { mayReach, mayRead, mayTell, sqlContext, type Reading } from './engine.ts';
import { countQuestion, keyword, textFilter, type TextConditions } from './textConditions.ts';
import { rootCondition, withDescendants } from './trees.ts';
import { yearBounds } from './values.ts';
import type { Way } from './ways.ts';

/** The conditions that a list request asks for. */
export interface Conditions {
  readonly exact: readonly Sql[];
  /** Conditions of which one must hold, each over a column of its own. */
  readonly alternatives: readonly (readonly Way[])[];
  /** Text conditions: `indexed` may use the search index, `plain` says the same without offering it to the planner. */
  readonly indexed: readonly Sql[];
  readonly plain: readonly Sql[];
  /** The texts themselves. */
  readonly needles: readonly string[];
  /** Sort that a registered filter asks for. */
  readonly sort?: readonly [string, 'asc' | 'desc'];
}

/** Parameters of the page itself, not filters. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'sortField', 'sortOrder']);

interface Draft extends TextConditions {
  sort?: readonly [string, 'asc' | 'desc'];
}

function applyFilter(query: Reading, resource: Resource, filter: Filter, text: string, draft: Draft): void {
  const { entity } = resource;
  switch (filter.operator) {
    case 'keyword':
      return keyword(query, entity, text, draft);
    case 'registered': {
      const registered = query.engine.module.filters?.[filter.registered ?? ''];
      if (!registered) throw new Error(`the filter "${filter.registered}" is not registered`);
      const condition = registered.sql(cleanText(text), sqlContext(query, 't'));
      if (condition) draft.exact.push(SQL`(${splice(condition, query.parameters)})`);
      draft.sort = registered.sort?.(text) ?? draft.sort;
      return;
    }
    case 'contains':
    case 'startsWith':
      return textFilter(query, entity, filter, text, draft);
    case 'year': {
      const add = ({ value, type }: StoredValue): Sql => query.parameters.add(value, type);
      draft.exact.push(
        overPaths(query, entity, filter.paths, (field, sql) => {
          const [from, to] = yearBounds(field, text, query.engine.defaultZone);
          return SQL`(${sql} >= ${add(from)} and ${sql} < ${add(to)})`;
        }),
      );
      return;
    }
    case 'equals':
    case 'range': {
      const own = filter.paths.length === 1 ? entity.byName.get(filter.field?.name ?? '') : undefined;
      if (text === NONE && own && own === filter.field && relationOf(own) === 'one') {
        const sql = column('t', own.name);
        draft.exact.push(own.name === entity.tree ? rootCondition(query, entity, sql) : SQL`${sql} is null`);
        return;
      }
      const ways = filter.paths.map((path) =>
        overPaths(query, entity, [path], (field, sql, mask) => {
          if (mask) countQuestion(query, mask, text);
          return equals(query, field, sql, text);
        }),
      );
      if (ways.length === 1) draft.exact.push(ways[0]!);
      else draft.alternatives.push(ways.map((test) => ({ test })));
    }
  }
}

/** Filters that this actor may use: declared ones, and every relation by its id (related lists). */
function filtersFor(query: Reading, resource: Resource): Map<string, Filter> {
  const { entity } = resource;
  const { engine } = query;
  const filters = new Map<string, Filter>();
  for (const field of entity.fields)
    if (relationOf(field) && mayRead(engine, entity, field, query.actor))
      filters.set(field.name, {
        name: field.name,
        operator: 'equals',
        paths: [{ steps: [], last: field.name }],
        field,
        hidden: true,
      });
  if (entity.search.length > 0)
    filters.set('keyword', { name: 'keyword', operator: 'keyword', paths: [], hidden: true });
  for (const filter of resource.list.filters) if (readableEnds(query, entity, filter)) filters.set(filter.name, filter);
  return filters;
}

/** Sorting or filtering by a field would tell what it holds: one that may not be read is as good as unknown. */
function readableEnds(query: Reading, entity: Entity, filter: Filter): boolean {
  const registered = query.engine.module.filters?.[filter.registered ?? ''] ?? {};
  return (
    filter.paths.every((path) => mayReach(query.engine, entity, path, query.actor)) &&
    mayTell(query.engine, entity, registered, query.actor)
  );
}

/** Whether this actor may ask the list for something by this parameter. */
export function mayFilter(query: Reading, resource: Resource, name: string): boolean {
  const filters = filtersFor(query, resource);
  const range = filters.get(/^(.+)(Start|End)$/.exec(name)?.[1] ?? '');
  return range?.operator === 'range' || filters.has(name);
}

/** Runs one part of the reading of a request; a bad value becomes an error at its parameter. */
function atParameter(errors: Record<string, FieldErrors[string]>, name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    errors[name] = error.issue;
  }
}

/** Reads the filters of a request. Refuses unknown names and impossible values, each at its parameter (D-API-03). */
export function readConditions(
  query: Reading,
  resource: Resource,
  request: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string> = PAGE_PARAMETERS,
): Conditions {
  const draft: Draft = { exact: [], alternatives: [], indexed: [], plain: [], needles: [] };
  const errors: Record<string, FieldErrors[string]> = {};
  const { entity } = resource;
  const filters = filtersFor(query, resource);
  const ranges = new Map<string, { filter: Filter; start: string; end: string }>();
  for (const [name, given] of Object.entries(request)) {
    if (ignored.has(name)) continue;
    if (given === undefined || given === null || given === '') continue;
    if (typeof given !== 'string') {
      errors[name] = 'msg.invalid';
      continue;
    }
    atParameter(errors, name, () => {
      if (name === 'id' || name === 'ids') {
        draft.exact.push(SQL`t.id = any(${query.parameters.add(ids(given), 'bigint[]')})`);
        return;
      }
      if (name === OUTSIDE && entity.tree) {
        const row = query.parameters.add(ids(given).slice(0, 1), 'bigint[]');
        draft.exact.push(SQL`t.id <> all(${withDescendants(entity, row)})`);
        return;
      }
      const range = /^(.+)(Start|End)$/.exec(name);
      const ranged = range && filters.get(range[1]!);
      if (ranged && ranged.operator === 'range') {
        const entry = ranges.get(ranged.name) ?? { filter: ranged, start: '', end: '' };
        ranges.set(ranged.name, { ...entry, [range[2] === 'Start' ? 'start' : 'end']: given });
        return;
      }
      const filter = filters.get(name);
      if (!filter) throw new BadValue('msg.unknownField');
      applyFilter(query, resource, filter, given, draft);
    });
  }
  for (const { filter, start, end } of ranges.values()) {
    if (filter.bothEnds && (start === '' || end === ''))
      errors[`${filter.name}${start === '' ? 'Start' : 'End'}`] = 'msg.rangeRequired';
    for (const [suffix, from, to] of [
      ['Start', start, ''],
      ['End', '', end],
    ] as const) {
      if (from === '' && to === '') continue;
      atParameter(errors, `${filter.name}${suffix}`, () =>
        draft.exact.push(
          overPaths(query, resource.entity, filter.paths, (field, sql, mask) =>
            mask ? SQL`false` : bounds(query, field, sql, from, to),
          ),
        ),
      );
    }
  }
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return draft;
}
