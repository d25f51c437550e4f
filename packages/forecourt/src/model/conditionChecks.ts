import { choicesOf } from './choices.ts';
import type { ConditionKeyword } from './conditions.ts';
import { CONDITION_KEYWORDS } from './keywords.ts';
import { meant } from './nearest.ts';
import type { CodeTables } from './resource.ts';
import type { Condition, PropertySchema } from './schema.ts';
import { checkShape, escapePointer, isObject } from './shapes.ts';
import type { Report } from './report.ts';

/** Says every keyword of a condition that cannot be evaluated. */
export function checkCondition(value: unknown, pointer: string, report: Report): void {
  if (!isObject(value)) return report(pointer, 'a condition is a JSON Schema object over the record');
  for (const [keyword, argument] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(keyword)}`;
    if (!Object.hasOwn(CONDITION_KEYWORDS, keyword)) {
      report(at, `"${keyword}" cannot be used in a condition${meant(keyword, Object.keys(CONDITION_KEYWORDS))}`);
      continue;
    }
    checkShape(CONDITION_KEYWORDS[keyword as ConditionKeyword], argument, at, report);
    if (keyword === 'properties' && isObject(argument))
      for (const [name, part] of Object.entries(argument)) checkCondition(part, `${at}/${escapePointer(name)}`, report);
    else if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(argument))
      argument.forEach((part, i) => checkCondition(part, `${at}/${i}`, report));
    else if (keyword === 'not' || keyword === 'contains') checkCondition(argument, at, report);
  }
}

/** What a condition may name. */
export interface ConditionScope {
  /** Whose properties they are, for the message: `shelf`, or `"address"` of a document. */
  readonly owner: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Names beside them of which nothing more is known. */
  readonly others: ReadonlySet<string>;
  /** Names that are there and that this condition cannot use, with the reason. */
  readonly unusable: ReadonlyMap<string, string>;
  readonly codes: CodeTables;
}

const TYPE_WORDS = { string: 'texts', number: 'numbers', boolean: 'true or false' } as const;

const typeOf = ({ type }: PropertySchema): string | undefined =>
  (Array.isArray(type) ? type.find((one) => one !== 'null') : (type as string | undefined)) ?? undefined;

/** The codes that a value can be; undefined where it is no code. */
function codesOf(property: PropertySchema, codes: CodeTables): readonly (string | number)[] | undefined {
  const table = property['x-codes'];
  if (table !== undefined) return Object.hasOwn(codes, table) ? codes[table]!.map(({ code }) => code) : undefined;
  return choicesOf(property)?.map(({ code }) => code);
}

/** Says a value that a property never has: no code of its table, or of another type. Nothing is always possible. */
export function checkPossible(
  value: unknown,
  property: PropertySchema,
  codes: CodeTables,
  pointer: string,
  report: Report,
): void {
  if (value === null || value === '') return;
  const known = codesOf(property, codes);
  if (known) {
    if (!known.some((code) => code === value))
      report(
        pointer,
        `${JSON.stringify(value)} is no code of ${property['x-codes'] === undefined ? 'this choice' : `"${property['x-codes']}"`}, which has ${known.map((code) => JSON.stringify(code)).join(', ')}${meant(String(value), known.map(String))}`,
      );
    return;
  }
  const type = typeOf(property);
  const wanted = type === 'integer' ? 'number' : type;
  if ((wanted === 'string' || wanted === 'number' || wanted === 'boolean') && typeof value !== wanted)
    report(pointer, `${JSON.stringify(value)} is never a value here: the property holds ${TYPE_WORDS[wanted]}`);
}

function checkTest(test: unknown, property: PropertySchema, scope: ConditionScope, at: string, report: Report): void {
  if (!isObject(test)) return;
  const listed = typeOf(property) === 'array';
  if ('const' in test && !listed) checkPossible(test['const'], property, scope.codes, `${at}/const`, report);
  if (Array.isArray(test['enum']) && !listed)
    for (const [index, value] of test['enum'].entries())
      checkPossible(value, property, scope.codes, `${at}/enum/${index}`, report);
  if (listed && property.items) {
    const one = { ...property.items, ...(property['x-codes'] && { 'x-codes': property['x-codes'] }) };
    checkTest(test['contains'], one, scope, `${at}/contains`, report);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const [index, part] of (Array.isArray(test[keyword]) ? test[keyword] : []).entries())
      checkTest(part, property, scope, `${at}/${keyword}/${index}`, report);
  checkTest(test['not'], property, scope, `${at}/not`, report);
  // A document that says nothing of its parts may have any.
  if (property.properties)
    checkReads(test, { ...scope, owner: 'the document', properties: property.properties, others: NONE, unusable: NO_REASONS }, at, report); // prettier-ignore
}

const NONE: ReadonlySet<string> = new Set();
const NO_REASONS: ReadonlyMap<string, string> = new Map();

function checkReads(condition: unknown, scope: ConditionScope, at: string, report: Report): void {
  if (!isObject(condition)) return;
  const read = (name: string, pointer: string): PropertySchema | undefined => {
    const reason = scope.unusable.get(name);
    if (reason !== undefined) report(pointer, `"${name}" ${reason}`);
    else if (Object.hasOwn(scope.properties, name)) return scope.properties[name];
    else if (!scope.others.has(name))
      report(
        pointer,
        `${scope.owner} has no property "${name}"${meant(name, [...Object.keys(scope.properties), ...scope.others])}`,
      );
    return undefined;
  };
  for (const [index, name] of (Array.isArray(condition['required'])
    ? (condition['required'] as string[])
    : []
  ).entries())
    read(name, `${at}/required/${index}`);
  for (const [name, test] of Object.entries(isObject(condition['properties']) ? condition['properties'] : {})) {
    const pointer = `${at}/properties/${escapePointer(name)}`;
    const property = read(name, pointer);
    if (property) checkTest(test, property, scope, pointer, report);
  }
}

/** Says every name of a condition that the record does not have, and every value that a property never holds. */
export function checkConditionNames(condition: Condition, scope: ConditionScope, at: string, report: Report): void {
  checkReads(condition, scope, at, report);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const [index, part] of (Array.isArray(condition[keyword])
      ? (condition[keyword] as Condition[])
      : []
    ).entries())
      checkConditionNames(part, scope, `${at}/${keyword}/${index}`, report);
  if (isObject(condition['not'])) checkConditionNames(condition['not'], scope, `${at}/not`, report);
}
