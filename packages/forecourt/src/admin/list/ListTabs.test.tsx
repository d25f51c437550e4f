import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { list, ROWS } from './testing/books.tsx';

strictConsole();

const beginningWith = (filterDefaults: Readonly<Record<string, unknown>>) =>
  withResource('book', (declared) => ({
    ...declared,
    list: {
      ...declared.list!,
      savedFilters: [
        { key: 'lentOut', filter: { state: '1' }, sort: ['price', 'desc'] },
        { key: 'other' },
        { key: 'retired', filter: { state: '2' } },
      ],
      tabs: ['lentOut', 'retired'],
      filterDefaults,
    },
  }));
const answers = {
  'GET /books/list': () => ({ data: { list: ROWS, total: ROWS.length } }),
  'GET /resources/book/tabs': () => ({ data: [1234, 10_001, 0] }),
};
const tabs = async () => {
  const bar = await screen.findByRole('tablist', { name: 'admin.list.tabs' });
  await waitFor(() => expect(within(bar).getAllByRole('tab')[0]!.textContent).toContain('1,234'));
  return {
    texts: () =>
      within(bar)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    chosen: () =>
      within(bar)
        .queryAllByRole('tab', { selected: true })
        .map(({ textContent }) => textContent),
    press: (name: RegExp) => userEvent.click(within(bar).getByRole('tab', { name })),
  };
};

describe('the tabs of a list', () => {
  it('are the saved filters that it names, each with its number of rows, after all rows', async () => {
    await renderAdmin(list, { source: beginningWith({}), answers });
    const bar = await tabs();
    await waitFor(() => expect(bar.texts()).toEqual(['admin.list.allRows1,234', 'Lent out10,000+', 'Retired0']));
    expect(bar.chosen()).toEqual(['admin.list.allRows1,234']);
  });

  it('filter and sort by what they say, keep other filters, and give the order of the list back', async () => {
    const { calls } = await renderAdmin(list, { source: beginningWith({ priceStart: '5' }), answers });
    const bar = await tabs();
    const asked = () => calls.findLast(({ path }) => path === '/books/list')?.query;
    await bar.press(/Lent out/);
    await waitFor(() => expect(asked()).toMatchObject({ state: '1', priceStart: '5', sortField: 'price' }));
    expect(bar.chosen()).toEqual(['Lent out10,000+']);
    // Counted at once, under the filters that are no tab's own: another tab changes nothing of it.
    expect(calls.filter(({ path }) => path === '/resources/book/tabs').map(({ query }) => query)).toEqual([
      { priceStart: '5' },
    ]);
    await bar.press(/allRows/);
    await waitFor(() => expect(bar.chosen()).toEqual(['admin.list.allRows1,234']));
    await waitFor(() => expect(asked()).toMatchObject({ priceStart: '5', sortField: 'title', sortOrder: 'ascend' }));
    expect(asked()).not.toHaveProperty('state');
  });

  it('are one stop of the keyboard, which the arrows walk and Enter chooses from', async () => {
    await renderAdmin(list, { source: beginningWith({}), answers });
    const bar = await tabs();
    const stops = screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex);
    expect(stops).toEqual([0, -1, -1]);
    screen.getAllByRole('tab')[0]!.focus();
    const focused = () => document.activeElement!.textContent;
    for (const [key, text] of [
      ['ArrowRight', 'Lent out10,000+'],
      ['End', 'Retired0'],
      ['ArrowRight', 'admin.list.allRows1,234'],
      ['ArrowLeft', 'Retired0'],
      ['Home', 'admin.list.allRows1,234'],
      ['ArrowRight', 'Lent out10,000+'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect(focused()).toBe(text);
    }
    expect(bar.chosen()).toEqual(['admin.list.allRows1,234']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(bar.chosen()).toEqual(['Lent out10,000+']));
  });

  it('show none as chosen where the list is filtered otherwise', async () => {
    await renderAdmin(list, { source: beginningWith({ state: '0' }), answers });
    expect((await tabs()).chosen()).toEqual([]);
  });
});
