import { textOf } from './cells.ts';
import { orNull, type Kind } from './kind.ts';
import { integer } from './values.ts';

/** An id, as JSON and a number of JavaScript hold it whole. */
export const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The id of a related record. */
export const ref: Kind = {
  form: () => 'ref',
  defaultSql: () => undefined,
  shape: () => ID,
  issues: () => ({ minimum: 'msg.unknownRecord' }),
  readFilter: (text) => integer(text, ID.maximum),
  cell: () => 'integer',
  decoder: () => (cell) => ({ value: textOf(cell).trim() }),
  sample: (schema, { reference }) => reference(schema['x-ref']!.resource, schema['x-ref']!.where) ?? null,
  wireType: (_field, source) => orNull(source, { type: 'number' }),
  rowType: () => 'number',
};
