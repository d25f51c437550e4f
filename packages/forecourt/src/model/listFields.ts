import { isDocument, isStored } from './kinds.ts';
import { viewFields } from './listViews.ts';
import type { Field, Resource } from './model.ts';
import { HAS_CHILDREN } from './trees.ts';

const listed = new WeakMap<Resource, ReadonlySet<string>>();

/** What a list answers of its rows: nested documents that no column shows are left to the info call. */
export function listFields(resource: Resource): ReadonlySet<string> {
  let fields = listed.get(resource);
  if (!fields) {
    const { columns, hiddenColumns, views } = resource.list;
    const shown = new Set([...columns, ...hiddenColumns, ...viewFields(views)]);
    const answered = resource.entity.fields.filter((field) => !isDocument(field) || shown.has(field.name));
    const added = views.tree ? [HAS_CHILDREN] : [];
    listed.set(resource, (fields = new Set([...answered.map((field) => field.name), ...added])));
  }
  return fields;
}

/** A property with what stands beside it: the title and further values of the record that it names. */
export const namesBeside = ({ name, ref }: Field): readonly string[] =>
  ref ? [name, ref.as, ...Object.keys(ref.with)] : [name];

/** Whether rows of a list come with the work: the newest are shown first. */
function comesWithWork({ entity, list }: Pick<Resource, 'entity' | 'list'>): boolean {
  const [column, direction] = list.sort;
  return direction === 'desc' && column !== 'updateTime' && entity.byName.get(column)?.kind === 'dateTime';
}

/**
 * Whether a list may be sorted by a property. A log that only grows is read by when something happened: no index has another order of it, and each would be
 * kept up by every call. Where rows come with the work, no index has an order of codes that are not chosen from either.
 */
export function maySortBy(resource: Pick<Resource, 'entity' | 'list'>, name: string): boolean {
  const { entity, list } = resource;
  if (name === list.sort[0] || name === 'id') return true;
  if (entity.appendOnly) return false;
  const field = entity.byName.get(name);
  const isCode = field?.codes !== undefined && isStored(field) && name !== entity.stateField;
  if (!isCode || !comesWithWork(resource)) return true;
  return list.filters.some(({ paths }) => paths.some(({ steps, last }) => steps.length === 0 && last === name));
}
