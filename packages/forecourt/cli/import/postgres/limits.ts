import type { PropertySchema } from '../../../src/model/index.ts';
import type { Column } from './catalog.ts';
import { readCheck, type Check } from './expressions.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Limits = Extract<Check, { kind: 'limits' }>['limits'];

/** Whether the limits are of such values: lengths of texts, bounds of numbers. */
export function areLimitsOf({ type, format }: PropertySchema, limits: Limits): boolean {
  const lengths = Object.keys(limits).every((name) => name.endsWith('Length'));
  // What a JSON number cannot say is no limit of ours.
  const exact = format !== 'int64' || Object.values(limits).every(Number.isSafeInteger);
  return lengths ? type === 'string' && !format : (type === 'integer' || type === 'number') && exact;
}

/** Limits that the values must keep beside those of their type: of two, the tighter one. */
export function addLimits(property: Mutable<PropertySchema>, limits: Limits): void {
  for (const [name, limit] of Object.entries(limits) as [keyof Limits, number][]) {
    const known = property[name];
    const lower = name === 'minimum' || name === 'exclusiveMinimum' || name === 'minLength';
    property[name] = known === undefined ? limit : lower ? Math.max(known, limit) : Math.min(known, limit);
  }
}

/** What the checks of a column's domain say: limits, choices, and those that cannot be said here. */
export function domainChecks({ domain }: Column, property: PropertySchema): { checks: Check[]; lost: string[] } {
  const read = (domain?.checks ?? []).map((sql) => ({ sql, check: readCheck(sql) }));
  const said = (check: Check | undefined): boolean =>
    check?.kind === 'list'
      ? property.type !== 'array'
      : check?.kind === 'limits' && areLimitsOf(property, check.limits);
  return {
    checks: read.flatMap(({ check }) => (check && said(check) ? [check] : [])),
    lost: read.filter(({ check }) => !said(check)).map(({ sql }) => sql),
  };
}
