import { dependentsOf } from './onDelete.ts';
import { compileFields, compileMany } from './fields.ts';
import { factsOf, isStored, kindOf } from './kinds.ts';
import type { Entity, Field, Path } from './model.ts';
import type { CodeTables } from './resource.ts';
import type { EntitySchema } from './schema.ts';
import { propertyAt, type CompileContext } from './compileContext.ts';
import { parseTemplate } from './templates.ts';
import { checkEntity, checkNames, compileRows } from './vocabulary.ts';
import { fileOf, resolvePath } from './resolvePath.ts';

const pathsOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Scope paths resolved to columns that hold the scope record's id, following the scope of the records they pass through. */
function scopePaths(context: CompileContext, entity: string, seen: readonly string[] = []): Path[] {
  const schema = context.schemas[entity];
  if (!schema) return [];
  if (!context.scopeEntity) {
    if (schema['x-scope'] !== undefined && seen.length === 0 && !context.partial)
      context.report({
        file: fileOf(entity),
        pointer: '/x-scope',
        message: 'the application says no "scopeEntity" (src/application.ts), so every row would be everybody\'s',
      });
    return [];
  }
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
    if (context.schemas[target] && !context.schemas[target]['x-scope'])
      context.report({
        file: fileOf(entity),
        pointer,
        message: `"${text}" leads to "${target}", which has no "x-scope": it must lead to "${context.scopeEntity}"`,
      });
    return scopePaths(context, target, [...seen, entity]).map((rest) => ({
      steps: [...path.steps, { field: path.last, target }, ...rest.steps],
      last: rest.last,
    }));
  });
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

/** The records that rows of an entity are lines of. */
const linesOf = (context: CompileContext, name: string): Entity['lineOf'] =>
  Object.entries(context.schemas).flatMap(([parent, { properties }]) =>
    Object.values(properties).flatMap(({ 'x-many': many }) =>
      many?.resource === name && !many.free ? [{ parent, by: many.field }] : [],
    ),
  );

/** Compiles one schema; mistakes go to `context.report`. */
export function compileEntity(context: CompileContext, name: string, schema: EntitySchema, codes: CodeTables): Entity {
  checkNames(name, schema, (pointer, message) => context.report({ file: fileOf(name), pointer, message }));
  checkEntity(context, name, schema, codes);
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
    lineOf: linesOf(context, name),
    dependents: dependentsOf(context.schemas, name),
    byName: new Map(fields.map((field) => [field.name, field])),
    title,
    search: schema['x-search'] ?? [],
    scope: scopePaths(context, name),
    rows: compileRows(context, name, schema, codes),
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
