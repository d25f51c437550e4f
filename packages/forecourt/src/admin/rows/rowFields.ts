import {
  boundReads,
  listFields,
  namesBeside,
  readsOf,
  type Action,
  type Entity,
  type ListViewName,
  type Resource,
} from '../../model/index.ts';
import { registeredComponent, registeredReads } from '../values/registry.ts';

/** Parameter of a list that names what of each row is answered. */
const FIELDS = 'fields';
/** Where a record says itself which actions it offers. */
const ACTIONS = 'actions';
/** What guards a change against somebody else's, and tells that there was one. */
const VERSION = 'updateTime';
/** What a component reads that does not say it. */
const EVERYTHING = '*';

/** What a registered component reads; nothing where the generated part stands in for it. */
const readsOfComponent = (name: string | undefined): readonly string[] =>
  registeredComponent(name) ? (registeredReads(name) ?? [EVERYTHING]) : [];

/** A property, and what the record that it names is called. */
function withTitle(entity: Entity, name: string): readonly string[] {
  const as = entity.byName.get(name)?.ref?.as;
  return as === undefined ? [name] : [name, as];
}

const readsOfValue = ({ entity, components }: Resource, name: string): readonly string[] => [
  ...withTitle(entity, name),
  ...readsOfComponent(components[name]?.field),
];

const readsOfTitle = ({ entity }: Resource): readonly string[] =>
  entity.title.flatMap(({ steps: [step], last }) => withTitle(entity, step?.field ?? last));

/**
 * What decides whether a row offers an action, and what a bare question says of the row. A dialog asks for the record when it opens; one of the
 * application that does not says what it reads.
 */
function readsOfAction(model: Resource, { when, component, confirm, ask = [], opens }: Action): readonly string[] {
  const decides = model.entity.byName.has(ACTIONS) ? [ACTIONS] : readsOf(when);
  if (registeredComponent(component)) return [...decides, ...readsOfComponent(component)];
  const isBare = confirm === true && ask.length === 0 && !opens;
  return [...decides, ...(isBare ? model.list.card.flatMap((name) => readsOfValue(model, name)) : [])];
}

/** What the editor of a cell needs beside its value: conditions, the other end of a pair, what narrows the choices of a relation. */
function readsOfEditor({ entity, components }: Resource, name: string): readonly string[] {
  const field = entity.byName.get(name);
  if (!field) return [];
  const { show, edit, require, after, ref } = field;
  const narrowing = ref ? entity.fields.filter((other) => other.ref).flatMap(namesBeside) : [];
  const input = readsOfComponent(components[name]?.input);
  return [...[show, edit, require].flatMap(readsOf), ...(after === undefined ? [] : [after]), ...narrowing, ...input];
}

const some = (...names: readonly (string | undefined)[]): readonly string[] => names.flatMap((name) => name ?? []);

/** The properties that a view of a list shows; `columns` are those of the table. */
function shownIn({ entity, list }: Resource, view: ListViewName, columns: readonly string[]): readonly string[] {
  const { card, calendar, board, map, tree } = list.views;
  switch (view) {
    case 'table':
      // On a phone its rows are cards.
      return [...columns, ...some(...columns.map((name) => list.below[name])), ...list.card];
    case 'card':
      return [...(card?.fields ?? []), ...some(card?.image)];
    case 'calendar':
      return [...(calendar?.fields ?? []), ...some(calendar?.start, calendar?.end, entity.stateField ?? board?.by)];
    case 'board':
      return [...(board?.fields ?? []), ...some(board?.by)];
    case 'map':
      return [...(map?.fields ?? []), ...some(map?.point, map?.latitude, map?.longitude)];
    case 'tree':
      return tree?.fields ?? [];
  }
}

/**
 * What a view of a list reads of its rows: what it shows, what its rows are called by, and what decides what can be done with them. Undefined, which
 * is everything, where a component of the application does not say what it reads.
 */
export function rowFields(
  model: Resource,
  view: ListViewName,
  columns: readonly string[] = [],
): readonly string[] | undefined {
  const { entity, list, actions } = model;
  // There it asks for rows, not for properties.
  if (entity.byName.has(FIELDS) || list.filters.some(({ name }) => name === FIELDS)) return undefined;
  const { board } = list.views;
  const edited = view === 'board' && board ? [board.by] : list.inline;
  const reads = new Set([
    VERSION,
    ...readsOfTitle(model),
    ...(['editable', 'deletable'] as const).flatMap((change) => boundReads(entity, change)),
    ...actions.filter(({ on }) => on === 'row').flatMap((action) => readsOfAction(model, action)),
    ...shownIn(model, view, columns).flatMap((name) => readsOfValue(model, name)),
    ...edited.flatMap((name) => readsOfEditor(model, name)),
  ]);
  if (reads.has(EVERYTHING)) return undefined;
  // What a list does not answer is left out: it would refuse the request.
  const answered = listFields(model);
  return entity.fields
    .filter(({ name }) => answered.has(name))
    .flatMap(namesBeside)
    .filter((name) => reads.has(name));
}

/** What a list request says of them; part of the key that its answer is kept by, so that no part of a row is taken for a whole record. */
export interface RowsMeta {
  readonly fields: readonly string[];
}

export const rowsMeta = (fields: readonly string[] | undefined): RowsMeta | undefined => fields && { fields };
