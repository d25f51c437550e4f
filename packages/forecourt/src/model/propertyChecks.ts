import { choicesOf } from './choices.ts';
import { factsOf, kindOf, type FieldKind } from './kinds.ts';
import { meant } from './nearest.ts';
import type { CodeTables } from './resource.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import { escapePointer } from './shapes.ts';
import type { Report } from './report.ts';

const shown = (value: unknown): string => JSON.stringify(value);

/** Two limits between which no value lies: the keyword to look at, the other, and whether they may be equal. */
const PAIRS = [
  ['minimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
] as const;

function checkLimits(property: PropertySchema, at: string, report: Report): void {
  for (const [low, high, equal] of PAIRS) {
    const [least, most] = [property[low], property[high]];
    if (least === undefined || most === undefined || least < most || (equal && least === most)) continue;
    report(`${at}/${low}`, `no value lies between ${low} ${least} and ${high} ${most}; are the two exchanged?`);
  }
}

/** What was meant by a default in quotes, or without. */
function instead(kind: FieldKind, value: unknown, digits: number): string {
  const fits = (other: unknown): boolean => factsOf({ kind }).default?.[1](other, digits) === true;
  if (typeof value === 'string' && fits(Number(value)) && value.trim() !== '') return `; write ${value} without quotes`;
  if (value === 'true' || value === 'false') return fits(true) ? `; write ${value} without quotes` : '';
  return fits('text') && typeof value !== 'object' ? `; write ${shown(String(value))}` : '';
}

const inLimits = (property: PropertySchema, value: number): string | undefined => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = property;
  if (minimum !== undefined && value < minimum) return `below the minimum ${minimum}`;
  if (maximum !== undefined && value > maximum) return `above the maximum ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `not above ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `not below ${exclusiveMaximum}`;
  return undefined;
};

const inLength = (property: PropertySchema, value: string): string | undefined => {
  const size = [...value].length;
  if (property.maxLength !== undefined && size > property.maxLength)
    return `longer than maxLength ${property.maxLength}`;
  if (property.minLength !== undefined && size < property.minLength)
    return `shorter than minLength ${property.minLength}`;
  return undefined;
};

const called = (name: string | ((digits: number) => string), digits: number): string =>
  typeof name === 'string' ? name : name(digits);

function checkDefault(property: PropertySchema, digits: number, at: string, report: Report): void {
  const { default: value } = property;
  if (value === undefined || value === null || value === '') return;
  const kind = kindOf(property);
  const known = factsOf({ kind }).default;
  if (known && !known[1](value, digits))
    return report(`${at}/default`, `${shown(value)} is not ${called(known[0], digits)}${instead(kind, value, digits)}`);
  const choices = property['x-codes'] ? undefined : choicesOf(property)?.map(({ code }) => code);
  if (choices && !choices.some((code) => code === value) && !Array.isArray(value))
    return report(
      `${at}/default`,
      `${shown(value)} is none of the choices ${choices.map(shown).join(', ')}${meant(String(value), choices.map(String))}`,
    );
  const outside =
    typeof value === 'number' ? inLimits(property, value) : typeof value === 'string' ? inLength(property, value) : '';
  if (outside) report(`${at}/default`, `the default ${shown(value)} is ${outside}: a new record could not be saved`);
}

/** Properties of a document that name each other (`x-after`, `required`). */
function checkInside(property: PropertySchema, at: string, report: Report): void {
  const names = Object.keys(property.properties ?? {});
  if (property['x-span'] !== undefined)
    for (const end of ['start', 'end'])
      if (!names.includes(end)) report(`${at}/x-span`, `there is no property "${end}" in the document`);
  if (names.length === 0) return;
  for (const [index, name] of (property.required ?? []).entries())
    if (!names.includes(name))
      report(`${at}/required/${index}`, `there is no property "${name}" in the document${meant(name, names)}`);
  for (const [name, part] of Object.entries(property.properties!)) {
    const after = part['x-after'];
    const place = `${at}/properties/${escapePointer(name)}/x-after`;
    if (after !== undefined && !names.includes(after))
      report(place, `there is no property "${after}" in the document${meant(after, names)}`);
    else if (after !== undefined && kindOf(property.properties![after]!) !== kindOf(part))
      report(place, `"${after}" is of another kind than "${name}"`);
  }
}

/** Years belong to a date, the first before the last. */
function checkYears({ format, 'x-years': years }: PropertySchema, at: string, report: Report): void {
  if (years === undefined) return;
  if (format !== 'date' && format !== 'date-time') report(`${at}/x-years`, 'only a date has years');
  else if (years[0] > years[1]) report(`${at}/x-years`, 'the first year comes after the last one');
}

const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** 64 bits are a plain whole number's of the record itself; what limits it is a JSON number, which has fewer digits. */
function checkInt64(property: PropertySchema, at: string, report: Report): void {
  if (property.format !== 'int64') return;
  const type = [property.type].flat().find((one) => one !== 'null');
  const other = (['x-ref', 'x-codes', 'x-widget', 'enum'] as const).find((one) => property[one] !== undefined);
  if (type !== 'integer') report(`${at}/format`, 'only a whole number has 64 bits: write "type": "integer" beside it');
  else if (other !== undefined)
    report(`${at}/format`, `a property with ${shown(other)} is no plain number: leave the format out`);
  else if (at.split('/').length > 3)
    report(`${at}/format`, 'only a property of the record itself has 64 bits, none inside a document or a list');
  for (const name of LIMITS)
    if (property[name] !== undefined && !Number.isSafeInteger(property[name]))
      report(
        `${at}/${name}`,
        'a limit is a whole number of at most 9007199254740991; without one 64 bits are the limit',
      );
}

