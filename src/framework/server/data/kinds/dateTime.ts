import { SQL } from '../sql/index.ts';
import { Temporal } from 'temporal-polyfill';
import { dated, textOf } from './cells.ts';
import type { Kind } from './kind.ts';
import { clockOf, DAY_MS, SPAN_DAYS } from './samples.ts';
import { date, instant, isDate, wallClock } from './values.ts';

const TYPE = 'timestamptz';
const WIRE = SQL`'YYYY-MM-DD HH24:MI:SS'`;

const nextDay = (text: string): string => Temporal.PlainDate.from(text).add({ days: 1 }).toString();

/** An instant in storage, the wall clock of the record's zone on the wire. */
export const dateTime: Kind = {
  form: () => 'dateTime',
  defaultSql: () => undefined,
  toStorage: (value, zone) => instant(value as string, zone),
  toWire: (value, zone) => wallClock(value instanceof Date ? value : new Date(value as string), zone),
  readable: (value) => !Number.isNaN(new Date(value as string).getTime()),
  wireSql: (value, _field, _codes, zone) => SQL`coalesce(to_char(${value} at time zone ${zone}, ${WIRE}), '')`,
  zoned: true,
  check: (value, zone) => void instant(value, zone),
  // A date alone means the whole day, a second the whole second.
  bound(text, end, zone) {
    if (isDate(text)) {
      date(text);
      return end
        ? { value: instant(`${nextDay(text)} 00:00:00`, zone), type: TYPE, operator: '<' }
        : { value: instant(`${text} 00:00:00`, zone), type: TYPE, operator: '>=' };
    }
    const value = instant(text, zone);
    return end
      ? { value: new Date(value.getTime() + (text.length > 16 ? 1_000 : 60_000)), type: TYPE, operator: '<' }
      : { value, type: TYPE, operator: '>=' };
  },
  cell: 'dateTime',
  reads: 'dateTimes',
  decoder: () => (cell) => {
    const found = dated(cell);
    return { value: found ? `${found.day} ${found.time || '00:00:00'}` : textOf(cell) };
  },
  example: (_field, { now }) => now,
  sample: (_schema, { random, now }) => clockOf(now - random.int(0, SPAN_DAYS * 24) * (DAY_MS / 24)),
  sampleAfter: (other, _days, hours) => clockOf(Date.parse(`${other.replace(' ', 'T')}Z`) + hours() * (DAY_MS / 24)),
  columnType({ builtIn }, { certain }) {
    const none = certain ? '' : ' | null';
    return `ColumnType<Date${none}, Date | string${builtIn ? ' | undefined' : none}, Date | string${none}>`;
  },
};
