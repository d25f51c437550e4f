import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import type { Call } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';

strictConsole();

const rows = () => ({ data: { list: [{ id: 1, title: 'Dune', state: 0 }], total: 1 } });
const source = withResource('book', (declared) => ({
  ...declared,
  list: {
    ...declared.list!,
    savedFilters: [
      { key: 'lentOut', filter: { state: '1' }, sort: ['price', 'desc'], columns: ['price', 'title'], view: 'table' },
    ],
  },
}));
const CONTENT = { filter: { state: '1' }, sort: { field: 'price', order: 'DESC' }, view: 'table' };

interface View {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
  readonly role: object | null;
  readonly isDefault: boolean;
  readonly content: object;
}

/** The views of a server: it refuses a name twice. */
function keeper(views: readonly View[] = [], mayShare = false) {
  let kept = [...views];
  const refused = { statusCode: 400, message: 'Refused', data: { errors: { name: 'Taken' } } };
  return {
    kept: () => kept,
    answers: {
      'GET /books/list': rows,
      'GET /account/views': () => ({ data: { mayShare, views: kept } }),
      'POST /account/views/save': ({ body }: Call) => {
        const {
          id = kept.length + 1,
          resource: _,
          roleId,
          ...given
        } = body as Partial<View> & {
          resource: string;
          roleId?: number | null;
        };
        if (kept.some((one) => one.name === given.name && one.id !== id)) return refused;
        const before = kept.find((one) => one.id === id);
        const role = roleId === undefined ? (before?.role ?? null) : roleId && { id: roleId, name: 'Clerk' };
        const after = { name: '', mine: true, isDefault: false, content: {}, ...before, ...given, id, role } as View;
        kept = [...kept.filter((one) => one.id !== id), after];
        return { data: { id } };
      },
      'POST /account/views/delete': ({ body }: Call) => {
        kept = kept.filter(({ id }) => id !== (body as View).id);
        return { data: null };
      },
    },
  };
}
const view = (id: number, name: string, more: Partial<View> = {}): View => ({
  id,
  name,
  mine: true,
  role: null,
  isDefault: false,
  content: CONTENT,
  ...more,
});

const open = async (server = keeper(), options: Parameters<typeof renderAdmin>[1] = {}) => {
  const shown = await renderAdmin(<ResourceList resource="book" />, { answers: server.answers, ...options });
  await screen.findByText('Dune');
  await userEvent.click(screen.getByRole('button', { name: 'admin.filter.saved' }));
  const panel = await screen.findByRole('dialog', { name: 'admin.filter.saved' }, { timeout: 10_000 });
  await within(panel).findByText('admin.saved.hint', {}, { timeout: 10_000 });
  return { ...shown, panel, server };
};
const name = async (panel: HTMLElement, text: string) => {
  await userEvent.click(await within(panel).findByText('admin.saved.save'));
  await userEvent.type(within(panel).getByLabelText('admin.saved.name'), `${text}{Enter}`);
};
const inAddress = (search: string) => Object.fromEntries(new URLSearchParams(search));

