import { expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { factsOf, isStored, type Filter, type Resource } from '../../src/framework/model/index.ts';
import { objectsOf, orderedColumns } from '../../src/framework/server/data/tables/index.ts';

/** What reads rows until enough of them fit or, to sort, all of them; docs/roadmap.md says so. Resources whose rows grow with every order and every call. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  // Worked out from states, amounts and times, or said of the car; a tab is a state and one more condition.
  order: ['filter tab', 'filter payStatus', 'filter listLabel', 'filter plate', 'filter frameNo', 'filter paidTime'],
  // Each index would be kept up by every message and every call, for what is looked at once in a while.
  outbox: [
    'filter channel',
    ...['sort channel', 'sort topic', 'sort recipient', 'sort provider', 'sort tries', 'sort error'],
  ],
  operationLog: [
    ...['filter action', 'filter objectId', 'filter result', 'sort username', 'sort action', 'sort objectId'],
    ...['sort statusCode', 'sort message', 'sort ip', 'sort duration'],
  ],
  loginLog: ['filter result', 'sort result', 'sort message', 'sort ip', 'sort userAgent'],
  // Twenty times fewer than orders.
  member: [
    ...['filter channel', 'filter verified', 'filter blacklisted', 'filter duplicate', 'filter birthday'],
    ...['sort name', 'sort countryCode', 'sort idType', 'sort channel'],
  ],
};

const { model } = application;

/** Columns that an index begins with, or finds texts of. */
function indexed({ entity }: Resource): ReadonlySet<string> {
  const begun = objectsOf(entity, model).flatMap(
    ({ kind, sql }) => (kind === 'index' && /\((?:forecourt_sql\.search_fold\()?"(\w+)"/.exec(sql)?.[1]) || [],
  );
  return new Set(['id', ...begun]);
}

/** Columns whose beginnings an index finds. */
const begun = ({ entity }: Resource): ReadonlySet<string> =>
  new Set(
    objectsOf(entity, model).flatMap(
      ({ sql }) => /\(\(forecourt_sql\.search_fold\("(\w+)"\) collate "C"\)\)/.exec(sql)?.[1] ?? [],
    ),
  );

const isServed = (resource: Resource, { operator, paths }: Filter): boolean => {
  const columns = indexed(resource);
  return (
    operator === 'keyword' ||
    (operator !== 'registered' &&
      paths.length > 0 &&
      paths.every(({ steps, last }) => {
        if (operator === 'startsWith') return begun(resource).has(last);
        if (operator === 'contains') return steps.length === 0 && resource.entity.search.includes(last);
        return columns.has(steps[0]?.field ?? last);
      }))
  );
};

/** Filters and sorts of a list that its page offers and no index serves. */
function unserved(name: string): string[] {
  const resource = model.resources.get(name)!;
  const { entity, list } = resource;
  const filters = list.filters.filter((filter) => !isServed(resource, filter)).map((filter) => `filter ${filter.name}`);
  const ordered = orderedColumns(entity, model);
  const sorts = list.columns
    .filter((column) => {
      const field = entity.byName.get(column);
      return field && isStored(field) && !factsOf(field).several && !ordered.has(column);
    })
    .map((column) => `sort ${column}`);
  return [...filters, ...sorts];
}

test.each(Object.keys(WITHOUT))(
  'every filter and every sort that the list of %s offers is served by an index, or is named here',
  (name) => {
    expect(unserved(name)).toEqual(WITHOUT[name]);
  },
);
