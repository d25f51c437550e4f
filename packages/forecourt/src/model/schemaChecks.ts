import type { CompileContext, Schemas } from './compileContext.ts';
import { checkConditionNames, checkPossible, type ConditionScope } from './conditionChecks.ts';
import { titleProperty } from './names.ts';
import { checkExclude, checkValues } from './propertyChecks.ts';
import type { CodeTables } from './resource.ts';
import type { Condition, EntitySchema, PropertySchema } from './schema.ts';
import { escapePointer } from './shapes.ts';
import { isStates } from './states.ts';
import type { Report } from './report.ts';

type Where = Readonly<Record<string, readonly (string | number)[]>>;

const BUILT_IN: Readonly<Record<string, PropertySchema>> = {
  id: { type: 'integer' },
  createTime: { type: 'string', format: 'date-time' },
  updateTime: { type: 'string', format: 'date-time' },
};

const COMPUTED = ['x-compute', 'x-template'] as const;

/** What a rule of a save may read: what is stored. A computed value is not known before the record is written. */
function savedScope(entity: string, schema: EntitySchema, codes: CodeTables): ConditionScope {
  const unusable = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    if (COMPUTED.some((keyword) => property[keyword] !== undefined))
      unusable.set(name, 'is computed and not known when a record is saved; name the properties it is made of');
    if (property['x-many'])
      unusable.set(name, 'is a list of records of their own; a condition reads the properties of this one');
    for (const added of answeredBeside(name, property))
      unusable.set(added, `is answered beside "${name}" and not known when a record is saved; name "${name}"`);
  }
  return { owner: entity, properties: { ...BUILT_IN, ...schema.properties }, others: new Set(), unusable, codes };
}

/** What the condition of an action may read: the record as it is answered. */
export function answeredScope(entity: string, schema: EntitySchema, codes: CodeTables): ConditionScope {
  const others = Object.entries(schema.properties).flatMap(([name, property]) => answeredBeside(name, property));
  return {
    owner: entity,
    properties: { ...BUILT_IN, ...schema.properties },
    others: new Set(others),
    unusable: new Map(),
    codes,
  };
}

function answeredBeside(name: string, property: PropertySchema): readonly string[] {
  const reference = property['x-ref'];
  return reference ? [reference.as ?? titleProperty(name), ...Object.keys(reference.with ?? {})] : [];
}

/** Says every value of a `where` that its property never has. */
export function checkWhere(
  schema: EntitySchema,
  where: Where | undefined,
  codes: CodeTables,
  at: string,
  report: Report,
): void {
  for (const [name, values] of Object.entries(where ?? {})) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property)
      for (const [index, value] of values.entries())
        checkPossible(value, property, codes, `${at}/${escapePointer(name)}/${index}`, report);
  }
}

/** A value that is kept in two ways, and words for one that is not kept. */
function checkKept(property: PropertySchema, at: string, report: Report): void {
  const { 'x-once': once, 'x-edit': edit, 'x-locked': locked } = property;
  if (once && edit)
    report(`${at}/x-edit`, 'what is entered once ("x-once") is never changed; leave one of the two out');
  if (locked !== undefined && !once && !edit)
    report(`${at}/x-locked`, 'nothing keeps this value; say "x-once", or when it may be changed ("x-edit")');
}

/** Says what of one schema can be written down and cannot work: limits, defaults, conditions and their names and codes, intervals. */
export function checkSchema(
  name: string,
  schema: EntitySchema,
  { codes, digits }: { readonly codes: CodeTables; readonly digits: number },
  report: Report,
): void {
  const scope = savedScope(name, schema, codes);
  for (const [field, property] of Object.entries(schema.properties)) {
    const at = `/properties/${escapePointer(field)}`;
    checkValues(property, { codes, digits }, at, report);
    checkKept(property, at, report);
    for (const keyword of ['x-show', 'x-edit', 'x-require'] as const) {
      const condition = property[keyword] as Condition | undefined;
      if (condition) checkConditionNames(condition, scope, `${at}/${keyword}`, report);
    }
  }
  const states = schema['x-states'];
  const initial = states && schema.properties[states.field]?.default;
  if (states && initial !== undefined && initial !== states.initial)
    report(
      `/properties/${escapePointer(states.field)}/default`,
      `the default ${JSON.stringify(initial)} is not the initial state of x-states; did you mean ${JSON.stringify(states.initial)}?`,
    );
  const stateProperty = states && schema.properties[states.field];
  for (const keyword of stateProperty ? (['editable', 'deletable'] as const) : []) {
    const bound = states![keyword] ?? [];
    if (!isStates(bound)) checkConditionNames(bound, scope, `/x-states/${keyword}`, report);
    else
      for (const [index, state] of bound.entries())
        checkPossible(state, stateProperty!, codes, `/x-states/${keyword}/${index}`, report);
  }
  checkExclude(schema, report);
  checkWhere(schema, schema['x-exclude']?.where, codes, '/x-exclude/where', report);
  for (const [index, unique] of (schema['x-unique'] ?? []).entries())
    checkWhere(schema, unique.where, codes, `/x-unique/${index}/where`, report);
}

/** Relations without which a record cannot be made. */
const needed = (
  schema: EntitySchema,
): readonly { readonly name: string; readonly at: string; readonly target: string }[] =>
  (schema.required ?? []).flatMap((name, index) => {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const target = property?.['x-ref']?.resource;
    const single = property?.type !== 'array' && property?.['x-show'] === undefined;
    return target !== undefined && single ? [{ name, at: `/required/${index}`, target }] : [];
  });

/** Says entities that require each other: of neither could a first record be made. Each circle once. */
export function checkCircles(schemas: Schemas, report: CompileContext['report']): void {
  const done = new Set<string>();
  const walk = (entity: string, way: readonly string[]): void => {
    for (const { at, target } of schemas[entity] ? needed(schemas[entity]) : []) {
      const start = way.indexOf(target);
      if (start < 0) {
        if (!done.has(target)) walk(target, [...way, target]);
        continue;
      }
      const circle = way.slice(start);
      report({
        file: `schemas/${entity}.json`,
        pointer: at,
        message: `${[...circle, target].join(' needs ')}: of none of them can a first record be made; leave one of these relations out of "required"`,
      });
    }
    done.add(entity);
  };
  for (const entity of Object.keys(schemas).sort()) if (!done.has(entity)) walk(entity, [entity]);
}
