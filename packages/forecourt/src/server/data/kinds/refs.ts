import { SQL } from '../sql/index.ts';
import { parts, textOf } from './cells.ts';
import { emptyList, type Kind } from './kind.ts';
import { ID, ref } from './ref.ts';

/** Ids of related records. */
export const refs: Kind = {
  form: () => 'refs',
  defaultSql: emptyList,
  wireSql: (value) => SQL`coalesce(${value}, '{}')`,
  shape: ({ items }) => (items ? {} : { items: { type: 'integer', ...ID } }),
  issues: ref.issues,
  readFilter: ref.readFilter,
  filterType: () => 'bigint',
  decoder: () => (cell) => ({ value: parts(textOf(cell)) }),
  sample(schema, { random, reference }) {
    const { resource, where } = schema['x-ref']!;
    const ids = Array.from({ length: random.int(schema.minItems ?? 1, schema.maxItems ?? 3) }, () =>
      reference(resource, where),
    );
    return [...new Set(ids.filter((id) => id !== undefined))];
  },
  wireType: () => ({ type: 'array', items: { type: 'number' } }),
  rowType: () => 'number[]',
};
