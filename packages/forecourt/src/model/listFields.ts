import { factsOf, isDocument, isStored } from './kinds.ts';
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

/**
 * Whether a list may be sorted by a property. A log that only grows is read by when something happened: no index has another order of it, and each would be
 * kept up by every call. Where the newest rows are first, no index has an order of codes that are not chosen from either.
 */
export function maySortBy({ entity, list }: Pick<Resource, 'entity' | 'list'>, name: string): boolean {
  const [usual, direction] = list.sort;
  const { byName } = entity;
  const field = byName.get(name);
  const first = byName.get(usual);
  return (
    name === usual ||
    name === 'id' ||
    (!entity.appendOnly &&
      (!field?.codes ||
        name === entity.stateField ||
        !isStored(field) ||
        direction !== 'desc' ||
        !(first && factsOf(first).moment) ||
        list.filters.some(({ paths }) => paths.some(({ last }) => last === name))))
  );
}
