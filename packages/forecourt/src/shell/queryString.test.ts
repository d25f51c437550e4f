import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from './queryString.ts';

it('writes page, sort and filter of a list as react-admin has always written them', () => {
  const filter = JSON.stringify({ keyword: "O'Neil (1)*!", status: [1, 2] });
  expect(stringify({ sort: 'id', page: 2, filter, order: undefined, displayedFilters: '{}', only: null })).toBe(
    'displayedFilters=%7B%7D&filter=%7B%22keyword%22%3A%22O%27Neil%20%281%29%2A%21%22%2C%22status%22%3A%5B1%2C2%5D%7D&only&page=2&sort=id',
  );
});

it.each([
  ['', {}],
  ['?', {}],
  ['?page=2&sort=id', { page: '2', sort: 'id' }],
  ['?q=a+b%20c&q=d', { q: ['a b c', 'd'] }],
  ['?tab&filter={"a":"b=c"}', { tab: null, filter: '{"a":"b=c"}' }],
  ['?typed=100%', { typed: '100%' }],
  ['?__proto__=1', JSON.parse('{"__proto__":"1"}')],
])('reads %s', (search, query) => {
  expect({ ...parse(search) }).toEqual({ ...(query as object) });
});

it('reads what it wrote, whatever it is', () => {
  const text = fc.string({ unit: 'grapheme' });
  const value = fc.oneof(text, fc.constant(null), fc.array(text, { minLength: 2 }));
  fc.assert(
    fc.property(
      fc.dictionary(
        text.filter((name) => name !== ''),
        value,
      ),
      (query) => {
        expect({ ...parse(`?${stringify(query)}`) }).toEqual({ ...query });
      },
    ),
  );
});
