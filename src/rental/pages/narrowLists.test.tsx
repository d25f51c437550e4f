import { waitFor } from '@testing-library/react';
import { RecordContextProvider, type RaRecord } from 'react-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { FieldValue, recordTitle, registerSystemComponents, ResourceList, useResourceModel } from 'forecourt/admin';
import {
  PLATFORM_SCHEMAS,
  offeredActions,
  RowActions,
  FirstCell,
  rowFields,
  type Call,
  type Reply,
  renderAdmin,
  strictConsole,
  loadComponent,
  registeredComponent,
  registeredReads,
  RecordName,
} from 'forecourt/testing';
import {
  compileModel,
  listFields,
  namesBeside,
  offeredViews,
  stateAllows,
  type EntitySchema,
  type Field,
  type Resource,
  platformCodes,
  schemaName,
} from 'forecourt/model';
import { theLocale } from 'forecourt/locale';
import { ORDER_FIELDS } from '../../../tests/bench/orderFields.ts';
import { registerOwnComponents } from './index.ts';
import { codes as own, resources } from './testing/product.ts';

strictConsole();

/** By name; an application's own in place of what every application has. */
const schemas = Object.fromEntries(
  [PLATFORM_SCHEMAS, import.meta.glob<EntitySchema>('../../../schemas/**/*.json', { eager: true, import: 'default' })]
    .flatMap((files) => Object.entries(files))
    .map(([file, schema]) => [schemaName(file), schema]),
);
const codes = { ...platformCodes, ...own };
const product = compileModel({ schemas, resources: [...resources], codes, scopeEntity: 'store', locale: theLocale() });
/** Generated lists; a page of its own asks for what it needs itself. */
const lists = [...product.resources.values()].filter(
  ({ api, dialect, list }) => (api.list !== undefined || dialect === 'simple-rest') && list.component !== 'MenuTree',
);

// Before anything asks which there are.
registerSystemComponents();
registerOwnComponents();

/** Components of the product in cells and in actions of a row: what they read is asked for with the rows. */
const ownParts = ({ components, actions }: Resource) => [
  ...Object.values(components).map(({ field }) => field),
  ...actions.flatMap(({ on, component }) => (on === 'row' ? [component] : [])),
];

beforeAll(async () => {
  // They load when they are first drawn.
  const beside = lists.flatMap(({ actions }) => actions.map(({ component }) => component));
  const own = [...lists.flatMap(ownParts), ...beside].map((name) => registeredComponent(name));
  await Promise.all(own.map((component) => component && loadComponent(component)));
});

/** Rows that a list holds together: enough for each code of each property to stand in one. */
const ROWS = 6;

/** A value of a property, another in each row. */
function valueOf({ name, kind, codes: table, schema, widget }: Field, row: number): unknown {
  const known = table === undefined ? [] : (product.codes[table] ?? []);
  if (kind === 'json' || kind === 'refs' || kind === 'files') {
    if (widget === 'geo-point') return { latitude: 7 + row, longitude: 98 };
    return schema.items?.properties || schema.properties ? null : [];
  }
  if (schema.type === 'array') return [];
  if (known.length > 0) return known[row % known.length]!.code;
  if (schema.type === 'boolean') return row % 2 === 0;
  if (schema.type === 'integer' || schema.type === 'number') return 100 + row;
  if (kind === 'dateTime') return `2027-03-0${1 + row} 10:00:00`;
  if (kind === 'date') return `2027-03-0${1 + row}`;
  return `${name} ${row}`;
}

const rowOf = ({ entity, actions }: Resource, row: number): Record<string, unknown> => ({
  ...Object.fromEntries(
    entity.fields.flatMap((field) => [
      [field.name, valueOf(field, row)],
      ...namesBeside(field)
        .slice(1)
        .map((name) => [name, `${name} of ${row}`]),
    ]),
  ),
  ...(entity.byName.has('actions') && { actions: actions.filter(({ on }) => on === 'row').map(({ name }) => name) }),
  id: row + 1,
});
const rowsOf = (resource: Resource) => Array.from({ length: ROWS }, (_, row) => rowOf(resource, row));

const narrowed = (row: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || fields.includes(name)));

const sourceOf = (resource: Resource) => {
  const { name } = resource;
  const declared = resources.filter(({ schema }) => schema === name);
  return {
    schemas: { [name]: () => Promise.resolve(schemas[name]!) },
    resources: declared as never[],
    codes,
    scopeEntity: 'store',
  };
};

