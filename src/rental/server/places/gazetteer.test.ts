import { describe, expect, it } from 'vitest';
import rows from './gazetteer.json' with { type: 'json' };
import { findKnown, match, plain } from './gazetteer.ts';

const names = (keyword: string) => findKnown(keyword, 'en-US').map(({ name }) => name);

describe('the gazetteer', () => {
  it('knows all provinces, the airports, the stations and the districts of the rental cities, each with three names within Thailand', () => {
    expect(rows.filter((row) => row[5] === '')).toHaveLength(77);
    for (const [english, thai, chinese, latitude, longitude] of rows as [string, string, string, number, number][]) {
      expect([/[A-Za-z]/.test(english), /\p{Script=Thai}/u.test(thai), /\p{Script=Han}/u.test(chinese)]).toEqual([true, true, true]); // prettier-ignore
      expect(latitude).toBeGreaterThan(5);
      expect(latitude).toBeLessThan(20.6);
      expect(longitude).toBeGreaterThan(97);
      expect(longitude).toBeLessThan(106);
    }
    expect(rows.filter((row) => row[5] === 'Bangkok').length).toBeGreaterThan(50);
  });

  it.each(['hua hin', 'HUAHIN', 'Hua-Hin', 'หัวหิน', '华欣'])('finds Hua Hin as "%s"', (keyword) => {
    expect(names(keyword)[0]).toMatch(/^Hua Hin/);
  });

  it('answers in the language of who asks', () => {
    expect(findKnown('patong', 'th-TH')[0]).toMatchObject({ name: 'ป่าตอง', address: 'ภูเก็ต' });
    expect(findKnown('patong', 'zh-CN')[0]).toMatchObject({ name: '芭东', address: '普吉' });
  });

  it('has what begins with the word before what contains it, and nothing for signs alone', () => {
    expect(names('phuket')[0]).toMatch(/^Phuket/);
    expect(names('phuket').at(-1)).toBe('Mueang Phuket');
    expect(names('%')).toEqual([]);
    expect(names('nowhere at all')).toEqual([]);
    expect([match('a', ['ba']), match('a', ['ab', 'b']), match('', ['a'])]).toEqual([1, 2, 0]);
  });

  it('keeps the vowels of Thai apart from each other', () => {
    expect(plain('ป่าตอง')).not.toBe(plain('ปาตอง'));
  });
});
