import type { Entity, Field, Model } from '../../../model/index.ts';
import { MOST_DIGITS } from '../../moment.ts';
import { kindFor, type Limits } from '../kinds/index.ts';
import { ident, literal } from '../sql/index.ts';

/** By entity and column, as remembered from the last start. */
export type KnownLimits = Readonly<Record<string, Readonly<Record<string, Limits>>>>;

const limitsOfField = (field: Field, model: Model): Limits => kindFor(field).limits?.(field, model) ?? {};

const isLimited = (limits: Limits): boolean => Object.values(limits).some((value) => value !== undefined);

/** The limits of every column that has any, to be compared with at the next start. */
export function limitsOf(model: Model): KnownLimits {
  return Object.fromEntries(
    [...model.entities.values()]
      .filter(({ view }) => !view)
      .map((entity) => [
        entity.name,
        Object.fromEntries(
          entity.fields.flatMap((field) => {
            const limits = limitsOfField(field, model);
            return isLimited(limits) ? [[field.name, limits] as const] : [];
          }),
        ),
      ]),
  );
}

/** One limit that rows of the earlier schema may not keep. */
interface Narrowing {
  readonly field: string;
  /** SQL over the column that is true for a row that breaks the limit. */
  broken(column: string): string;
  /** `maxLength of name to 10` */
  readonly does: string;
}

type Bound = Exclude<keyof Limits, 'codes' | 'digits'>;

const BREAKS: Readonly<Record<Bound, { sql(column: string, limit: number): string; lower: boolean }>> = {
  maxLength: { sql: (column, limit) => `char_length(${column}) > ${limit}`, lower: true },
  minLength: { sql: (column, limit) => `${column} <> '' and char_length(${column}) < ${limit}`, lower: false },
  minimum: { sql: (column, limit) => `${column} < ${limit}`, lower: false },
  maximum: { sql: (column, limit) => `${column} > ${limit}`, lower: true },
  exclusiveMinimum: { sql: (column, limit) => `${column} <= ${limit}`, lower: false },
  exclusiveMaximum: { sql: (column, limit) => `${column} >= ${limit}`, lower: true },
};

/**
 * Where a schema now allows less than the last one did. An entity that is not in `known` is new, and a start that remembers nothing
 * judges nothing.
 */
export function narrowings(entity: Entity, model: Model, known: KnownLimits | undefined): Narrowing[] {
  const before = known?.[entity.name];
  if (!before) return [];
  return entity.fields.flatMap((field) => {
    const now = limitsOfField(field, model);
    const then = before[field.name] ?? (field.was === undefined ? undefined : before[field.was]) ?? {};
    const found: Narrowing[] = [];
    for (const [name, rule] of Object.entries(BREAKS) as [Bound, (typeof BREAKS)[Bound]][]) {
      const limit = now[name];
      const old = then[name];
      if (limit === undefined || (old !== undefined && (rule.lower ? limit >= old : limit <= old))) continue;
      found.push({
        field: field.name,
        broken: (column) => rule.sql(column, limit),
        does: `set ${name} of ${entity.name}.${field.name} to ${limit}`,
      });
    }
    const digits = now.digits ?? 0;
    if (then.digits !== undefined && then.digits > digits && kindFor(field).zoned)
      found.push({
        field: field.name,
        broken: (column) => `extract(microseconds from ${column})::bigint % ${10 ** (MOST_DIGITS - digits)} <> 0`,
        does: `set digits of the second of ${entity.name}.${field.name} to ${digits}`,
      });
    const allowed = new Set(now.codes);
    const gone = then.codes?.filter((code) => !allowed.has(code)) ?? [];
    // What was no choice before may hold anything.
    if (now.codes && (gone.length > 0 || !then.codes))
      found.push({
        field: field.name,
        broken: (column) =>
          `${column} is not null and ${column}::text <> all(array[${now.codes!.map((code) => literal(String(code))).join(', ')}]::text[])`,
        does:
          gone.length > 0
            ? `take ${gone.slice(0, 5).join(', ')}${gone.length > 5 ? ' …' : ''} from the choices of ${entity.name}.${field.name}`
            : `limit ${entity.name}.${field.name} to ${now.codes.length} choices`,
      });
    return found;
  });
}

/** The rows that break a limit, as a statement that an operator can run. */
export const violatingRows = (entity: Entity, column: string, broken: string): string =>
  `select id, ${ident(column)} from ${ident(entity.name)} where ${broken}`;
