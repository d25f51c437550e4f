import { describe, expect, it } from 'vitest';
import locale from '../../locale.json';
import { localeProblems, readLocale, shortTimeIn } from 'forecourt/locale';

const shortTime = (pattern: unknown) => localeProblems({ ...locale, shortTime: pattern }).map(({ pointer }) => pointer);

describe('short times of a locale', () => {
  it('are one pattern, or one for each of its languages and no other', () => {
    expect(shortTime('DD.MM. HH:mm')).toEqual([]);
    expect(shortTime(locale.shortTime)).toEqual([]);
    expect(shortTime(7)).toEqual(['/shortTime']);
    expect(shortTime({})).toEqual(['/shortTime', '/shortTime/zh-CN', '/shortTime/en-US', '/shortTime/th-TH']);
    expect(shortTime({ ...locale.shortTime, 'de-DE': 'DD.MM.' })).toEqual(['/shortTime/de-DE']);
  });

  it('of this application are written as readers of each language do', () => {
    const read = readLocale(locale);
    expect(['zh-CN', 'en-US', 'th-TH'].map((language) => shortTimeIn(read, language, '2026-12-08 12:30:00'))).toEqual([
      '12月08日 12:30',
      '8 Dec 12:30',
      '8 ธ.ค. 12:30',
    ]);
  });
});
