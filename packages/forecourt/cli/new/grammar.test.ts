import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { checkVocabulary } from '../../src/model/vocabulary.ts';
import { kindOf } from '../../src/model/index.ts';
import type { FieldKind } from '../../src/model/index.ts';
import { vocabularySchema } from '../generate/vocabularySchema.ts';
import { KINDS, parseFields } from './grammar.ts';

it('reads names, kinds, arguments, marks and defaults', () => {
  expect(parseFields('name:string(60)!* cityId:ref(city)+ price:money days:integer(1..365)!=3 open:boolean=true')).toEqual([
    { name: 'name', required: true, property: { type: 'string', maxLength: 60, 'x-unique': true } },
    { name: 'cityId', required: false, property: { type: 'integer', 'x-ref': { resource: 'city' }, 'x-index': true } },
    { name: 'price', required: false, property: { type: 'number', 'x-widget': 'money', minimum: 0 } },
    { name: 'days', required: true, property: { type: 'integer', minimum: 1, maximum: 365, default: 3 } },
    { name: 'open', required: false, property: { type: 'boolean', default: true } },
  ]);
}); // prettier-ignore

it('takes the type of a coded field from its table', () => {
  const codes = { service: [{ code: 'none' }], state: [{ code: 0 }] };
  expect(parseFields('a:codes(service)=none b:codes(state)=0', codes).map(({ property }) => property)).toEqual([
    { type: 'string', 'x-codes': 'service', default: 'none' },
    { type: 'integer', 'x-codes': 'state', default: 0 },
  ]);
});

it('covers every kind of value with properties that the vocabulary knows', () => {
  const all = Object.entries(KINDS).map(([kind, { needsArgument }]) => `${kind}A:${kind}${needsArgument ? '(some)' : ''}`);
  const fields = parseFields(all.join(' '));
  const schema = { type: 'object', properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])) };
  expect(checkVocabulary('', JSON.parse(JSON.stringify(schema)))).toEqual([]);
  expect(new Ajv({ strict: false }).validate(vocabularySchema(), JSON.parse(JSON.stringify(schema)))).toBe(true);
  const kinds: Record<FieldKind, true> = {
    integer: true, int64: true, number: true, money: true, percent: true, string: true, text: true, boolean: true, date: true, dateTime: true,
    time: true, code: true, ref: true, refs: true, file: true, files: true, json: true, computed: true,
  };
  expect(new Set(fields.map(({ property }) => kindOf(property)))).toEqual(new Set(Object.keys(kinds)));
}); // prettier-ignore

it.each([
  ['name', 'write name:kind'],
  ['name:strng', 'there is no kind "strng"; did you mean "string"?'],
  ['name:string(x)', '"x" is no length'],
  ['days:integer(1-3)', 'write 1..10'],
  ['days:integer=x', '"x" is no whole number'],
  ['open:boolean=yes', 'true or false'],
  ['cityId:ref', 'needs its entity in brackets: cityId:ref(entity)'],
  ['day:date(3)', 'date takes nothing in brackets'],
  ['a:string a:text', '"a" stands there twice'],
])('refuses %s and says what to write', (text, message) => {
  expect(() => parseFields(text)).toThrow(message);
});
