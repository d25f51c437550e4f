import { HAS_CHILDREN, isDocument, viewFields, type Field, type Resource } from '../../../model/index.ts';
import { refuseFields } from '../../errors.ts';
import type { ListQuery } from '../layer.ts';
import type { Reading } from './engine.ts';
import { mayFilter } from './filters.ts';

/** Parameter of a list that names what of each row is answered. */
const FIELDS = 'fields';

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
const namesOf = ({ name, ref }: Field): readonly string[] => (ref ? [name, ref.as, ...Object.keys(ref.with)] : [name]);

/** In the order of the schema, whatever order they were asked for in: what is compiled for them is kept. */
function chosen(resource: Resource, asked: ReadonlySet<string>): ReadonlySet<string> {
  const offered = listFields(resource);
  const names = resource.entity.fields.filter(({ name }) => offered.has(name)).flatMap(namesOf);
  const known = new Set([...names, 'id', ...(offered.has(HAS_CHILDREN) ? [HAS_CHILDREN] : [])]);
  if ([...asked].some((name) => !known.has(name))) throw refuseFields({ [FIELDS]: 'msg.unknownField' });
  // Which rows have others below them says how to draw them: it is never left out.
  return new Set([...known].filter((name) => asked.has(name) || name === HAS_CHILDREN));
}

/**
 * Takes the parameter out of a list request: only these properties, separated by commas, beside the id. Refuses what the list does not have; what this actor may not
 * read is left out, as it always is. A filter of that name comes first.
 */
export function readFields(
  query: Reading,
  resource: Resource,
  request: ListQuery,
): { readonly fields: ReadonlySet<string>; readonly request: ListQuery } {
  if (!(FIELDS in request) || mayFilter(query, resource, FIELDS)) return { fields: listFields(resource), request };
  const { [FIELDS]: given, ...others } = request;
  if (given === undefined || given === null || given === '') return { fields: listFields(resource), request: others };
  if (typeof given !== 'string') throw refuseFields({ [FIELDS]: 'msg.invalid' });
  return { fields: chosen(resource, new Set(given.split(','))), request: others };
}
