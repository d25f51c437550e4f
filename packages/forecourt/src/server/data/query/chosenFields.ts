import { HAS_CHILDREN, listFields, namesBeside, type Resource } from '../../../model/index.ts';
import { refuseFields } from '../../errors.ts';
import type { ListQuery } from '../caller.ts';
import type { Reading } from './engine.ts';
import { mayFilter } from './filters.ts';

/** Parameter of a list that names what of each row is answered. */
const FIELDS = 'fields';

/** Kept of one list at the same time at most: each way to show it asks for its own. */
const MAX_CHOSEN = 50;
const known = new WeakMap<Resource, Map<string, ReadonlySet<string>>>();

/** In the order of the schema, whatever order they were asked for in: what is compiled for them is kept. */
function chosen(resource: Resource, asked: ReadonlySet<string>): ReadonlySet<string> {
  const offered = listFields(resource);
  const names = resource.entity.fields.filter(({ name }) => offered.has(name)).flatMap(namesBeside);
  const all = new Set([...names, 'id', ...(offered.has(HAS_CHILDREN) ? [HAS_CHILDREN] : [])]);
  if ([...asked].some((name) => !all.has(name))) throw refuseFields({ [FIELDS]: 'msg.unknownField' });
  // Which rows have others below them says how to draw them: it is never left out.
  return new Set([...all].filter((name) => asked.has(name) || name === HAS_CHILDREN));
}

/** The same set for the same text: screens ask for the same again and again. */
function chosenBefore(resource: Resource, given: string): ReadonlySet<string> {
  let before = known.get(resource);
  if (!before) known.set(resource, (before = new Map()));
  let fields = before.get(given);
  if (!fields) {
    fields = chosen(resource, new Set(given.split(',')));
    if (before.size >= MAX_CHOSEN) before.delete(before.keys().next().value!);
    before.set(given, fields);
  }
  return fields;
}

/** Whether the parameter is a filter of this list, for this actor. */
const isFilter = (query: Reading, resource: Resource): boolean =>
  (resource.entity.byName.has(FIELDS) || resource.list.filters.some(({ name }) => name === FIELDS)) &&
  mayFilter(query, resource, FIELDS);

/**
 * Takes the parameter out of a list request: only these properties, separated by commas, beside the id. Refuses what the list does not have; what this actor may not
 * read is left out, as it always is. A filter of that name comes first.
 */
export function readFields(
  query: Reading,
  resource: Resource,
  request: ListQuery,
): { readonly fields: ReadonlySet<string>; readonly exactly: boolean; readonly request: ListQuery } {
  const all = { fields: listFields(resource), exactly: false };
  if (!(FIELDS in request) || isFilter(query, resource)) return { ...all, request };
  const { [FIELDS]: given, ...others } = request;
  if (given === undefined || given === null || given === '') return { ...all, request: others };
  if (typeof given !== 'string') throw refuseFields({ [FIELDS]: 'msg.invalid' });
  return { fields: chosenBefore(resource, given), exactly: true, request: others };
}
