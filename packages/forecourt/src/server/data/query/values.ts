import type { CodeTables, Field } from '../../../model/index.ts';
import { BadValue, cleanText, columnType, kindFor, type Bound, type StoredValue } from '../kinds/index.ts';

/** One value of an equality filter. */
export function filterValue(field: Field, text: string, codes: CodeTables): StoredValue {
  const kind = kindFor(field);
  if (!kind.readFilter) return { value: cleanText(text), type: 'text' };
  const type = kind.filterType?.(field, codes) ?? columnType(field, codes)!;
  return { value: kind.readFilter(text, type, field), type };
}

/** One end of a range as an inclusive or exclusive bound. */
export function rangeBound(field: Field, text: string, end: boolean, zone: string, codes: CodeTables): Bound {
  return (
    kindFor(field).bound?.(text, end, zone, field) ?? {
      ...filterValue(field, text, codes),
      operator: end ? '<=' : '>=',
    }
  );
}

/** The year of a date or instant column as a half-open range. */
export function yearBounds(field: Field, text: string, zone: string): readonly [StoredValue, StoredValue] {
  if (!/^\d{4}$/.test(text) || Number(text) < 1 || text === '9999') throw new BadValue('msg.badDate');
  const bounds = [`${text}-01-01`, `${String(Number(text) + 1).padStart(4, '0')}-01-01`];
  const [from, to] = bounds.map(
    (day) => kindFor(field).bound?.(day, false, zone, field) ?? { value: day, type: 'date' as const },
  );
  return [from!, to!];
}
