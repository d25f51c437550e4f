import { SQL } from '../sql/index.ts';
import { dated, textOf } from './cells.ts';
import type { Kind } from './kind.ts';
import { DAY_MS, dateOf, SPAN_DAYS } from './samples.ts';
import { date as readDate } from './values.ts';

export const date: Kind = {
  form: () => 'date',
  defaultSql: () => undefined,
  wireSql: (value) => SQL`coalesce(to_char(${value}, 'YYYY-MM-DD'), '')`,
  check: (value) => void (typeof value === 'string' && readDate(value)),
  readFilter: (text) => readDate(text),
  cell: () => 'date',
  reads: 'dates',
  decoder: () => (cell) => {
    const found = dated(cell);
    return { value: found && /^(00:00(:00)?)?$/.test(found.time) ? found.day : textOf(cell) };
  },
  example: (_field, { now }) => now.slice(0, 10),
  sample: (_schema, { random, now }) => dateOf(now - random.int(0, SPAN_DAYS) * DAY_MS),
  sampleAfter: (other, days) => dateOf(Date.parse(`${other}T00:00:00Z`) + days() * DAY_MS),
};
