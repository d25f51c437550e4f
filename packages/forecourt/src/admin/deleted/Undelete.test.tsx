import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import type { WholeSource } from '../testing/adminSource.ts';
import ResourceShow from '../show/ResourceShow.tsx';
import { testSource } from '../testing/adminModel.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';

strictConsole();
// Buttons of rare use are loaded when they are first shown, which a busy machine takes its time for.
beforeAll(() => Promise.all([import('./UndoButton.tsx'), import('./UndeleteButton.tsx')]));

const source: WholeSource = {
  ...testSource,
  schemas: {
    ...testSource.schemas,
    book: async () => ({ ...(await testSource.schemas['book']!()), 'x-delete': 'soft' }),
  },
};
const rows = [
  { id: 1, title: 'Dune', state: 1 },
  { id: 2, title: 'Emma', state: 1 },
];
const gone = [{ id: 3, title: 'Ulysses', state: 1, deleteTime: '2027-01-01 10:00:00' }];
const UNDELETE = 'POST /resources/book/undelete';
const answers = {
  'GET /books/list': ({ query }: Call) => ({ data: { list: query['deleted'] === 'true' ? gone : rows, total: 2 } }),
  'GET /books/info/1': () => ({ data: rows[0] }),
  'DELETE /books/delete/1': () => ({}),
  'DELETE /books/delete/2': () => ({}),
  [UNDELETE]: () => ({ message: 'Deletion undone', data: { count: 1, failures: [] } }),
};
const list = (more: Record<string, (call: Call) => Reply> = {}, permissions = ['index'], of = source) =>
  renderAdmin(<ResourceList resource="book" />, { source: of, permissions, answers: { ...answers, ...more } });
const undone = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path === '/resources/book/undelete').map(({ body }) => body);
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'ra.action.delete' }));
const deleteFirst = async () => {
  const row = (await screen.findByText('Dune')).closest('tr')!;
  await userEvent.click(within(row).getByRole('button', { name: 'admin.action.more' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'ra.action.delete' }));
  await confirm();
};

describe('undo of a deletion', () => {
  it('is offered with the message of success, by key as well, and fetches the list again', async () => {
    const { calls } = await list();
    await deleteFirst();
    expect(await screen.findByText('admin.delete.done')).toBeTruthy();
    const undo = await screen.findByRole('button', { name: 'ra.action.undo' });
    undo.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Deletion undone')).toBeTruthy();
    expect(undone(calls)).toEqual([{ ids: [1] }]);
    const asked = calls.findIndex(({ path }) => path === '/resources/book/undelete');
    await waitFor(() => expect(calls.slice(asked + 1).some(({ path }) => path === '/books/list')).toBe(true));
  });

  it('takes back all that were deleted together', async () => {
    const { calls } = await list();
    await screen.findByText('Dune');
    for (const box of screen.getAllByRole('checkbox', { name: 'admin.bulk.select' })) await userEvent.click(box);
    await userEvent.click(within(screen.getByRole('toolbar')).getByText('ra.action.delete'));
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'ra.action.undo' }));
    await waitFor(() => expect(undone(calls)).toEqual([{ ids: [1, 2] }]));
  });

  it('is offered on the way back from the detail', async () => {
    const { calls } = await renderAdmin(<ResourceShow resource="book" id={1} />, { source, answers });
    await userEvent.click(await screen.findByRole('button', { name: 'ra.action.delete' }));
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'ra.action.undo' }));
    await waitFor(() => expect(undone(calls)).toEqual([{ ids: [1] }]));
  });

  it('says why a record cannot come back', async () => {
    await list({ [UNDELETE]: () => ({ statusCode: 400, message: 'Not restored: Title: Already exists' }) });
    await deleteFirst();
    await userEvent.click(await screen.findByRole('button', { name: 'ra.action.undo' }));
    expect(await screen.findByText('Not restored: Title: Already exists')).toBeTruthy();
  });

  it('is not offered where deleting is for good', async () => {
    await list({}, ['index'], testSource);
    await deleteFirst();
    expect(await screen.findByText('admin.delete.done')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'ra.action.undo' })).toBeNull();
  });
});

