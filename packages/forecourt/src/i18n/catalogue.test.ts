import { expect, it } from 'vitest';
import { mergeCatalogues, type Catalogue } from './index.ts';

it('merges texts whose keys are names that every object has', () => {
  const [one, other] = ['{ "codes": { "__proto__": "a", "constructor": "b" } }', '{ "codes": { "toString": "c", "constructor": "d" } }']; // prettier-ignore
  const merged = mergeCatalogues(JSON.parse(one) as Catalogue, JSON.parse(other) as Catalogue);
  expect(Object.entries(merged['codes']!)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'd'],
    ['toString', 'c'],
  ]);
});
