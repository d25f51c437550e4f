import { checkBound } from './boundChecks.ts';
import { checkChoices } from './choices.ts';
import { propertyAt, type CompileContext } from './compileContext.ts';
import { kindOf, kindOfDefault } from './kinds.ts';
import { checkMany } from './many.ts';
import { meant } from './nearest.ts';
import { checkView } from './recordViews.ts';
import { checkFitting } from './relations.ts';
import type { Report } from './report.ts';
import { checkReaders } from './propertyChecks.ts';
import { checkOnDelete } from './onDelete.ts';
import { fileOf, resolvePath } from './resolvePath.ts';
import type { CodeTables } from './resource.ts';
import { escapePointer } from './shapes.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import { checkSchema } from './schemaChecks.ts';
import { checkTree } from './trees.ts';

const isCode = (codes: CodeTables, table: string, value: unknown): boolean =>
  (codes[table] ?? []).some(({ code }) => code === value);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A property and everything described inside its document, each with its place. */
function* partsOf(property: PropertySchema, at: string): Generator<readonly [PropertySchema, string]> {
  yield [property, at];
  if (property.items) yield* partsOf(property.items, `${at}/items`);
  for (const [name, part] of Object.entries(property.properties ?? {}))
    yield* partsOf(part, `${at}/properties/${name}`);
}

/** Says what of a schema can be written down and cannot work, beside the other schemas and the code tables. */
export function checkEntity(context: CompileContext, name: string, schema: EntitySchema, codes: CodeTables): void {
  const report = (pointer: string, message: string): void => context.report({ file: fileOf(name), pointer, message });
  for (const [field, property] of Object.entries(schema.properties)) {
    const at = `/properties/${field}`;
    for (const [part, place] of partsOf(property, at)) {
      checkBound(schema, part, place, report);
      const target = part['x-ref']?.resource;
      if (target && !context.schemas[target] && !context.absent(target))
        report(
          `${place}/x-ref/resource`,
          `there is no schema "${target}"${meant(target, Object.keys(context.schemas))}`,
        );
    }
    checkMany(context, name, property, `${at}/x-many`, report);
    for (const [part, place] of partsOf(property, at)) {
      const table = part['x-codes'];
      if (table && !Object.hasOwn(codes, table))
        report(`${place}/x-codes`, `there is no code table "${table}"${meant(table, Object.keys(codes))}`);
      else if (table && part.default !== undefined && !isCode(codes, table, part.default))
        report(`${place}/default`, `${JSON.stringify(part.default)} is no code of "${table}"`);
    }
    const ref = property['x-ref'];
    for (const [as, path] of Object.entries((ref && context.schemas[ref.resource] && ref.with) ?? {}))
      resolvePath(context, ref!.resource, path, `${at}/x-ref/with/${as}`, fileOf(name));
    if (property.pattern && !isPattern(property.pattern))
      report(`${at}/pattern`, `"${property.pattern}" is no regular expression`);
    const choices = checkChoices(property);
    if (choices) report(`${at}/enum`, choices);
    const unfit = unfitDefault(property);
    if (unfit) report(`${at}/x-default`, unfit);
    const after = property['x-after'];
    if (after && !propertyAt(schema, after))
      report(`${at}/x-after`, `there is no property "${after}"${meant(after, Object.keys(schema.properties))}`);
    else if (after && kindOf(schema.properties[after]!) !== kindOf(property))
      report(`${at}/x-after`, `"${after}" is of another kind than "${field}"`);
  }
  checkNormals(schema, report);
  for (const [index, field] of (schema.required ?? []).entries()) {
    if (!propertyAt(schema, field))
      report(`/required/${index}`, `there is no property "${field}"${meant(field, Object.keys(schema.properties))}`);
  }
  const fields = new Set([...Object.keys(schema.properties), 'id', 'createTime', 'updateTime']);
  for (const [pointer, field] of namedFields(schema))
    if (!fields.has(field)) report(pointer, `there is no property "${field}"${meant(field, fields)}`);
    else if (isColumnless(propertyAt(schema, field)))
      report(pointer, `"${field}" has no column of its own; name the properties it is made of`);
  checkStates(schema, codes, report);
  checkFitting(context, schema, codes, report);
  checkSchema(name, schema, { codes, digits: context.locale.digits }, report);
  checkTree(name, schema, report);
  checkOnDelete(context, name, schema, report);
  checkReaders(schema, (entity) => context.schemas[entity]?.['x-internal'] === true, report);
  checkView(context, name, schema, codes);
}

