import { inferEntry } from './entry.ts';
import { factsOf, relationOf } from './kinds.ts';
import { inferInline } from './listCells.ts';
import type { Entity, Field } from './model.ts';
import { PAGE_NAMES, SEARCH_NAMES, wireNames } from './names.ts';
import type { FilterDeclaration, ResourceDeclaration } from './resource.ts';
import type { Condition } from './schema.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

const LONG_TEXT = 500;

const isColumn = (field: Field): boolean => factsOf(field).cell ?? factsOf(field).column ?? false;
const readable = (field: Field): boolean => !field.writeOnly && !field.sensitive;

/** The states from which a step of that name can be taken, as a condition; undefined when there is no such step. */
export function stepCondition(entity: Entity, name: string): Condition | undefined {
  const states = entity.schema['x-states'];
  const from = states?.transitions.filter(({ action }) => action === name).flatMap((one) => one.from) ?? [];
  return from.length > 0 ? { properties: { [states!.field]: { enum: [...new Set(from)] } } } : undefined;
}

/** Every step between states as a button that asks first, offered where it can be taken. */
function steps(entity: Entity): NonNullable<Declaration['actions']> {
  const names = new Set(entity.schema['x-states']?.transitions.map(({ action }) => action));
  return [...names].map((name) => ({ name, confirm: true, when: stepCondition(entity, name) }));
}

/**
 * The detail of a declared form: its groups. The first group also has whatever else may be read, such as the state,
 * computed values and what the system writes. Nothing is hidden only because nobody types it.
 */
export function inferShowGroups(
  entity: Entity,
  groups: NonNullable<NonNullable<Declaration['form']>['groups']>,
): NonNullable<NonNullable<Declaration['show']>['groups']> {
  const shown = inferResource(entity).show!.groups![0]!.fields;
  const mentioned = new Set(groups.flatMap(({ fields }) => fields));
  const rest = shown.filter((name) => !mentioned.has(name));
  const kept = groups.map((group) => ({ ...group, fields: group.fields.filter((name) => shown.includes(name)) }));
  const home = kept.findIndex(({ component }) => component === undefined);
  if (rest.length === 0) return kept;
  if (home < 0) return [...kept, { key: 'main', fields: rest, tab: kept.at(-1)?.tab }];
  return kept.map((group, index) => (index === home ? { ...group, fields: [...group.fields, ...rest] } : group));
}

/** A filter for each field that is filtered. It is called otherwise where a parameter of the page or another filter has its name. */
function inferFilters(own: readonly Field[]): FilterDeclaration<Record<string, unknown>>[] {
  const taken = new Set([...PAGE_NAMES, ...SEARCH_NAMES]);
  // Lists are asked for by every relation, whatever their filters are called.
  const relations = new Set(own.filter((field) => relationOf(field)).map(({ name }) => name));
  return own
    .filter((field) => readable(field) && factsOf(field).filter)
    .map((field) => {
      const { operator } = factsOf(field);
      const isFree = (name: string): boolean =>
        wireNames({ name, operator }).every((one) => !taken.has(one) && (one === field.name || !relations.has(one)));
      let name = field.name;
      for (let count = 1; !isFree(name); count++) name = `${field.name}Filter${count === 1 ? '' : count}`;
      for (const one of wireNames({ name, operator })) taken.add(one);
      return name === field.name ? name : { name, field: field.name };
    });
}

/**
 * What a schema without a resource file gets. docs/add-a-resource.md has the table:
 *
 * - the first eight showable properties as columns
 * - coded values, relations and dates as filters
 * - one form of everything writable, one detail of everything readable
 * - simple-rest paths, and the pages `/resources/{name}` and `/resources/{name}/:id`
 */
export function inferResource(entity: Entity): Declaration {
  const own = entity.fields.filter((field) => !field.builtIn);
  const columns = own.filter(
    (field) => readable(field) && isColumn(field) && (field.schema.maxLength ?? 0) <= LONG_TEXT,
  );
  const filters = inferFilters(own);
  const shown = [...columns.slice(0, 8).map((field) => field.name), 'createTime'].filter(
    (name, index, all) => all.indexOf(name) === index,
  );
  return {
    schema: entity.name,
    ...inferEntry(entity.name),
    list: {
      columns: shown,
      filters: [...(entity.search.length > 0 ? (['keyword'] as const) : []), ...filters],
      sort: ['id', 'desc'],
      inline: inferInline(entity, shown),
    },
    form: {
      groups: [
        {
          key: 'main',
          fields: [...own.filter((field) => !field.readOnly), ...entity.many].map(({ name }) => name),
        },
      ],
    },
    show: {
      groups: [{ key: 'main', fields: [...own.filter(readable).map(({ name }) => name), 'createTime', 'updateTime'] }],
    },
    actions: steps(entity),
    options: { fields: entity.title.filter((path) => path.steps.length === 0).map((path) => path.last), search: true },
  };
}
