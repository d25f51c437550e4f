import type { EntitySchema, PropertySchema } from './schema.ts';
import { escapePointer, isObject } from './shapes.ts';
import type { Report } from './report.ts';

/** PostgreSQL cuts longer names without a word. */
const MAX_BYTES = 63;
const SPELLING = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u;
/** What every object of JavaScript already has: a value of that name cannot be told from it. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Parameters that every list has (D-API-03): no filter can be called so. */
export const PAGE_NAMES: ReadonlySet<string> = new Set(['id', 'ids', 'pageNo', 'pageSize', 'sortField', 'sortOrder']);

/** Parameters that search the record's texts; a declared filter may take their place, an inferred one does not. */
export const SEARCH_NAMES: ReadonlySet<string> = new Set(['keyword', 'q']);

/** Names that a filter has in a request. */
export const wireNames = ({
  name,
  operator,
}: {
  readonly name: string;
  readonly operator?: string;
}): readonly string[] => (operator === 'range' ? [name, `${name}Start`, `${name}End`] : [name]);

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Why a table, column or answer cannot have this name; undefined when it can. */
export function unusable(name: string): string | undefined {
  if (INHERITED.has(name))
    return `"${name}" is a name that every object of JavaScript has; take another, "${name.replaceAll('_', '') || 'value'}Value" for example`;
  if (!SPELLING.test(name))
    return `"${name}" cannot be a name; names begin with a letter (of any script) and go on with letters, digits, "_" and "-"`;
  const size = bytes(name);
  if (size > MAX_BYTES)
    return `"${name}" is ${size} bytes long; PostgreSQL keeps ${MAX_BYTES} (a Chinese or Thai letter has three)`;
  return undefined;
}

function checkNested(property: PropertySchema, pointer: string, report: Report): void {
  if (!isObject(property)) return;
  for (const [name, part] of Object.entries(property.properties ?? {})) {
    const at = `${pointer}/properties/${escapePointer(name)}`;
    const why = unusable(name);
    if (why) report(at, why);
    checkNested(part, at, report);
  }
  if (property.items) checkNested(property.items, `${pointer}/items`, report);
}

/** Says every name of one schema that its table, its API or its form could not carry. */
export function checkNames(entity: string, schema: EntitySchema, report: Report): void {
  const own = unusable(entity);
  if (own) report('', `the file is called ${own}`);
  if (/^pg_/.test(entity)) report('', `the file is called "${entity}"; names with pg_ belong to PostgreSQL`);
  for (const [name, property] of Object.entries(schema.properties)) {
    const at = `/properties/${escapePointer(name)}`;
    const why = unusable(name);
    if (why) report(at, why);
    if (name === 'id')
      report(at, '"id" is built in: every record has one; leave the property out, or call it otherwise');
    if (property?.['x-ref'] && PAGE_NAMES.has(name))
      report(
        at,
        `a relation cannot be called "${name}": lists are asked for by it, and every list has a parameter of that name`,
      );
    if (name === 'deleteTime' && schema['x-delete'] === 'soft')
      report(at, '"deleteTime" is built in where "x-delete" is "soft"; leave the property out');
    checkNested(property, at, report);
  }
  checkAnswers(schema, report);
  checkFormer(schema, report);
}

/** Former names, each of one property and of none that is still there. */
function checkFormer(schema: EntitySchema, report: Report): void {
  const owners = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const was = property['x-was'];
    if (was === undefined) continue;
    const at = `/properties/${escapePointer(name)}/x-was`;
    if (Object.hasOwn(schema.properties, was))
      report(at, `"${was}" is still a property; a column can only be given to one of the two`);
    else if (owners.has(was)) report(at, `"${was}" is already what "${owners.get(was)!}" was`);
    owners.set(was, name);
  }
}

/** Names that relations add to the answer, which may not be taken already. */
function checkAnswers(schema: EntitySchema, report: Report): void {
  const owners = new Map<string, string>(Object.keys(schema.properties).map((name) => [name, 'a property']));
  for (const [name, property] of Object.entries(schema.properties)) {
    const reference = property['x-ref'];
    if (!reference) continue;
    const at = `/properties/${escapePointer(name)}/x-ref`;
    const title = reference.as ?? titleProperty(name);
    for (const [pointer, added] of [
      [reference.as === undefined ? at : `${at}/as`, title],
      ...Object.keys(reference.with ?? {}).map((one) => [`${at}/with/${escapePointer(one)}`, one] as const),
    ] as const) {
      const owner = owners.get(added);
      const why = unusable(added);
      if (owner)
        report(pointer, `"${added}" is answered beside "${name}", but is already ${owner}; say another with "as"`);
      else if (why) report(pointer, `${why}; say another with "as"`);
      owners.set(added, `answered beside "${name}"`);
    }
  }
}

/** The output name of a relation's title: `storeId` → `storeName`, unless the schema says `as`. */
export const titleProperty = (name: string): string => `${name.replace(/Ids?$/, '')}Name`;

/** Two entities that a file system, an address or a reader cannot tell apart: each pair once. */
export function sameButForCase(names: readonly string[]): (readonly [string, string])[] {
  const seen = new Map<string, string>();
  return names.flatMap((name) => {
    const folded = name.normalize('NFKC').toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, name);
    return other === undefined ? [] : [[other, name] as const];
  });
}
