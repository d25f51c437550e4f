import type { Kind } from './kind.ts';
import { numeric } from './numeric.ts';
import { numberBetween } from './samples.ts';
import { INT4_MAX, integer as readInteger } from './values.ts';

export const integer: Kind = {
  ...numeric,
  // The id of the record itself is as large as the ids that name it.
  form: ({ name }) => (name === 'id' ? 'ref' : 'integer'),
  readFilter: (text, _type, { name }) => readInteger(text, name === 'id' ? Number.MAX_SAFE_INTEGER : INT4_MAX),
  cell: () => 'integer',
  sample: (schema, { unique, ordinal, random }) =>
    unique ? (schema.minimum ?? 1) + ordinal : numberBetween(schema, random, 0),
};
