import type { QueryConfig } from 'pg';
import type { Sql } from './text.ts';

/** A statement with its values; only SQL of this program is one. */
export interface SqlStatement extends QueryConfig {
  text: Sql;
}

const MAX_NAMES = 400;
const MAX_SEEN = 4_000;
const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * A statement that PostgreSQL keeps parsed on each connection from its second use on. The number of kept statements is bounded: a client
 * that tries every combination of filters cannot fill the memory of the database.
 */
export function prepared(text: Sql, values: unknown[]): SqlStatement {
  const known = names.get(text);
  if (known) return { name: known, text, values };
  if (seen.has(text) && names.size < MAX_NAMES) {
    const name = `fc_${names.size}`;
    names.set(text, name);
    seen.delete(text);
    return { name, text, values };
  }
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.add(text);
  return { text, values };
}

/**
 * A statement that is planned anew for its values. A kept plan takes every list for ten values: what joins five hundred rows with themselves by it
 * compares each with each.
 */
export const planned = (text: Sql, values: unknown[]): SqlStatement => ({ text, values });
