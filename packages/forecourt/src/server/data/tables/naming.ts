import { createHash } from 'node:crypto';

type ObjectKind = 'idx' | 'key' | 'check' | 'excl' | 'fkey';

const DIGEST = 6;

/** The beginning of a text that fits into so many bytes, whole characters only. */
function head(text: string, size: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > size) break;
    kept += character;
  }
  return kept;
}

/**
 * Name of an index or constraint: readable, at most 63 bytes, and with a digest of its definition, so that a changed definition is a new
 * name and the old one is recognised as stale.
 */
export function objectName(table: string, hint: string, definition: string, kind: ObjectKind): string {
  const room = 63 - DIGEST - kind.length - 2;
  // Of a table whose own name is cut, others may begin alike and have the same columns.
  const whole = Buffer.byteLength(table) < room ? definition : `${table} ${definition}`;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, DIGEST);
  return `${head(`${table}_${hint}`, room)}_${digest}_${kind}`;
}

const OURS = /_[0-9a-f]{6}_(idx|key|check|excl|fkey)$/;

/** Whether an index or constraint was made from a schema; others belong to migrations or to the operator and are left alone. */
export const isDerived = (name: string): boolean => OURS.test(name);
