import { describe, expect, it } from 'vitest';
import { formIn } from './counted.ts';

const formsOf = (language: string, text: string, counts: readonly unknown[]): readonly string[] =>
  counts.map((count) => formIn(language, text, { count }));

describe('the form of a text', () => {
  it.each([
    ['ru-RU', 'файл |||| файла |||| файлов', [1, 2, 5, 11, 21, 104], ['файл', 'файла', 'файлов', 'файлов', 'файл', 'файла']],
    ['cs', 'soubor |||| soubory |||| souborů', [1, 4, 5, 21], ['soubor', 'soubory', 'souborů', 'souborů']],
    ['ar', '0 |||| 1 |||| 2 |||| few |||| many |||| other', [0, 1, 2, 7, 11, 100], ['0', '1', '2', 'few', 'many', 'other']],
    ['fr-FR', 'jour |||| jours', [0, 1, 2, 1_000_000], ['jour', 'jour', 'jours', 'jours']],
    ['en-US', 'row |||| rows', [0, 1, 1.5, '1', '1,001'], ['rows', 'row', 'rows', 'row', 'rows']],
    ['zh-CN', '行 |||| 些行', [0, 1, 2], ['些行', '行', '些行']],
    ['pl', 'plik |||| pliki |||| plików', [1.5, 'abc'], ['plików', 'plików']],
    ['xx', 'row |||| rows', [1, 2], ['row', 'rows']],
  ])('in %s is that of its number', (language, text, counts, forms) => {
    expect(formsOf(language, text, counts)).toEqual(forms);
  });

  it('is the only one where a text has no others, and the last where nothing is counted', () => {
    expect(formIn('pl', 'plik', { count: 5 })).toBe('plik');
    expect(formIn('pl', 'plik |||| pliki |||| plików', { name: 'a' })).toBe('plików');
  });
});
