import {
  AT_TOP,
  OUTSIDE,
  type Entity,
  type Field,
  type Filter,
  type Path,
  type Resource,
} from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import { any, column, now, splice } from '../sql/index.ts';
import { isOneGram, needleOf, searchExpression } from '../tables/index.ts';
import { entityOf, isHidden, mayRead, type Reading } from './engine.ts';
import { pathCondition } from './paths.ts';
import { templateText } from './titles.ts';
import { atTop, withDescendants } from './trees.ts';
import { BadValue, cleanText, filterValue, ids, rangeBound, yearBounds, type StoredValue } from './values.ts';

/** The conditions that a list request asks for. */
export interface Conditions {
  readonly exact: readonly string[];
  /** Conditions of which one must hold, each over a column of its own. */
  readonly alternatives: readonly (readonly string[])[];
  /** Text conditions: `indexed` may use the search index, `plain` says the same without offering it to the planner. */
  readonly indexed: readonly string[];
  readonly plain: readonly string[];
  /** The texts themselves. */
  readonly needles: readonly string[];
  /** Sort that a registered filter asks for. */
  readonly sort?: readonly [string, 'asc' | 'desc'];
}

/** Parameters of the page itself, not filters. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'sortField', 'sortOrder']);

const MAX_VALUES = 200;
const MAX_TERMS = 5;

interface Draft {
  exact: string[];
  alternatives: string[][];
  indexed: string[];
  plain: string[];
  needles: string[];
  sort?: readonly [string, 'asc' | 'desc'];
}

/** Compares one column of the model with values that PostgreSQL receives as parameters. */
function equals(query: Reading, field: Field, sql: string, text: string): string {
  const { codes } = query.engine.model;
  // A word of a code table may have a comma in it.
  const whole = field.codes && codes[field.codes]?.some(({ code }) => code === text);
  const parts = whole ? [text] : text.split(',').filter((part) => part !== '');
  if (parts.length === 0 || parts.length > MAX_VALUES) throw new BadValue('msg.invalid');
  if (field.kind === 'dateTime') return any(parts.map((part) => `(${bounds(query, field, sql, part, part)})`));
  const values = parts.map((part) => filterValue(field, part, codes));
  const type = values[0]!.type;
  const target = field.ref && entityOf(query.engine, field.ref.resource);
  // Who asks for a branch of a tree means all of it; the tree itself is walked level by level.
  if (target?.tree && target.byName.get(target.tree) !== field) {
    const given = query.parameters.add(
      values.map(({ value }) => value),
      'bigint[]',
    );
    return `${sql} ${field.kind === 'refs' ? '&&' : '= any'}(${withDescendants(target, given)})`;
  }
  if (field.kind === 'refs')
    return `${sql} && ${query.parameters.add(
      values.map(({ value }) => value),
      'bigint[]',
    )}`;
  if (values.length === 1) return `${sql} = ${query.parameters.add(values[0]!.value, type)}`;
  return `${sql} = any(${query.parameters.add(
    values.map(({ value }) => value),
    `${type}[]`,
  )})`;
}

function bounds(query: Reading, field: Field, sql: string, start: string, end: string): string {
  const { codes } = query.engine.model;
  const parts: string[] = [];
  for (const [text, isEnd] of [
    [start, false],
    [end, true],
  ] as const) {
    if (text === '') continue;
    const bound = rangeBound(field, text, isEnd, query.engine.defaultZone, codes);
    parts.push(`${sql} ${bound.operator} ${query.parameters.add(bound.value, bound.type)}`);
  }
  return parts.join(' and ');
}

/** One filter over each of its paths, joined by "or". A path to something the actor may not read matches nothing it could tell. */
function overPaths(
  query: Reading,
  entity: Entity,
  paths: readonly Path[],
  test: (field: Field, sql: string, hidden: boolean) => string,
): string {
  return any(
    paths.map((path) =>
      pathCondition(query.engine, entity, path, 't', (owner, field, alias) =>
        test(field, fieldSql(query, owner, field, alias), isHidden(query.engine, owner, field, query.actor)),
      ),
    ),
  );
}

function fieldSql(query: Reading, owner: Entity, field: Field, alias: string): string {
  if (field.kind !== 'computed') return column(alias, field.name);
  if (field.template) return templateText(query, owner, field.template, alias, false);
  const computed = query.engine.module.computed?.[field.compute ?? ''];
  if (!computed) throw new Error(`the computed column "${field.compute}" is not registered`);
  return `(${splice(computed.sql({ alias, actor: query.actor, now }), query.parameters)})`;
}

/** Columns of the entity itself that the search index covers. */
const covered = (entity: Entity, paths: readonly Path[]): boolean =>
  paths.length === 1 && paths[0]!.steps.length === 0 && entity.search.includes(paths[0]!.last);

function textFilter(query: Reading, entity: Entity, filter: Filter, text: string, draft: Draft): void {
  const value = query.parameters.add(cleanText(text), 'text');
  const condition = overPaths(query, entity, filter.paths, (_, sql, hidden) => {
    if (hidden) return `lower(${sql}) = lower(${value})`;
    return filter.operator === 'startsWith'
      ? `starts_with(lower(${sql}), lower(${value}))`
      : `position(lower(${value}) in lower(${sql})) > 0`;
  });
  if (!covered(entity, filter.paths)) draft.exact.push(condition);
  else offerIndex(entity, text, value, condition, draft);
}

