import type pg from 'pg';
import { relationOf, type Filter, type Model, type Resource } from 'forecourt/model';
import { maySortBy } from '../../../packages/forecourt/src/model/index.ts';
import { kindOf } from '../../../packages/forecourt/src/admin/values/kinds.ts';
import { endOf, lastId, valuesAt, type Values } from './values.ts';

/** A request of the walk and what it is called. */
export interface Asked {
  readonly name: string;
  readonly path: string;
}

export interface Sources {
  readonly pool: pg.Pool;
  readonly model: Model;
  readonly zone: string;
}

/** A word that no row has, and one of a letter that none has. */
const ABSENT_TEXTS = ['zqxj', '龘龘', '龘'];
const FAR_DAY = '2097-01-01';
const FAR_NUMBER = '99999999';

const beginning = (text: string, letters: number): string => [...text].slice(0, letters).join('');

/** What is typed into a box: whole values, parts of them down to a letter, and words that nothing has. */
function typed(values: readonly Values[]): readonly string[] {
  const found = values.flatMap(({ common, rare, last }) => [
    rare,
    ...[common, last].flatMap((text) => [text, beginning(text, 4), beginning(text, 2), beginning(text, 1)]),
  ]);
  return [...new Set([...found.map((text) => text.trim()).filter((text) => text !== ''), ...ABSENT_TEXTS])];
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
const valuesOf = ({ first, last, rare, common }: Values): readonly string[] => distinct([first, last, rare, common]);

const wordsOf = (model: Model, table: string): readonly string[] =>
  (model.codes[table] ?? []).map(({ code }) => String(code));

/** What a filter is asked for, as parameters of the list. */
async function questionsOf(
  sources: Sources,
  { entity }: Resource,
  filter: Filter,
): Promise<readonly Record<string, string>[]> {
  const { pool, model, zone } = sources;
  const { name, operator } = filter;
  const one = (texts: readonly string[]): readonly Record<string, string>[] => texts.map((text) => ({ [name]: text }));
  const found = async (paths: Filter['paths']): Promise<readonly Values[]> =>
    (await Promise.all(paths.map((path) => valuesAt(pool, model, entity.name, path, zone)))).filter(
      (values) => values !== undefined,
    );
  if (operator === 'keyword') return one(typed(await found(entity.search.map((last) => ({ steps: [], last })))));
  if (operator === 'contains' || operator === 'startsWith') return one(typed(await found(filter.paths)));
  if (operator === 'registered') {
    if (filter.codes) return one(wordsOf(model, filter.codes));
    if (filter.ref) return one(distinct(['1', String(await lastId(pool, filter.ref))]));
    return one(filter.field?.kind === 'date' ? [FAR_DAY] : [`${FAR_DAY} 00:00:00,${FAR_DAY} 10:00:00`]);
  }
  const end = filter.paths[0] && endOf(model, entity.name, filter.paths[0]);
  const values = await found(filter.paths);
  if (operator === 'year') return one(distinct([...values.flatMap(valuesOf).map((text) => text.slice(0, 4)), '2097']));
  if (operator === 'range') {
    const isDay = end?.kind === 'date' || end?.kind === 'dateTime';
    const pairs = values.flatMap(
      ({ first, last, common }) =>
        [
          [first, first],
          [last, last],
          [common, common],
          [first, last],
        ] as const,
    );
    const far = isDay ? FAR_DAY : FAR_NUMBER;
    return [...pairs, [far, far] as const].map(([from, to]) => ({ [`${name}Start`]: from, [`${name}End`]: to }));
  }
  if (end?.codes && !values[0]) return one(wordsOf(model, end.codes));
  const absent = end?.codes
    ? wordsOf(model, end.codes)
    : end?.ref
      ? [String((await lastId(pool, end.ref.resource)) + 1)]
      : end?.kind === 'string'
        ? ABSENT_TEXTS.slice(0, 1)
        : [];
  return one(distinct([...values.flatMap(valuesOf), ...absent]));
}

/** Filters that its page offers, the search, and every relation by which its rows stand below another record. */
function filtersOf({ entity, list }: Resource): readonly Filter[] {
  const declared = new Set(list.filters.map(({ name }) => name));
  const related = entity.fields
    .filter((field) => relationOf(field) && !declared.has(field.name))
    .map((field): Filter => ({
      ...{ name: field.name, operator: 'equals', field, hidden: true },
      paths: [{ steps: [], last: field.name }],
    }));
  const search: Filter = { name: 'keyword', operator: 'keyword', paths: [], hidden: true };
  return [...list.filters, ...related, ...(entity.search.length > 0 && !declared.has('keyword') ? [search] : [])];
}

/** Everything that the page of a list offers: its first rows, every sort, every filter by some values, every tab and saved filter. */
export async function askedOf(sources: Sources, resource: Resource): Promise<readonly Asked[]> {
  const { entity, list, api, name } = resource;
  if (api.list === undefined) return [];
  const [field, direction] = list.sort;
  const usual = { pageNo: '1', pageSize: '20', sortField: field, sortOrder: `${direction}end` };
  const ask = (what: string, more: Record<string, string>): Asked => ({
    name: `${name}: ${what}`,
    path: `${api.list}?${new URLSearchParams({ ...usual, ...more })}`,
  });
  const sorts = distinct([...list.columns, ...list.hiddenColumns])
    .filter((column) => {
      const own = entity.byName.get(column);
      return own && kindOf(own).sortable && maySortBy(resource, column);
    })
    .flatMap((column) =>
      (['ascend', 'descend'] as const).map((sortOrder) =>
        ask(`sort ${column} ${sortOrder}`, { sortField: column, sortOrder }),
      ),
    );
  const filters = [];
  for (const filter of filtersOf(resource))
    for (const question of await questionsOf(sources, resource, filter))
      filters.push(ask(new URLSearchParams(question).toString(), question));
  const saved = list.savedFilters.map(({ key, filter = {}, sort }) =>
    ask(`saved ${key}`, {
      ...Object.fromEntries(Object.entries(filter).map(([parameter, value]) => [parameter, String(value)])),
      ...(sort && { sortField: sort[0], sortOrder: `${sort[1]}end` }),
    }),
  );
  return [
    ask('first page', {}),
    ...sorts,
    ...filters.map((one) => ({ ...one, name: decodeURIComponent(one.name) })),
    ...saved,
  ];
}