/** One spelling is of a stored text; the country of a phone number is a text beside it. */
function checkNormals(schema: EntitySchema, report: Report): void {
  for (const [field, property] of Object.entries(schema.properties)) {
    const normal = property['x-normal'];
    if (!normal) continue;
    const at = `/properties/${escapePointer(field)}/x-normal`;
    if (kindOf(property) !== 'string' || property.enum) report(at, 'only a typed text has one spelling');
    const { country } = normal;
    if (country === undefined) continue;
    const beside = propertyAt(schema, country);
    if (!beside)
      report(`${at}/country`, `there is no property "${country}"${meant(country, Object.keys(schema.properties))}`);
    else if (kindOf(beside) !== 'string' || normal.as !== 'phone')
      report(`${at}/country`, 'a calling code is a text beside a phone number');
  }
}

/** Why a dynamic default cannot be what its property holds. */
function unfitDefault(property: PropertySchema): string | undefined {
  const dynamic = property['x-default'];
  if (dynamic === undefined) return undefined;
  if (property.default !== undefined) return 'there is a "default" too: a new record gets one of them';
  const kind = kindOf(property);
  const wanted = kindOfDefault(dynamic);
  return kind === wanted ? undefined : `"${dynamic}" is a ${wanted}, the property holds a ${kind}`;
}

/** States are codes of the table that the state field has. */
function checkStates(schema: EntitySchema, codes: CodeTables, report: Report): void {
  const states = schema['x-states'];
  const table = states && schema.properties[states.field]?.['x-codes'];
  if (!states || !table || !codes[table]) return;
  const named: [string, string | number][] = [
    ['/x-states/initial', states.initial],
    ...states.transitions.flatMap(({ from, to }, index): [string, string | number][] => [
      ...from.map((state): [string, string | number] => [`/x-states/transitions/${index}/from`, state]),
      [`/x-states/transitions/${index}/to`, to],
    ]),
  ];
  for (const [pointer, state] of named)
    if (!isCode(codes, table, state)) report(pointer, `${JSON.stringify(state)} is no code of "${table}"`);
}

const isColumnless = (property: PropertySchema | undefined): boolean =>
  ['x-compute', 'x-template', 'x-many'].some((keyword) => property !== undefined && keyword in property);

/** Every property that a keyword of the schema itself names, and where. */
function namedFields(schema: EntitySchema): (readonly [pointer: string, field: string])[] {
  const each = (pointer: string, names: readonly string[] = []) =>
    names.map((name, index) => [`${pointer}/${index}`, name] as const);
  const { 'x-exclude': exclude, 'x-states': states } = schema;
  const where = (pointer: string, rows: object = {}) =>
    Object.keys(rows).map((name) => [`${pointer}/where/${name}`, name] as const);
  return [
    ...each('/x-search', schema['x-search']),
    ...(schema['x-index'] ?? []).flatMap((names, index) =>
      'fields' in names
        ? [...each(`/x-index/${index}/fields`, names.fields), ...each(`/x-index/${index}/below`, names.below)]
        : each(`/x-index/${index}`, names),
    ),
    ...(schema['x-unique'] ?? []).flatMap((unique, index) => [
      ...each(`/x-unique/${index}/fields`, unique.fields),
      ...where(`/x-unique/${index}`, unique.where),
    ]),
    ...each('/x-exclude/key', exclude?.key),
    ...each('/x-exclude/interval', exclude?.interval),
    ...where('/x-exclude', exclude?.where),
    ...(states ? [['/x-states/field', states.field] as const] : []),
  ];
}
