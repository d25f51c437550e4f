import { describe, expect, it } from 'vitest';
import { createLabels } from '../model/resourceLabels.ts';
import { createI18nProvider } from './i18nProvider.ts';

function provider() {
  const labels = createLabels({
    book: () => Promise.resolve({ default: { resources: { book: { fields: { pages: 'One page |||| %{smart_count} pages' } } } } }),
  }); // prettier-ignore
  const catalogue = { resources: { book: { title: 'Books' } }, fields: { id: 'ID' } };
  const i18n = createI18nProvider({ locale: 'en-US', catalogues: { 'en-US': catalogue }, locales: [], labels });
  return { labels, i18n };
}

describe('labels that load with their resource', () => {
  it('are read as if they had been there all the time, with plural and placeholders', async () => {
    const { labels, i18n } = provider();
    const pages = () => i18n.translate('resources.book.fields.pages', { smart_count: 3, _: 'Pages' });
    expect(labels.here('book')).toBe(false);
    expect(pages()).toBe('Pages');
    await labels.load('book');
    expect(labels.here('book')).toBe(true);
    expect(pages()).toBe('3 pages');
    // As the server counts them, whatever the number is called.
    for (const one of [{ count: 1 }, { count: '1' }, { pages: 1 }])
      expect(i18n.translate('resources.book.fields.pages', one)).toBe('One page');
  });

  it('leave everything else to the catalogue', async () => {
    const { labels, i18n } = provider();
    await labels.load('book');
    expect(i18n.translate('resources.book.title')).toBe('Books');
    expect(i18n.translate('resources.book.fields.other', { _: 'Other' })).toBe('Other');
    expect(labels.here('shop')).toBe(true);
    await labels.load('shop');
    expect(i18n.translate('fields.id')).toBe('ID');
  });
});

describe('forms of a text', () => {
  const files = '%{count} plik |||| %{count} pliki |||| %{count} plików';
  const texts = { own: { files, unsaved: '%{smart_count} change |||| %{smart_count} changes' } };
  const i18nOf = (locale: string) => createI18nProvider({ locale, catalogues: { [locale]: texts }, locales: [] });

  it('are those of the language, as many as it has', () => {
    const { translate } = i18nOf('pl-PL');
    const said = [1, 3, 5, 22, 112, '1,234'].map((count) => translate('own.files', { count }));
    expect(said).toEqual(['1 plik', '3 pliki', '5 plików', '22 pliki', '112 plików', '1,234 pliki']);
  });

  it('are two, for one and for several, where a text has not been translated', () => {
    const { translate } = i18nOf('ru-RU');
    const said = [1, 3, 5].map((smart_count) => translate('own.unsaved', { smart_count }));
    expect(said).toEqual(['1 change', '3 changes', '5 changes']);
  });

  it('are told apart in a language without a plural, where a text has two all the same', () => {
    const { translate } = i18nOf('th-TH');
    expect([1, 2].map((smart_count) => translate('own.unsaved', { smart_count }))).toEqual(['1 change', '2 changes']);
  });

  it('are cut at no sign of a value', () => {
    const { translate } = i18nOf('en-US');
    expect(translate('own.unsaved', { smart_count: 2, _: 'none' })).toBe('2 changes');
    expect(
      translate('own.none', {
        _: '%{name} has %{count} row |||| %{name} has %{count} rows',
        name: 'a |||| b',
        count: 1,
      }),
    ).toBe('a |||| b has 1 row');
  });
});
