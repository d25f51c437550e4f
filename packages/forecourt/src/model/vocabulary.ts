import { SOMETIMES } from './conditionalHint.ts';
import { checkCondition } from './conditionChecks.ts';
import { CONDITION, ENTITY_KEYWORDS, PROPERTY_KEYWORDS, SOMETIMES_KEYWORDS, TELLS_TYPE } from './keywords.ts';
import { meant } from './nearest.ts';
import { checkShape, escapePointer, isObject, unescapePointer, type Shape } from './shapes.ts';

import type { EntitySchema } from './schema.ts';
import type { Report } from './report.ts';

export { checkCondition } from './conditionChecks.ts';
export { checkNames } from './names.ts';
export { checkDeclared, checkKeys } from './declarationChecks.ts';
export { checkLetters } from './letterChecks.ts';
export { checkEntity } from './entityChecks.ts';
export { compileRows } from './rowRules.ts';
export { checkResource } from './resourceChecks.ts';
export { checkCircles } from './schemaChecks.ts';
export { namedProperty, sayEnd, sayFirst, sayHalf, sayWide } from './viewChecks.ts';

/** One mistake in a schema or resource: where it is and what to do about it. */
export interface Problem {
  readonly file: string;
  /** JSON pointer into the file (`/properties/minDays/x-widget`). */
  readonly pointer: string;
  readonly message: string;
}

function checkKeywords(
  object: Record<string, unknown>,
  known: Readonly<Record<string, Shape>>,
  pointer: string,
  report: Report,
): void {
  for (const [keyword, value] of Object.entries(object)) {
    const at = `${pointer}/${escapePointer(keyword)}`;
    if (value === undefined) continue;
    const shape = Object.hasOwn(known, keyword) ? known[keyword] : undefined;
    if (!shape && SOMETIMES_KEYWORDS.has(keyword)) report(at, `"${keyword}" is not understood here; ${SOMETIMES}`);
    else if (!shape) report(at, `unknown keyword "${keyword}"${meant(keyword, Object.keys(known))}`);
    else if (shape === CONDITION) checkCondition(value, at, report);
    else checkShape(shape, value, at, report);
  }
}

/** Decided by the record as a whole, and by nobody inside a document: there they would be believed and not obeyed. */
const OF_THE_RECORD = [
  'x-show',
  'x-edit',
  'x-once',
  'x-locked',
  'x-require',
  'x-access',
  'x-mask',
  'x-normal',
  'x-unique',
  'x-index',
  'x-compute',
  'x-many',
  'x-default',
  'x-languages',
];

/** Says every mistake in the schema of one property; `inside`: of a part of a document. */
export function checkProperty(value: unknown, pointer: string, report: Report, inside = false): void {
  if (!isObject(value)) return report(pointer, 'a property is a JSON Schema object');
  checkKeywords(value, PROPERTY_KEYWORDS, pointer, report);
  for (const keyword of inside ? OF_THE_RECORD : [])
    if (value[keyword] !== undefined)
      report(
        `${pointer}/${keyword}`,
        `"${keyword}" is not understood inside a document; say it on a property of the record`,
      );
  for (const word of ['items', 'x-languages'] as const)
    if (value[word] !== undefined) checkProperty(value[word], `${pointer}/${word}`, report, true);
  checkProperties(value['properties'], `${pointer}/properties`, report, true);
  if (!TELLS_TYPE.some((keyword) => keyword in value)) report(pointer, 'the property has no "type"');
}

function checkProperties(value: unknown, pointer: string, report: Report, inside = false): void {
  if (!isObject(value)) return;
  for (const [name, part] of Object.entries(value))
    checkProperty(part, `${pointer}/${escapePointer(name)}`, report, inside);
}

/** A history needs a record that changes and somebody who opens it. */
function checkHistory(schema: Record<string, unknown>, report: Report): void {
  if (schema['x-history'] !== true) return;
  if (schema['x-log'] === true || schema['x-log'] === 'append')
    report('/x-history', 'a log has no history: its rows ("x-log") never change; leave one of the two out');
  if (schema['x-internal'] === true)
    report(
      '/x-history',
      'a table without endpoints ("x-internal") has nowhere to show a history; leave one of the two out',
    );
}

/** Every keyword of a schema file that the vocabulary does not know, or that has a value it cannot have. */
export function checkVocabulary(file: string, schema: unknown): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (pointer, message) => void problems.push({ file, pointer, message });
  if (!isObject(schema)) return [{ file, pointer: '', message: 'a schema is a JSON object' }];
  checkKeywords(schema, ENTITY_KEYWORDS, '', report);
  if (!('type' in schema)) report('', 'the type of an entity is "object"');
  if (!('properties' in schema)) report('', 'an entity has "properties"');
  checkProperties(schema['properties'], '/properties', report);
  checkHistory(schema, report);
  return problems;
}

/** Each round cuts out a part around the one before; no schema is nested as deeply. */
const MOST_ROUNDS = 20;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], value);

/**
 * The schema without what is wrong in it, so that the rest can be checked as well. Undefined when too little is left: the schema then
 * counts as unreadable. A part that lacks what was cut out of it is cut out as well.
 */
export function withoutMistakes(schema: EntitySchema, problems: readonly Problem[]): EntitySchema | undefined {
  let left: EntitySchema | undefined = schema;
  let found = problems;
  for (let round = 0; left && found.length > 0; round++) {
    if (round === MOST_ROUNDS) return undefined;
    left = without(left, found);
    found = left ? checkVocabulary('', left) : [];
  }
  return left;
}

/** The schema without the parts that these mistakes lie in. */
function without(schema: EntitySchema, problems: readonly Problem[]): EntitySchema | undefined {
  const result = structuredClone(schema);
  const copy: unknown = result;
  // What is required is a list of single wishes: one that cannot be does not take the others with it.
  const unrequired = new Set(problems.map(({ pointer }) => /^\/required\/(\d+)$/.exec(pointer)?.[1]));
  if (isObject(copy) && Array.isArray(copy['required']))
    copy['required'] = copy['required'].filter((_, index) => !unrequired.has(String(index)));
  for (const { pointer } of problems) {
    if (pointer === '' || pointer === '/properties') return undefined;
    if (/^\/required\/\d+$/.test(pointer)) continue;
    let path = pointer.split('/').slice(1).map(unescapePointer);
    // An item of a list is not cut out alone: the others would move.
    while (Array.isArray(at(copy, path.slice(0, -1)))) path = path.slice(0, -1);
    const place = at(copy, path.slice(0, -1));
    const name = path.at(-1)!;
    if (!isObject(place)) continue;
    const isProperty = path.at(-2) === 'properties' || name === 'items';
    if (isProperty) place[name] = isObject(place[name]) ? { type: 'string', ...place[name] } : { type: 'string' };
    else delete place[name];
  }
  return isObject(copy) ? { ...result, type: 'object' } : undefined;
}
