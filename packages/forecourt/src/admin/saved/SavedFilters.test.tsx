import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';

strictConsole();

const answers = { 'GET /books/list': () => ({ data: { list: [{ id: 1, title: 'Dune', state: 0 }], total: 1 } }) };
const source = withResource('book', (declared) => ({
  ...declared,
  list: {
    ...declared.list!,
    savedFilters: [
      { key: 'lentOut', filter: { state: '1' }, sort: ['price', 'desc'], columns: ['price', 'title'], view: 'table' },
    ],
  },
}));
const open = async (options: Parameters<typeof renderAdmin>[1] = {}) => {
  const view = await renderAdmin(<ResourceList resource="book" />, { answers, ...options });
  await screen.findByText('Dune');
  await userEvent.click(screen.getByRole('button', { name: 'admin.saved.button' }));
  const panel = await screen.findByRole('dialog', { name: 'admin.saved.button' }, { timeout: 10_000 });
  await within(panel).findByText('admin.saved.hint', {}, { timeout: 10_000 });
  return { ...view, panel };
};
const name = async (panel: HTMLElement, text: string) => {
  await userEvent.click(within(panel).getByText('admin.saved.save'));
  await userEvent.type(within(panel).getByLabelText('admin.saved.name'), `${text}{Enter}`);
};

describe('saved filters', () => {
  it('say that there are none yet, then keep what is shown under a name, for this user', async () => {
    const { panel, store } = await open();
    expect(within(panel).getByText('admin.saved.none')).toBeTruthy();
    await name(panel, 'My books');
    expect(await within(panel).findByRole('button', { name: 'My books' })).toBeTruthy();
    expect(store.getItem('preferences.lists.1.book.savedFilters')).toEqual([
      {
        name: 'My books',
        filter: {},
        sort: { field: 'title', order: 'ASC' },
        columns: ['title', 'state', 'price', 'shopId'],
        view: 'table',
      },
    ]);
  });

  it('refuse a name that is taken, and keep what was typed', async () => {
    const { panel } = await open();
    await name(panel, 'Mine');
    await name(panel, 'Mine');
    expect(await within(panel).findByText('admin.saved.taken')).toBeTruthy();
    expect(within(panel).getByLabelText<HTMLInputElement>('admin.saved.name').value).toBe('Mine');
  });

  it('are renamed and deleted', async () => {
    const { panel } = await open();
    await name(panel, 'Mine');
    await userEvent.click(await within(panel).findByLabelText('admin.saved.renameOne'));
    await userEvent.type(within(panel).getByLabelText('admin.saved.name'), ' 2{Enter}');
    expect(await within(panel).findByRole('button', { name: 'Mine 2' })).toBeTruthy();
    await userEvent.click(within(panel).getByLabelText('admin.saved.deleteOne'));
    await waitFor(() => expect(within(panel).queryByText('Mine 2')).toBeNull());
    expect(within(panel).getByRole('status').textContent).toBe('admin.saved.deleted');
  });

  it('that the declaration shares set filters, sort, view and columns at once, and cannot be deleted', async () => {
    const { panel, router, store } = await open({ source });
    expect(within(panel).queryByLabelText('admin.saved.deleteOne')).toBeNull();
    await userEvent.click(within(panel).getByRole('button', { name: 'Lent out' }));
    const search = new URLSearchParams(router.state.location.search);
    expect(Object.fromEntries(search)).toMatchObject({
      filter: '{"state":"1"}',
      sort: 'price',
      order: 'DESC',
      page: '1',
      view: 'table',
    });
    expect(store.getItem('book.columns')).toEqual(['state', 'shopId']);
    expect(store.getItem('book.columns_columnRanks')).toEqual([2, 0, 1, 3]);
  });
});
