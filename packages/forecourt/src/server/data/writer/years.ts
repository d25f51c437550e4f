import { gregorian, isPlausible, plausibleYears, type PropertySchema } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';

type Issue = FieldErrors[string];

const isDay = ({ format }: PropertySchema): boolean => format === 'date' || format === 'date-time';

function issueOf(date: string, present: number, { 'x-years': declared }: PropertySchema): Issue | undefined {
  if (isPlausible(date, present, declared)) return undefined;
  const meant = gregorian(date.slice(0, 10), present, declared);
  const [from, to] = plausibleYears(present, declared);
  return meant
    ? ['msg.buddhistYear', { year: date.slice(0, 4), date: meant }]
    : ['msg.badYear', { from: String(from), to: String(to) }];
}

/**
 * Mistakes of dates whose year cannot be meant (D-GEN-19), by property; those inside a document by their path. What is not there, or is no date,
 * is another rule's.
 */
export function yearProblems(
  schema: PropertySchema,
  value: unknown,
  path: string,
  present: number,
): Record<string, Issue> {
  if (typeof value === 'string') {
    const issue = isDay(schema) && /^\d{4}-\d{2}-\d{2}/.test(value) ? issueOf(value, present, schema) : undefined;
    return issue ? { [path]: issue } : {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const parts = Array.isArray(value)
    ? value.map((item, at) => [String(at), item, schema.items] as const)
    : Object.entries(value).map(([name, part]) => [name, part, schema.properties?.[name]] as const);
  return Object.assign(
    {},
    ...parts.flatMap(([name, part, inner]) => (inner ? [yearProblems(inner, part, `${path}.${name}`, present)] : [])),
  ) as Record<string, Issue>;
}
