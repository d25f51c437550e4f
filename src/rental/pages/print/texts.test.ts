import { expect, it } from 'vitest';
import { besideOf, loadTexts, textOf } from './texts.ts';

it('Chinese stands beside the interface language, ?lang= overrides it, and beside Chinese stands English', () => {
  expect(besideOf(null, 'th-TH')).toBe('th-TH');
  expect(besideOf('en-US', 'th-TH')).toBe('en-US');
  expect(besideOf(null, 'zh-CN')).toBe('en-US');
  expect(besideOf('xx', 'th-TH')).toBe('th-TH');
});

it('figures and plurals are filled in; an unknown key is shown as it is', () => {
  const catalogue = { a: { days: '%{smart_count} day |||| %{smart_count} days' } };
  expect([1, 3].map((count) => textOf('en-US', catalogue, 'a.days', { smart_count: count }))).toEqual([
    '1 day',
    '3 days',
  ]);
  expect(textOf('en-US', catalogue, 'a.none')).toBe('a.none');
  const damage = { codes: { part: { door: 'Door' } }, a: { damage: '%{part}: %{note}' } };
  expect(textOf('en-US', damage, 'a.damage', { part: 'codes.part.door', note: 'codes' })).toBe('Door: codes');
});

it('a text that is the same in both languages is said once', async () => {
  const texts = await loadTexts('th-TH');
  expect(texts.all('rental.print.title.rental')).toEqual([
    { language: 'zh-CN', text: '租车合同' },
    { language: 'th-TH', text: 'สัญญาเช่ารถ' },
  ]);
  const three = await loadTexts('th-TH', true);
  expect(three.all('codes.fuelType.6').map(({ language }) => language)).toEqual(['zh-CN', 'en-US', 'th-TH']);
  expect(three.all('rental.print.no such key')).toHaveLength(1);
});