/** Digits of seconds belong to a time of the record itself. */
function checkPrecision(property: PropertySchema, at: string, report: Report): void {
  if (property['x-precision'] === undefined) return;
  if (property.format !== 'date-time')
    report(`${at}/x-precision`, 'only a time has digits of seconds ("format": "date-time")');
  else if (at.split('/').length > 3)
    report(`${at}/x-precision`, 'only a time of the record itself has digits of seconds, none inside a document');
  else if (at === '/properties/createTime' || at === '/properties/updateTime')
    report(`${at}/x-precision`, 'the times of every record have whole seconds');
}

/** A private file is read by the address of its record and its property: it is a property of the record itself. */
function checkPrivate(property: PropertySchema, at: string, report: Report): void {
  if (property['x-private'] === undefined) return;
  if (factsOf({ kind: kindOf(property) }).uploaded !== true || at.split('/').length > 3)
    report(
      `${at}/x-private`,
      'only files of the record itself can be private ("x-widget": "image", "images", "file" or "files")',
    );
}

/** Says what of `x-private` leads to no record whose detail could let somebody read the files. */
export function checkReaders(schema: EntitySchema, isInternal: (entity: string) => boolean, report: Report): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    const by = property['x-private'];
    const at = `/properties/${escapePointer(name)}/x-private`;
    if (by === true && schema['x-internal'])
      report(at, 'nobody opens an internal record: name the relation to the record whose readers may read the files');
    if (typeof by !== 'string') continue;
    const relations = Object.keys(schema.properties).filter((one) => kindOf(schema.properties[one]!) === 'ref');
    if (!relations.includes(by)) report(at, `there is no relation "${by}"${meant(by, relations)}`);
    else if (isInternal(schema.properties[by]!['x-ref']!.resource))
      report(at, `"${by}" leads to an internal record, which nobody opens`);
  }
}

/** A save looks for what needs a proof among the properties of the record itself. */
function checkProof(property: PropertySchema, at: string, report: Report): void {
  if (property['x-proof'] === undefined) return;
  if (at.split('/').length > 3) report(`${at}/x-proof`, 'only a property of the record itself can need a proof');
}

/** Says limits that exclude each other, defaults that could not be saved, and unknown names in documents; of parts of documents too. */
export function checkValues(
  property: PropertySchema,
  { codes, digits }: { readonly codes: CodeTables; readonly digits: number },
  at: string,
  report: Report,
): void {
  checkLimits(property, at, report);
  checkDefault(property, digits, at, report);
  checkInside(property, at, report);
  checkPrivate(property, at, report);
  checkProof(property, at, report);
  checkYears(property, at, report);
  checkInt64(property, at, report);
  checkPrecision(property, at, report);
  const table = property['x-codes'];
  // Of the record's own properties entities.ts says it.
  if (table !== undefined && at.split('/').length > 3 && !Object.hasOwn(codes, table))
    report(`${at}/x-codes`, `there is no code table "${table}"${meant(table, Object.keys(codes))}`);
  if (property.items) checkValues(property.items, { codes, digits }, `${at}/items`, report);
  for (const [name, part] of Object.entries(property.properties ?? {}))
    checkValues(part, { codes, digits }, `${at}/properties/${escapePointer(name)}`, report);
}

/** An interval goes between days, or times. */
const isBound = (kind: FieldKind): boolean => factsOf({ kind }).day === true;

/** Says what of x-exclude no constraint can be made of. */
export function checkExclude(schema: EntitySchema, report: Report): void {
  const exclude = schema['x-exclude'];
  if (!exclude) return;
  const property = (name: string): PropertySchema | undefined =>
    Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  const fit = Object.keys(schema.properties).filter((name) => isBound(kindOf(property(name)!)));
  const [start, end] = exclude.interval.map((name) => property(name) && kindOf(property(name)!));
  for (const [index, name] of exclude.interval.entries()) {
    const kind = property(name) && kindOf(property(name)!);
    if (kind && !isBound(kind))
      report(
        `/x-exclude/interval/${index}`,
        `"${name}" is of the kind ${kind}; an interval goes between two dates or two times ("format": "date" or "date-time")${fit.length > 0 ? `, here for example ${fit.map(shown).join(', ')}` : ''}`,
      );
  }
  if (start && end && start !== end && isBound(start) && isBound(end))
    report('/x-exclude/interval/1', `"${exclude.interval[1]}" is of another kind than "${exclude.interval[0]}"`);
  for (const [index, name] of exclude.key.entries()) {
    const kind = property(name) && kindOf(property(name)!);
    if (kind && factsOf({ kind }).several)
      report(`/x-exclude/key/${index}`, `"${name}" holds several values; a key is one value`);
  }
}
