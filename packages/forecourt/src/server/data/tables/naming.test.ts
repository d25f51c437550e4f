import { expect, it } from 'vitest';
import { isDerived, objectName } from './naming.ts';

it('tells objects of tables apart whose long names begin alike', () => {
  const long = 'apiAccountIncomingPhoneNumberIncomingPhoneNumber';
  const names = ['TollFreeOfAmerica', 'TollFreeOfEurope'].map((end) => objectName(long + end, 'name', '(name)', 'idx'));
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
    expect(isDerived(name)).toBe(true);
  }
});

it('keeps the names that databases have already', () => {
  expect(objectName('store', 'name', '(name)', 'idx')).toBe('store_name_8870d0_idx');
});