/** A filter of one searched column: the index narrows to rows that have the text anywhere. A single letter is left to the column itself. */
function offerIndex(entity: Entity, term: string, value: string, condition: string, draft: Draft): void {
  draft.plain.push(condition);
  draft.needles.push(term);
  draft.indexed.push(
    [...term].length > 1
      ? `forecourt_sql.grams(${searchExpression(entity, 't')}) @> forecourt_sql.probe(lower(${value})) and ${condition}`
      : condition,
  );
}

/**
 * Every word of the keyword must occur somewhere in the searched columns; wildcards mean nothing. Of a column that the actor sees masked, only
 * its whole value is found: who asks for parts would learn what the mask hides.
 */
export function keyword(
  query: Reading,
  entity: Entity,
  text: string,
  draft: Pick<Draft, 'plain' | 'indexed' | 'needles'>,
): void {
  const terms = cleanText(text)
    .trim()
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS);
  const { engine, actor, parameters } = query;
  const hidden = entity.search.filter((name) => isHidden(engine, entity, entity.byName.get(name)!, actor));
  const shown = entity.search.filter((name) => !hidden.includes(name));
  const whole = hidden.length > 0 && terms.length > 0 ? parameters.add(cleanText(text).trim(), 'text') : '';
  const wholes = hidden.map((name) => `lower(${column('t', name)}) = lower(${whole})`);
  for (const needle of terms.map(needleOf)) {
    const value = parameters.add(needle, 'text');
    const plain = any([`position(lower(${value}) in ${searchExpression(entity, 't', shown)}) > 0`, ...wholes]);
    const indexed = `forecourt_sql.grams(${searchExpression(entity, 't')}) @> forecourt_sql.probe(lower(${value}))`;
    draft.plain.push(plain);
    draft.needles.push(needle);
    draft.indexed.push(isOneGram(needle) && hidden.length === 0 ? indexed : `${indexed} and ${plain}`);
  }
}

function applyFilter(query: Reading, resource: Resource, filter: Filter, text: string, draft: Draft): void {
  const { entity } = resource;
  switch (filter.operator) {
    case 'keyword':
      return keyword(query, entity, text, draft);
    case 'registered': {
      const registered = query.engine.module.filters?.[filter.registered ?? ''];
      if (!registered) throw new Error(`the filter "${filter.registered}" is not registered`);
      const condition = registered.sql(cleanText(text), { alias: 't', actor: query.actor, now });
      if (condition) draft.exact.push(`(${splice(condition, query.parameters)})`);
      draft.sort = registered.sort?.(text) ?? draft.sort;
      return;
    }
    case 'contains':
    case 'startsWith':
      return textFilter(query, entity, filter, text, draft);
    case 'year': {
      const add = ({ value, type }: StoredValue): string => query.parameters.add(value, type);
      draft.exact.push(
        overPaths(query, entity, filter.paths, (field, sql) => {
          const [from, to] = yearBounds(field, text, query.engine.defaultZone);
          return `(${sql} >= ${add(from)} and ${sql} < ${add(to)})`;
        }),
      );
      return;
    }
    case 'equals':
    case 'range': {
      if (text === AT_TOP && filter.field !== undefined && filter.field === entity.byName.get(entity.tree ?? '')) {
        draft.exact.push(atTop(query, entity, column('t', filter.field.name)));
        return;
      }
      const ways = filter.paths.map((path) =>
        overPaths(query, entity, [path], (field, sql) => equals(query, field, sql, text)),
      );
      if (ways.length === 1) draft.exact.push(ways[0]!);
      else draft.alternatives.push(ways);
    }
  }
}

/** Filters that this actor may use: declared ones, and every relation by its id (related lists). */
function filtersFor(query: Reading, resource: Resource): Map<string, Filter> {
  const { entity } = resource;
  const { engine } = query;
  const filters = new Map<string, Filter>();
  for (const field of entity.fields)
    if ((field.kind === 'ref' || field.kind === 'refs') && mayRead(engine, entity, field, query.actor))
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
  return filter.paths.every((path) => {
    const owner = path.steps.length === 0 ? entity : query.engine.model.entities.get(path.steps.at(-1)!.target);
    const field = owner?.byName.get(path.last);
    return owner !== undefined && field !== undefined && mayRead(query.engine, owner, field, query.actor);
  });
}

/** Runs one part of the reading of a request; a bad value becomes an error at its parameter. */
export function atParameter(errors: Record<string, FieldErrors[string]>, name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    errors[name] = error.key;
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
        draft.exact.push(`t.id = any(${query.parameters.add(ids(given), 'bigint[]')})`);
        return;
      }
      if (name === OUTSIDE && entity.tree) {
        const row = query.parameters.add(ids(given).slice(0, 1), 'bigint[]');
        draft.exact.push(`t.id <> all(${withDescendants(entity, row)})`);
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
  for (const { filter, start, end } of ranges.values())
    for (const [suffix, from, to] of [
      ['Start', start, ''],
      ['End', '', end],
    ] as const) {
      if (from === '' && to === '') continue;
      atParameter(errors, `${filter.name}${suffix}`, () =>
        draft.exact.push(
          overPaths(query, resource.entity, filter.paths, (field, sql, hidden) =>
            hidden ? 'false' : bounds(query, field, sql, from, to),
          ),
        ),
      );
    }
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return draft;
}
