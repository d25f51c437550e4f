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
