import { describe, expect, it } from 'vitest';
import { constant, readCheck, valueList } from './expressions.ts';

describe('readCheck', () => {
  it.each([
    ["CHECK ((status = ANY (ARRAY['new'::text, 'it''s, done'::text])))", { kind: 'list', column: 'status', values: ['new', "it's, done"] }],
    ["CHECK (((kind)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))", { kind: 'list', column: 'kind', values: ['a', 'b'] }],
    ['CHECK ((level = ANY (ARRAY[1, 2, 3])))', { kind: 'list', column: 'level', values: [1, 2, 3] }],
    ["CHECK ((vote = ANY (ARRAY['-1'::integer, 0, 1])))", { kind: 'list', column: 'vote', values: [-1, 0, 1] }],
    ['CHECK ((price >= (0)::numeric))', { kind: 'limits', column: 'price', limits: { minimum: 0 } }],
    ['CHECK (((days >= 1) AND (days <= 30)))', { kind: 'limits', column: 'days', limits: { minimum: 1, maximum: 30 } }],
    ['CHECK ((rate > (0)::double precision))', { kind: 'limits', column: 'rate', limits: { exclusiveMinimum: 0 } }],
    ["CHECK ((delta >= '-5'::integer))", { kind: 'limits', column: 'delta', limits: { minimum: -5 } }],
    ['CHECK ((char_length(code) <= 8))', { kind: 'limits', column: 'code', limits: { maxLength: 8 } }],
    ['CHECK ((length((name)::text) > 0))', { kind: 'limits', column: 'name', limits: { minLength: 1 } }],
    ['CHECK ((end_date >= start_date))', { kind: 'after', column: 'end_date', other: 'start_date' }],
    ['CHECK ((start_date < end_date))', { kind: 'after', column: 'end_date', other: 'start_date', strict: true }],
  ])('understands %s', (sql, check) => {
    expect(readCheck(sql)).toEqual(check);
  }); // prettier-ignore

  it.each([
    'CHECK (((a > 0) AND (b > 0)))',
    'CHECK (((a IS NULL) OR (b IS NOT NULL)))',
    "CHECK ((email ~ '^.+@.+$'::text))",
    'CHECK ((lower(name) = name))',
  ])('leaves %s to the reader', (sql) => {
    expect(readCheck(sql)).toBeUndefined();
  });
});

it.each([
  ["'new'::text", 'new'],
  ["'new'::order_state", 'new'],
  ["'A B'::character varying(10)", 'A B'],
  ['7', 7],
  ["'-1'::integer", -1],
  ['(0)::numeric', 0],
  ['0.5', 0.5],
  ['true', true],
  ['now()', undefined],
  ["nextval('film_id_seq'::regclass)", undefined],
])('constant %s is %j', (sql, value) => {
  expect(constant(sql)).toBe(value);
});

it('reads the condition of a partial index when it names values of one column', () => {
  expect(valueList("(status = 'open'::text)")).toEqual({ column: 'status', values: ['open'] });
  expect(valueList('(deleted_at IS NULL)')).toBeUndefined();
});