describe('saved filters', () => {
  it('say that there are none yet, then keep what is shown under a name, on the server', async () => {
    const { panel, server } = await open();
    expect(await within(panel).findByText('admin.saved.none')).toBeTruthy();
    await name(panel, 'My books');
    expect(await within(panel).findByRole('button', { name: 'My books' })).toBeTruthy();
    expect(server.kept()).toMatchObject([
      {
        name: 'My books',
        content: {
          filter: {},
          sort: { field: 'title', order: 'ASC' },
          columns: ['title', 'state', 'price', 'shopId'],
          view: 'table',
        },
      },
    ]);
  });

  it('say at the name why it is refused, and keep what was typed', async () => {
    const { panel } = await open(keeper([view(1, 'Mine')]));
    await name(panel, 'Mine');
    expect(await within(panel).findByText('Taken')).toBeTruthy();
    expect(within(panel).getByLabelText<HTMLInputElement>('admin.saved.name').value).toBe('Mine');
  });

  it('are renamed and deleted', async () => {
    const { panel } = await open(keeper([view(1, 'Mine')]));
    await userEvent.click(await within(panel).findByLabelText('admin.saved.renameOne'));
    await userEvent.type(within(panel).getByLabelText('admin.saved.name'), ' 2{Enter}');
    expect(await within(panel).findByRole('button', { name: 'Mine 2' })).toBeTruthy();
    await userEvent.click(within(panel).getByLabelText('admin.saved.deleteOne'));
    await waitFor(() => expect(within(panel).queryByText('Mine 2')).toBeNull());
    expect(within(panel).getByRole('status').textContent).toBe('admin.saved.deleted');
  });

  it('say why one cannot be deleted, and stay', async () => {
    const server = keeper([view(1, 'Mine')]);
    const answers = {
      ...server.answers,
      'POST /account/views/delete': () => ({ statusCode: 409, message: 'In use' }),
    };
    const { panel } = await open({ ...server, answers } as never);
    await userEvent.click(await within(panel).findByLabelText('admin.saved.deleteOne'));
    expect((await within(panel).findByRole('alert')).textContent).toBe('In use');
    expect(within(panel).getByRole('button', { name: 'Mine' })).toBeTruthy();
  });

  it('that the declaration shares set filters, sort, view and columns at once, and cannot be deleted', async () => {
    const { panel, router, store } = await open(keeper(), { source });
    expect(within(panel).queryByLabelText('admin.saved.deleteOne')).toBeNull();
    await userEvent.click(within(panel).getByRole('button', { name: 'Lent out' }));
    expect(inAddress(router.state.location.search)).toMatchObject({
      filter: '{"state":"1"}',
      sort: 'price',
      order: 'DESC',
      page: '1',
      view: 'table',
    });
    expect(store.getItem('book.columns')).toEqual(['state', 'shopId']);
    expect(store.getItem('book.columns_columnRanks')).toEqual([2, 0, 1, 3]);
  });

  it('of a role are opened by whoever has it, and changed by nobody who may not give them', async () => {
    const shared = view(1, 'Due today', { mine: false, role: { id: 3, name: 'Clerk' }, isDefault: true });
    const { panel, router } = await open(keeper([shared]));
    const section = await within(panel).findByRole('region', { name: 'admin.saved.ofRole' });
    for (const action of ['shareOne', 'renameOne', 'deleteOne'])
      expect(within(panel).queryByLabelText(`admin.saved.${action}`)).toBeNull();
    await userEvent.click(within(section).getByRole('button', { name: /^Due today/ }));
    expect(inAddress(router.state.location.search)).toMatchObject({ filter: '{"state":"1"}', sort: 'price' });
  });

  it('that this browser had before go to the server once, and what it refuses stays here', async () => {
    const kept = {
      'preferences.lists.1.book.savedFilters': [
        { name: 'Old', ...CONTENT },
        { name: 'Twice', ...CONTENT },
      ],
    };
    const server = keeper([view(1, 'Twice')]);
    const { panel, store } = await open(server, { kept });
    expect(await within(panel).findByRole('button', { name: 'Old' })).toBeTruthy();
    await waitFor(() =>
      expect(store.getItem('preferences.lists.1.book.savedFilters')).toEqual([{ name: 'Twice', ...CONTENT }]),
    );
    expect(server.kept()).toMatchObject([{ name: 'Twice' }, { name: 'Old', content: CONTENT }]);
  });

  it('that cannot be loaded say so, and are asked for again', async () => {
    let asked = 0;
    const { answers } = keeper([view(1, 'Mine')]);
    const failsOnce = () =>
      ++asked === 1 ? { status: 500, message: 'Operation failed' } : answers['GET /account/views']();
    const { panel } = await open({
      ...keeper(),
      answers: { ...answers, 'GET /account/views': failsOnce } as typeof answers,
    });
    await userEvent.click(await within(panel).findByRole('button', { name: 'admin.saved.again' }));
    expect(await within(panel).findByRole('button', { name: 'Mine' })).toBeTruthy();
  });
});

describe('a list whose role was given a view', () => {
  const info = (content: object) => () => ({
    data: {
      id: 1,
      username: 'may',
      name: 'May',
      roles: [{ id: 1, name: 'R' }],
      permission: [{ path: 'index' }],
      views: { book: content },
    },
  });
  const asked = async (content: object) => {
    const { calls } = await renderAdmin(<ResourceList resource="book" />, {
      answers: { 'GET /books/list': rows, 'GET /admin/user/info': info(content) },
    });
    await screen.findByText('Dune');
    return calls.find(({ path }) => path === '/books/list')!.query;
  };

  it('begins with its filters and sort', async () => {
    expect(await asked(CONTENT)).toMatchObject({ state: '1', sortField: 'price', sortOrder: 'descend' });
  });

  it('begins as declared where the user may not filter so', async () => {
    const query = await asked({ filter: { secret: '1' } });
    expect(query).toMatchObject({ sortField: 'title', sortOrder: 'ascend' });
    expect(query).not.toHaveProperty('secret');
  });
});
