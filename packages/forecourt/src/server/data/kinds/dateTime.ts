import { literal, SQL } from '../sql/index.ts';
import { Temporal } from 'temporal-polyfill';
import type { PropertySchema } from '../../../model/index.ts';
import { Moment, MOST_DIGITS, movedBy, storedMoment } from '../../moment.ts';
import { dated, textOf } from './cells.ts';
import type { Kind } from './kind.ts';
import { clockOf, DAY_MS, SPAN_DAYS } from './samples.ts';
import { date, instant, isDate, wallClock } from './values.ts';

const TYPE = 'timestamptz';
const WIRE = SQL`'YYYY-MM-DD HH24:MI:SS'`;
const FINE_WIRE = SQL`'YYYY-MM-DD HH24:MI:SS.US'`;
/** Letters of a wall clock up to its seconds, and to its minutes. */
const TO_SECONDS = 19;
const TO_MINUTES = 16;
const SECOND = 1_000_000;

/** Digits of the second that a time has: `x-precision`. */
const digitsOf = (schema: PropertySchema): number => schema['x-precision'] ?? 0;

const nextDay = (text: string): string => Temporal.PlainDate.from(text).add({ days: 1 }).toString();

/** A wall clock with all digits that its property has: `09:30` is `09:30:00.000` where those are three. */
function completed(clock: string, digits: number): string {
  const whole = clock.length === TO_MINUTES ? `${clock}:00` : clock;
  if (digits === 0) return whole.slice(0, TO_SECONDS);
  const [seconds, fraction = ''] = whole.split('.');
  return `${seconds}.${fraction.padEnd(digits, '0')}`;
}

/** Microseconds that a wall clock of so many letters leaves open. */
function stepOf(text: string): number {
  if (text.length <= TO_MINUTES) return 60 * SECOND;
  return Math.max(1, SECOND / 10 ** Math.max(0, text.length - TO_SECONDS - 1));
}

/** As parameter: with its microseconds, which a Date loses. */
const exact = (time: unknown): unknown => (time instanceof Moment ? time.toISOString() : time);

/** An instant in storage, the wall clock of the record's zone on the wire. */
export const dateTime: Kind = {
  form: () => 'dateTime',
  defaultSql: () => undefined,
  limits: ({ schema }) => ({ digits: schema['x-precision'] }),
  toStorage: (value, zone, { schema }) => instant(value as string, zone, digitsOf(schema)),
  toWire: (value, zone, { schema }) => wallClock(storedMoment(value), zone, digitsOf(schema)),
  readable: (value) => !Number.isNaN(storedMoment(value).getTime()),
  toParameter: exact,
  wireSql(value, { schema }, _codes, zone) {
    const digits = digitsOf(schema);
    if (digits === 0) return SQL`coalesce(to_char(${value} at time zone ${zone}, ${WIRE}), '')`;
    return SQL`coalesce(left(to_char(${value} at time zone ${zone}, ${FINE_WIRE}), ${TO_SECONDS + 1 + digits}), '')`;
  },
  keptSql(value, old, { schema }) {
    const digits = digitsOf(schema);
    if (digits === MOST_DIGITS) return value;
    const step = literal(`${1 / 10 ** digits} seconds`);
    return SQL`case when ${old} >= ${value} and ${old} < ${value} + interval ${step} then ${old} else ${value} end`;
  },
  zoned: true,
  check: (value, zone, { schema }) => void (typeof value === 'string' && instant(value, zone, digitsOf(schema))),
  // A date alone means the whole day, a second the whole second, a tenth of one the whole tenth.
  bound(text, end, zone, { schema }) {
    if (isDate(text)) {
      date(text);
      return end
        ? { value: instant(`${nextDay(text)} 00:00:00`, zone), type: TYPE, operator: '<' }
        : { value: instant(`${text} 00:00:00`, zone), type: TYPE, operator: '>=' };
    }
    const value = instant(text, zone, digitsOf(schema));
    return end
      ? { value: exact(movedBy(value, stepOf(text))), type: TYPE, operator: '<' }
      : { value: exact(value), type: TYPE, operator: '>=' };
  },
  // A spreadsheet's own times are counted in days: of a second they keep three digits at most.
  cell: ({ schema }) => (digitsOf(schema) > 0 ? 'text' : 'dateTime'),
  reads: 'dateTimes',
  decoder({ schema }) {
    const digits = digitsOf(schema);
    return (cell) => {
      const found = dated(cell, digits);
      return { value: found ? completed(`${found.day} ${found.time || '00:00:00'}`, digits) : textOf(cell) };
    };
  },
  example: ({ schema }, { now }) => completed(now, digitsOf(schema)),
  sample(schema, { random, now }) {
    const digits = digitsOf(schema);
    const clock = clockOf(now - random.int(0, SPAN_DAYS * 24) * (DAY_MS / 24));
    return digits === 0
      ? clock
      : `${clock}.${String(random.int(0, SECOND - 1))
          .padStart(MOST_DIGITS, '0')
          .slice(0, digits)}`;
  },
  sampleAfter: (other, _days, hours) => {
    const [seconds, fraction] = other.replace(' ', 'T').split('.');
    const moved = clockOf(Date.parse(`${seconds}Z`) + hours() * (DAY_MS / 24));
    return fraction === undefined ? moved : `${moved}.${fraction}`;
  },
  columnType({ builtIn }, { certain }) {
    const none = certain ? '' : ' | null';
    return `ColumnType<Date${none}, Date | string${builtIn ? ' | undefined' : none}, Date | string${none}>`;
  },
};
