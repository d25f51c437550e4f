import { expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { factsOf, isStored, relationOf, type Filter, type Resource } from 'forecourt/model';
import { objectsOf, orderedColumns } from '../../packages/forecourt/src/server/data/tables/index.ts';

/**
 * What reads rows until enough of them fit or, to sort, all of them; docs/roadmap.md says so. Resources whose rows come with the work: with orders, with calls,
 * with what happens to cars and members.
 */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  // Worked out from states, amounts and times; a tab and a label are a state, whose index leads to them, and one more condition.
  // A car's orders are found by two indexes: those that have it, and those that had it.
  order: ['filter tab', 'filter payStatus', 'filter attention', 'filter listLabel', 'filter paidTime', 'filter carId'],
  refund: [],
  // What is held is few among all there were, and its index leads to them.
  deposit: ['filter state'],
  // Far fewer than orders.
  preauth: ['filter state', 'filter ends', 'sort number'],
  deduction: [],
  // Most payments are of one type and one item; numbers of transactions are not in a search index.
  payment: ['filter keyword', 'filter type', 'filter feeItem', 'filter late'],
  coupon: ['sort discountDays'],
  violation: [],
  // Each index would be kept up by every message and every call, for what is looked at once in a while.
  outbox: [
    'filter channel',
    ...['sort channel', 'sort topic', 'sort recipient', 'sort provider', 'sort tries', 'sort error'],
  ],
  webhookDelivery: [
    ...['filter recordId', 'filter key', 'filter changeTime'],
    ...['sort type', 'sort recordId', 'sort tries', 'sort httpStatus', 'sort size', 'sort nextTryTime', 'sort error'],
  ],
  operationLog: [
    ...['filter objectId', 'filter result', 'sort username', 'sort objectId'],
    ...['sort statusCode', 'sort message', 'sort ip', 'sort duration'],
  ],
  loginLog: ['filter result', 'sort result', 'sort message', 'sort ip', 'sort userAgent'],
  channelMessage: ['filter kind', 'sort kind', 'sort channelOrderNo'],
  dataRequest: ['filter kind', 'filter status', 'filter decideTime', 'sort kind'],
  // Twenty times fewer than orders.
  member: [...['filter verified', 'filter blacklisted', 'filter duplicate', 'sort name', 'sort phone', 'sort idNo']],
  document: ['sort remark'],
  memberMerge: ['sort orders', 'sort coupons', 'sort documents', 'sort messages'],
  blacklist: ['sort reason'],
  // As many as cars, or some for each.
  vehicle: [
    ...['filter genericLabel', 'filter fleetState', 'filter rentedTime', 'filter inShop', 'filter inStorage'],
    'filter roadTaxAlert',
    'sort mileage',
  ],
  dispatchPlan: [],
  carTrip: [],
  maintenance: ['sort items'],
  storageOrder: ['sort remark'],
  user: ['sort dataScope'],
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

/** Whether an index has what a column equals in the usual order of the list: its first rows are found at once, however rare and however long ago. */
function inOrder({ entity, list }: Resource, column: string): boolean {
  const wanted = [...new Set([column, list.sort[0], 'id'])].map((name) => `"${name}"`).join(', ');
  return objectsOf(entity, model).some(({ kind, sql }) => kind === 'index' && sql.includes(`(${wanted})`));
}

const isServed = (resource: Resource, { operator, paths }: Filter): boolean => {
  const columns = indexed(resource);
  const { entity } = resource;
  return (
    operator === 'keyword' ||
    (operator !== 'registered' &&
      paths.length > 0 &&
      paths.every(({ steps, last }) => {
        if (operator === 'startsWith') return begun(resource).has(last);
        // Through a relation the records that have the text are found first, and lead through its index.
        if (operator === 'contains') return steps[0] ? columns.has(steps[0].field) : entity.search.includes(last);
        const field = steps.length === 0 ? entity.byName.get(last) : undefined;
        if (operator === 'equals' && field && !relationOf(field) && !entity.log && last !== 'id')
          return (
            inOrder(resource, last) || entity.unique.some(({ fields }) => fields.length === 1 && fields[0] === last)
          );
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

test('a list that begins with its newest rows is one of those whose filters and sorts are looked at', () => {
  const newestFirst = [...model.resources.values()].filter(({ entity, list: { sort } }) => {
    const [column, direction] = sort;
    const field = entity.byName.get(column);
    // Settings are listed by when they were last changed, and do not come with the work.
    return direction === 'desc' && field?.schema.format === 'date-time' && column !== 'updateTime';
  });
  expect(newestFirst.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});

test('no index repeats a unique one of all rows', () => {
  const repeated = [...model.entities.values()].flatMap((entity) => {
    const columns = objectsOf(entity, model).flatMap(({ sql }) => {
      const found = /^create (unique )?index \S+ on \S+ (\([^)]*\))(.*)$/.exec(sql);
      return found ? [{ sql, unique: found[1] !== undefined && found[3] === '', columns: found[2]! }] : [];
    });
    return columns
      .filter((one) => !one.unique && columns.some((other) => other.unique && other.columns === one.columns))
      .map(({ sql }) => sql);
  });
  expect(repeated).toEqual([]);
});
