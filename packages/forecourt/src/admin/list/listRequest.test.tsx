import { useEffect, useState } from 'react';
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { memoryStore, useStoreContext } from 'react-admin';
import { useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useAdminRuntime, useResourceModel } from '../runtime/runtime.tsx';
import { registerSystemComponents } from '../system/index.ts';
import { testModel } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { prefetchRows } from './listRequest.ts';
import ResourceList from './ResourceList.tsx';

strictConsole();

const ROWS = [{ id: 1, title: 'Dune', state: 0, price: 1234.5, shopId: 4, shopName: 'Old Town' }];
const answers = { 'GET /books/list': () => ({ data: { list: ROWS, total: 60 } }) };
const asksOf = (calls: readonly { readonly path: string }[]) => calls.filter(({ path }) => path === '/books/list');

/** Asks for the rows first and draws the list when they are here; as in the shell, an answer is fresh for a while. */
function Early({ left }: { left?: object }) {
  const { dataProvider, labels, session } = useAdminRuntime();
  const model = useResourceModel('book');
  const queryClient = useQueryClient();
  const store = useStoreContext();
  const { search } = useLocation();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (asked) return;
    queryClient.setQueryDefaults(['book'], { staleTime: 5_000 });
    if (left) store.setItem('book.list', left);
    void prefetchRows(model, {
      dataProvider,
      labels,
      queryClient,
      store,
      user: 1,
      views: undefined,
      search,
      can: session.can,
    }).then(() => setAsked(true));
  }, [asked, left, store, model, dataProvider, labels, session, queryClient, search]);
  return asked ? <ResourceList resource="book" /> : null;
}

describe('rows asked for before the list is drawn', () => {
  const left = { page: 3, perPage: 20, sort: 'id', order: 'ASC', filter: { keyword: 'em' }, displayedFilters: {} };

  it.each([
    ['of a list never seen', undefined, { pageNo: '1' }],
    ['of a list that was left on a later page', left, { pageNo: '3', keyword: 'em' }],
  ])('are the ones it shows, asked for once: %s', async (_case, kept, query) => {
    const { calls, container } = await renderAdmin(<Early left={kept} />, { answers });
    expect(await screen.findByText('Dune')).toBeTruthy();
    expect(container.querySelector('[role="status"]')).toBeNull();
    expect(asksOf(calls)).toHaveLength(1);
    expect(asksOf(calls)[0]).toMatchObject({ query });
  });

  it('are none where a view, or a component in the place of the list, asks for its own: what the view draws with is loaded', async () => {
    const labels = { load: vi.fn(async () => undefined) };
    const getList = vi.fn();
    const early = async (search: string, component?: string) => {
      const model = await testModel().load('book');
      await prefetchRows(
        { ...model, list: { ...model.list, component } },
        {
          dataProvider: { getList } as unknown as AdminDataProvider,
          labels,
          queryClient: new QueryClient(),
          store: memoryStore(),
          user: 1,
          views: undefined,
          search,
          can: () => true,
        },
      );
    };
    await early('?view=board');
    expect(labels.load).toHaveBeenCalledExactlyOnceWith('admin.board');
    registerSystemComponents();
    await early('', 'MenuTree');
    expect(getList).not.toHaveBeenCalled();
    await early('');
    expect(getList).toHaveBeenCalledOnce();
  });

  it('are asked for again by the list when the early question failed', async () => {
    let asks = 0;
    const failsOnce = () =>
      ++asks === 1 ? { status: 500, message: 'Operation failed' } : answers['GET /books/list']();
    await renderAdmin(<Early />, { answers: { 'GET /books/list': failsOnce } });
    expect(await screen.findByText('Dune')).toBeTruthy();
    expect(asks).toBe(2);
  });
});