describe('deleted rows', () => {
  it('are a filter for those who may delete alone', async () => {
    const filters = async (): Promise<boolean> => {
      await screen.findByText('Dune');
      await within(screen.getByRole('search')).findAllByRole('combobox');
      await userEvent.click(screen.getByRole('button', { name: 'admin.filter.more' }));
      return screen.queryAllByLabelText('Deleted').length > 0;
    };
    const { unmount } = await list();
    expect(await filters()).toBe(true);
    unmount();
    await list({}, ['book-list', 'book-edit']);
    expect(await filters()).toBe(false);
  });

  const chooseDeleted = async () => {
    await screen.findByText('Dune');
    await userEvent.click(screen.getByRole('button', { name: 'admin.filter.more' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Deleted' }));
    await userEvent.click(await screen.findByRole('option', { name: 'ra.boolean.true' }));
    return (await screen.findByText('Ulysses')).closest('tr')!;
  };

  it('are shown on demand with their way back, alone or together, and lead nowhere else', async () => {
    const { calls } = await list();
    const row = await chooseDeleted();
    expect(within(row).queryByRole('link')).toBeNull();
    expect(within(row).queryByText('ra.action.edit')).toBeNull();
    const restore = await within(row).findByRole('button', { name: 'admin.undelete.one' });
    await userEvent.click(restore);
    await waitFor(() => expect(undone(calls)).toEqual([{ ids: [3] }]));
    await userEvent.click(screen.getByRole('checkbox', { name: 'admin.bulk.select' }));
    const toolbar = screen.getByRole('toolbar');
    expect(within(toolbar).queryByText('ra.action.delete')).toBeNull();
    await userEvent.click(await within(toolbar).findByText('admin.undelete.row'));
    await waitFor(() => expect(undone(calls)).toEqual([{ ids: [3] }, { ids: [3] }]));
  });

  it('stay selected as far as they stay deleted', async () => {
    const ghosts = [3, 4].map((id) => ({ ...gone[0]!, id, title: id === 3 ? 'Ulysses' : 'Kim' }));
    const replies: Reply[] = [
      { statusCode: 400, message: 'Not restored: a and b', data: { count: 0, failures: [{ id: 3 }, { id: 4 }] } },
      { message: 'Not restored: b', data: { count: 1, failures: [{ id: 4, message: 'b' }] } },
      { message: 'Deletion undone', data: { count: 1, failures: [] } },
    ];
    let back: readonly number[] = [];
    await list({
      'GET /books/list': ({ query }) => ({
        data: { list: query['deleted'] === 'true' ? ghosts.filter(({ id }) => !back.includes(id)) : rows, total: 2 },
      }),
      [UNDELETE]: () => {
        if (replies.length === 2) back = [3];
        return replies.shift()!;
      },
    });
    await chooseDeleted();
    for (const box of screen.getAllByRole('checkbox', { name: 'admin.bulk.select' })) await userEvent.click(box);
    const selected = () => screen.queryByRole('toolbar')?.getAttribute('aria-label');
    const before = selected();
    await userEvent.click(await within(screen.getByRole('toolbar')).findByText('admin.undelete.row'));
    expect(await screen.findByText('Not restored: a and b')).toBeTruthy();
    expect(selected()).toBe(before);
    await userEvent.click(await within(screen.getByRole('toolbar')).findByText('admin.undelete.row'));
    expect(await screen.findByText('Not restored: b')).toBeTruthy();
    const kim = (await screen.findByText('Kim')).closest('tr')!;
    await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true })).not.toEqual([]));
    expect(within(kim).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await userEvent.click(await within(screen.getByRole('toolbar')).findByText('admin.undelete.row'));
    expect(await screen.findByText('Deletion undone')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });
});
