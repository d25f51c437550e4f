import { sql as kysely } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { all, arrayOf, asRaw, column, ident, Parameters, prepared, splice, SQL, type Sql } from './index.ts';

/** What somebody may send. */
const sent = (text: string): string => text;
const evil = "1'; drop table room; --";

test('a text of a request is no SQL: the compiler refuses it wherever SQL is asked for', () => {
  // @ts-expect-error a text is no piece of SQL
  expect(SQL`select ${sent(evil)}`).toContain(evil);
  // @ts-expect-error nor a whole statement
  prepared(sent(evil), []);
  // @ts-expect-error nor one of several conditions
  all([sent(evil)]);
  // @ts-expect-error nor the name of a table in a statement
  column(sent(evil), 'id');
  // @ts-expect-error nor a type
  new Parameters().add(1, sent(evil));
  // @ts-expect-error a template without its tag is a text
  all([`${ident('a')} = 1`]);
  expectTypeOf<string>().not.toExtend<Sql>();
});

test('a value travels apart from the text, whatever is in it', () => {
  const parameters = new Parameters();
  const where = SQL`${column('t', 'na"me')} = any(${parameters.add([evil], arrayOf('text'))})`;
  expect(where).toBe('t."na""me" = any($1::text[])');
  expect(parameters.values).toEqual([[evil]]);
});

test('SQL of an application joins a statement: its values are numbered on, whatever its texts look like', () => {
  const parameters = new Parameters();
  const first = parameters.add('first', 'text');
  const part = splice(kysely`note <> 'it''s $1' and "a$1" = ${'second'} and $$ $1 $$ <> ${'third'}`, parameters);
  expect(SQL`${first} and ${part}`).toBe(`$1::text and note <> 'it''s $1' and "a$1" = $2 and $$ $1 $$ <> $3`);
  expect(parameters.values).toEqual(['first', 'second', 'third']);
});

test('a part of the compiler joins SQL of an application, with its values and as often as it names them', () => {
  const part = asRaw((own) => {
    const value = own.add([1, 2], 'bigint[]');
    return SQL`(${column('t', 'fromId')} = any(${value}) or ${column('t', 'toId')} = any(${value}))`;
  }, 0);
  const parameters = new Parameters();
  const whole = splice(kysely`note = ${'x'} and ${part}`, parameters);
  expect(whole).toBe('note = $1 and (t."fromId" = any($2::bigint[]) or t."toId" = any($3::bigint[]))');
  expect(parameters.values).toEqual(['x', [1, 2], [1, 2]]);
});
