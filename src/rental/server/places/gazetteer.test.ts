import { describe, expect, it } from 'vitest';
import { KNOWN_PLACES } from '../../gazetteer/index.ts';
import { findKnown, match, plain } from './gazetteer.ts';

const namesOf = (keyword: string) => findKnown(keyword, 'en-US').map(({ name }) => name);

describe('the gazetteer', () => {
  it('knows all provinces, the airports, the stations and the districts of the rental cities, each with three names within Thailand', () => {
    expect(KNOWN_PLACES.filter(({ province }) => province === '')).toHaveLength(77);
    for (const { names, latitude, longitude } of KNOWN_PLACES) {
      const { 'en-US': english, 'th-TH': thai, 'zh-CN': chinese } = names;
      expect([/[A-Za-z]/.test(english), /\p{Script=Thai}/u.test(thai), /\p{Script=Han}/u.test(chinese)]).toEqual([true, true, true]); // prettier-ignore
      expect(latitude).toBeGreaterThan(5);
      expect(latitude).toBeLessThan(20.6);
      expect(longitude).toBeGreaterThan(97);
      expect(longitude).toBeLessThan(106);
    }
    expect(KNOWN_PLACES.filter(({ province }) => province === 'Bangkok').length).toBeGreaterThan(50);
  });

  it.each(['hua hin', 'HUAHIN', 'Hua-Hin', 'หัวหิน', '华欣'])('finds Hua Hin as "%s"', (keyword) => {
    expect(namesOf(keyword)[0]).toMatch(/^Hua Hin/);
  });

  it('answers in the language of who asks', () => {
    expect(findKnown('patong', 'th-TH')[0]).toMatchObject({ name: 'ป่าตอง', address: 'ภูเก็ต' });
    expect(findKnown('patong', 'zh-CN')[0]).toMatchObject({ name: '芭东', address: '普吉' });
  });

  it('has what begins with the word before what contains it, and nothing for signs alone', () => {
    expect(namesOf('phuket')[0]).toMatch(/^Phuket/);
    expect(namesOf('phuket').at(-1)).toBe('Mueang Phuket');
    expect(namesOf('%')).toEqual([]);
    expect(namesOf('nowhere at all')).toEqual([]);
    expect([match('a', ['ba']), match('a', ['ab', 'b']), match('', ['a'])]).toEqual([1, 2, 0]);
  });

  it('keeps the vowels of Thai apart from each other', () => {
    expect(plain('ป่าตอง')).not.toBe(plain('ปาตอง'));
  });
});
