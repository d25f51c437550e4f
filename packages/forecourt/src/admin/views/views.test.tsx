import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { answer, failing, loadView, none, showView } from './testing/showView.tsx';

strictConsole();
beforeAll(() => loadView('board'));

describe('the switch of views', () => {
  it('offers what the schema has fields for, keeps the choice in the address and for the user', async () => {
    const { router, store } = await renderAdmin(<ResourceList resource="book" />, {
      at: '/books/list',
      answers: answer(),
    });
    await screen.findByText('Dune');
    const group = screen.getByRole('group', { name: 'admin.views.label' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['admin.views.table', 'admin.views.calendar', 'admin.views.board']);
    await userEvent.click(within(group).getByLabelText('admin.views.board'));
    expect(await screen.findAllByRole('region', { name: 'admin.board.column' })).toHaveLength(3);
    expect(router.state.location.search).toContain('view=board');
    expect(store.getItem('preferences.lists.1.book.view')).toBe('board');
  });

  it('is one icon with a menu on a phone, and says which view is shown', async () => {
    const none = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal('matchMedia', (query: string) => ({ ...none, matches: query.includes('max-width') }));
    const { router } = await renderAdmin(<ResourceList resource="book" />, { at: '/books/list', answers: answer() });
    await screen.findByText('Dune');
    expect(screen.queryByRole('group', { name: 'admin.views.label' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'admin.views.label: admin.views.table' }));
    expect(
      (await screen.findAllByRole('menuitemradio')).map((one) => [one.textContent, one.getAttribute('aria-checked')]),
    ).toEqual([
      ['admin.views.table', 'true'],
      ['admin.views.calendar', 'false'],
      ['admin.views.board', 'false'],
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'admin.views.board' }));
    await waitFor(() => expect(router.state.location.search).toContain('view=board'));
    expect(screen.getByRole('button', { name: 'admin.views.label: admin.views.board' })).toBeTruthy();
  });

  it('is not there where there is only the table', async () => {
    await renderAdmin(<ResourceList resource="shop" />, {
      resource: 'shop',
      answers: { 'GET /basics/shop/list': () => ({ data: { list: [{ id: 1, shopName: 'Old Town' }], total: 1 } }) },
    });
    await screen.findByText('Old Town');
    expect(screen.queryByRole('group', { name: 'admin.views.label' })).toBeNull();
  });
});

describe.each(['calendar', 'board'] as const)('%s', (view) => {
  it('says when it failed, and tries again', async () => {
    let works = false;
    await showView(view, {
      'GET /books/list': () => (works ? answer()['GET /books/list']() : failing['GET /books/list']()),
    });
    const retry = await screen.findByText('admin.list.retry');
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('Dune')).toBeTruthy();
  });
});

describe('cards', () => {
  it('show picture, name, facts and actions of the same page of rows', async () => {
    const source = {
      ...withResource('book', (declared) => ({
        ...declared,
        list: { ...declared.list!, views: { card: { fields: ['title', 'price'] } } },
      })),
    };
    await showView('card', answer(), { source });
    const card = (await screen.findByRole('link', { name: 'Dune' })).closest('li')!;
    expect(within(card).getByText('Price')).toBeTruthy();
    expect(within(card).getByText('Lend')).toBeTruthy();
    expect(await screen.findByText('admin.list.range')).toBeTruthy();
  });

  it('say why there are none', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, views: { first: 'card', card: {} } },
    }));
    await renderAdmin(<ResourceList resource="book" />, { source, answers: none });
    expect(await screen.findByText('admin.list.empty')).toBeTruthy();
  });
});
