import { checkChoices } from './choices.ts';
import { compileFields, compileMany } from './fields.ts';
import { factsOf, isStored, kindOf, kindOfDefault } from './kinds.ts';
import type { Entity, Field, Path } from './model.ts';
import { checkMany } from './many.ts';
import type { CodeTables } from './resource.ts';
import { meant } from './nearest.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import { propertyAt, type CompileContext } from './compileContext.ts';
import { checkFitting } from './relations.ts';
import { checkView } from './recordViews.ts';
import { parseTemplate } from './templates.ts';
import { checkTree } from './trees.ts';
import { checkNames, checkSchema } from './vocabulary.ts';
import { fileOf, resolvePath } from './resolvePath.ts';
import type { Report } from './report.ts';

const pathsOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Scope paths resolved to columns that hold the scope record's id, following the scope of the records they pass through. */
function scopePaths(context: CompileContext, entity: string, seen: readonly string[] = []): Path[] {
  const schema = context.schemas[entity];
  if (!schema || !context.scopeEntity) return [];
  if (seen.includes(entity)) {
    // Without a scope every row would be everybody's. Said once for each schema on the circle.
    if (seen[0] === entity)
      context.report({
        file: fileOf(entity),
        pointer: '/x-scope',
        message: `the scope leads in a circle (${[...seen, entity].join(' → ')}); one of them must lead to "${context.scopeEntity}"`,
      });
    return [];
  }
  return pathsOf(schema['x-scope']).flatMap((text, index) => {
    const pointer = typeof schema['x-scope'] === 'string' ? '/x-scope' : `/x-scope/${index}`;
    const path = resolvePath(context, entity, text, pointer);
    if (!path) return [];
    const holder = path.steps.at(-1)?.target ?? entity;
    if (holder === context.scopeEntity && path.last === 'id') return [path];
    const target = (context.schemas[holder] && propertyAt(context.schemas[holder], path.last))?.['x-ref']?.resource;
    if (target === context.scopeEntity) return [path];
    if (!target) {
      if (!context.absent(holder))
        context.report({
          file: fileOf(entity),
          pointer,
          message: `"${text}" must lead to a relation to "${context.scopeEntity}"`,
        });
      return [];
    }
    return scopePaths(context, target, [...seen, entity]).map((rest) => ({
      steps: [...path.steps, { field: path.last, target }, ...rest.steps],
      last: rest.last,
    }));
  });
}

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

/** Checks that belong to one property and need the other schemas. */
function checkProperties(context: CompileContext, name: string, schema: EntitySchema, codes: CodeTables): void {
  const report = (pointer: string, message: string): void => context.report({ file: fileOf(name), pointer, message });
  for (const [field, property] of Object.entries(schema.properties)) {
    const at = `/properties/${field}`;
    for (const [part, place] of partsOf(property, at)) {
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
  checkView(context, name, schema, codes);
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
    ...(schema['x-index'] ?? []).flatMap((names, index) => each(`/x-index/${index}`, names)),
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

/** The field with its template read; says what of template or format cannot be. */
function withTemplate(context: CompileContext, name: string, schema: EntitySchema, field: Field): Field {
  const report = (keyword: string, message: string): void =>
    context.report({ file: fileOf(name), pointer: `/properties/${field.name}/${keyword}`, message });
  if (field.schema['x-format'] && !factsOf(field).plainNumber && isStored(field))
    report('x-format', `"${field.name}" is no plain number; a format is for "integer" and "number" without widget`);
  const text = field.schema['x-template'];
  if (text === undefined) return field;
  if (field.compute) report('x-template', 'either x-compute or x-template says what the value is, not both');
  const template = parseTemplate(text, (path) => {
    const found = resolvePath(context, name, path, `/properties/${field.name}/x-template`);
    const holder = found?.steps.at(-1)?.target;
    const end = found && propertyAt(holder ? (context.schemas[holder] ?? schema) : schema, found.last);
    if (end && !factsOf({ kind: kindOf(end) }).inText)
      report(
        'x-template',
        `"${path}" is of the kind ${kindOf(end)}, which no text can be made of; show it in a column of its own`,
      );
    return found;
  });
  if (!template.some((part) => typeof part !== 'string')) report('x-template', `"${text}" names no property in braces`);
  return { ...field, template };
}

/** The path to the person whom a row is about; it ends at the person itself or at a relation to it. */
function personPath(context: CompileContext, name: string, schema: EntitySchema): Entity['person'] {
  const text = schema['x-person'];
  const path = text === undefined ? undefined : resolvePath(context, name, text, '/x-person');
  if (!path) return undefined;
  const holder = path.steps.at(-1)?.target ?? name;
  if (path.last === 'id') return { path, of: holder };
  const target = (context.schemas[holder] && propertyAt(context.schemas[holder], path.last))?.['x-ref']?.resource;
  if (target) return { path, of: target };
  if (context.absent(holder)) return undefined;
  context.report({
    file: fileOf(name),
    pointer: '/x-person',
    message: `"${text}" is no relation to a person, nor "id"`,
  });
  return undefined;
}

/** Compiles one schema; mistakes go to `context.report`. */
export function compileEntity(context: CompileContext, name: string, schema: EntitySchema, codes: CodeTables): Entity {
  checkNames(name, schema, (pointer, message) => context.report({ file: fileOf(name), pointer, message }));
  checkProperties(context, name, schema, codes);
  const fields = compileFields(name, schema, context.locale).map((field) => withTemplate(context, name, schema, field));
  const firstText = fields.find((field) => factsOf(field).title && !field.builtIn)?.name ?? 'id';
  const title = (schema['x-title'] ?? [firstText]).flatMap(
    (path, index) => resolvePath(context, name, path, `/x-title/${index}`) ?? [],
  );
  const zone = schema['x-zone'] ? resolvePath(context, name, schema['x-zone'], '/x-zone') : undefined;
  const single = fields
    .filter((field) => field.schema['x-unique'])
    .map((field) => ({
      fields: [field.name],
      message: typeof field.schema['x-unique'] === 'string' ? field.schema['x-unique'] : 'msg.duplicate',
    }));
  return {
    name,
    schema,
    fields,
    many: compileMany(name, schema, context.locale),
    byName: new Map(fields.map((field) => [field.name, field])),
    title,
    search: schema['x-search'] ?? [],
    scope: scopePaths(context, name),
    zone,
    person: personPath(context, name, schema),
    unique: [
      ...single,
      ...(schema['x-unique'] ?? []).map((unique) => ({ ...unique, message: unique.message ?? 'msg.duplicate' })),
    ],
    deletion: schema['x-delete'] ?? 'row',
    history: schema['x-history'] === true,
    log: (schema['x-log'] !== undefined && schema['x-log'] !== false) || schema['x-view'] !== undefined,
    view: schema['x-view'],
    appendOnly: schema['x-log'] === 'append',
    internal: schema['x-internal'] === true,
    stateField: schema['x-states']?.field,
    tree: schema['x-tree'],
  };
}