/** Everything that a list of whatever view shows of a record, without what surrounds it. */
function Shown({ name, rows, as }: { name: string; rows: readonly Record<string, unknown>[]; as: string }) {
  const model = useResourceModel(name);
  const { columns, hiddenColumns, card, views } = model.list;
  const facts = [views.card, views.calendar, views.board, views.map, views.tree].flatMap((view) => view?.fields ?? []);
  const values = [...new Set([...columns, ...hiddenColumns, ...card, ...facts])];
  return (
    <div data-as={as}>
      {(rows as RaRecord[]).map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          {recordTitle(model, record)}
          <FirstCell model={model} name={columns[0]!} record={record} link="show" />
          <RecordName model={model} record={record} name={card[0]} />
          {values.map((each) => (
            <FieldValue key={each} model={model} name={each} record={record} tight />
          ))}
          <RowActions model={model} />
        </RecordContextProvider>
      ))}
    </div>
  );
}

describe.each(lists.map((resource) => [resource.name, resource] as const))('the list of %s', (name, resource) => {
  const { columns, hiddenColumns, views } = resource.list;
  const all = [...columns, ...hiddenColumns];

  it('shows the same of rows that hold no more than it asks for', async () => {
    const fields = new Set(offeredViews(views).flatMap((view) => rowFields(resource, view, all)!));
    const rows = rowsOf(resource);
    const { container } = await renderAdmin(
      <>
        <Shown name={name} rows={rows} as="whole" />
        <Shown name={name} rows={rows.map((row) => narrowed(row, [...fields]))} as="part" />
      </>,
      { resource: name, source: sourceOf(resource) },
    );
    const [whole, part] = ['whole', 'part'].map((as) => container.querySelector(`[data-as=${as}]`)!);
    const values = (of: Element) =>
      [...of.querySelectorAll('[data-field], a, button')].map((each) =>
        each.outerHTML.replace(/«?:?r[\w:]*»?|_r_\w+_/g, ''),
      );
    expect(values(whole!).length).toBeGreaterThan(ROWS);
    expect(values(part!)).toEqual(values(whole!));
    expect(part!.textContent).toBe(whole!.textContent);
  });

  it('offers the same for them in each of its views, and asks for nothing that it is not answered', () => {
    const may = () => true;
    const offered = (of: Record<string, unknown>) => [
      ...offeredActions(resource, of, may).map((action) => action.name),
      ...(['editable', 'deletable'] as const).map((change) => stateAllows(resource.entity, change, of)),
    ];
    const answered = resource.entity.fields
      .filter((field) => listFields(resource).has(field.name))
      .flatMap(namesBeside);
    for (const view of offeredViews(views)) {
      const fields = rowFields(resource, view)!;
      expect(fields.filter((one) => !answered.includes(one))).toEqual([]);
      for (const row of rowsOf(resource)) expect(offered(narrowed(row, fields))).toEqual(offered(row));
    }
  });

  it.each(ownParts(resource).filter(registeredComponent))('has a component %s that reads what there is', (part) => {
    const names = resource.entity.fields.flatMap(namesBeside);
    expect(registeredReads(part)?.filter((one) => !names.includes(one))).toEqual([]);
  });
});

it('the bench asks for what the page of the orders asks for', () => {
  const order = product.resources.get('order')!;
  expect(rowFields(order, 'table', order.list.columns)).toEqual(ORDER_FIELDS);
});

it.each(['order', 'vehicle', 'coupon'])(
  'the page of the list of %s asks for no whole rows, and says what it would say of them',
  async (name) => {
    const resource = product.resources.get(name)!;
    const rows = rowsOf(resource);
    const said = async (whole: boolean) => {
      const answer = ({ query }: Call): Reply => {
        const fields = query['fields']?.split(',') ?? [];
        return { data: { list: whole ? rows : rows.map((row) => narrowed(row, fields)), total: ROWS } };
      };
      const { container, unmount } = await renderAdmin(<ResourceList resource={name} />, {
        resource: name,
        source: sourceOf(resource),
        answers: { [`GET ${resource.api.list}`]: answer },
      });
      const texts = () => [...container.querySelectorAll('tbody tr')].map((row) => row.textContent);
      await waitFor(() => expect(texts()).toHaveLength(ROWS), { timeout: 10_000 });
      const found = texts();
      unmount();
      return found;
    };
    expect(await said(false)).toEqual(await said(true));
  },
);
