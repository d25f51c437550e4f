import { describe, expect, it } from 'vitest';
import { inWords, sentenceIn, sentenceText, type Say } from './sentences.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'codes.book.late': 'late',
  'resources.loan.said': '%{title} came back %{how}',
};
const say: Say = (key, params = {}) =>
  (TEXTS[key] ?? key).replace(/%\{(\w+)\}/g, (_whole, name: string) => TEXTS[String(params[name])] ?? String(params[name])); // prettier-ignore

describe('a text that is typed or said', () => {
  it('says a kept sentence with its values, and keeps only what the text needs', () => {
    const kept = sentenceText({ key: 'resources.loan.said', params: { title: 'Emma "1"', how: 'codes.book.late' } });
    expect(inWords(kept, say)).toBe('Emma "1" came back late');
    expect(sentenceText({ key: 'codes.book.late' })).toBe('{"key":"codes.book.late"}');
    expect(inWords(sentenceText({ key: 'codes.book.late' }), say)).toBe('late');
  });

  it.each(['lost', 'codes.book.late', '{"key":"', '{"key":7}', '{"key":"codes.book.late"', '[]', 'null', ''])(
    'leaves %j as it was typed',
    (typed) => {
      expect(sentenceIn(typed)).toBeUndefined();
      expect(inWords(typed, say)).toBe(typed);
    },
  );
});
