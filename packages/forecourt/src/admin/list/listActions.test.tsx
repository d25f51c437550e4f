import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { full, list, ROWS } from './testing/books.tsx';

strictConsole();

describe('what a list lets do', () => {
  it('offers each row what its state and the user allow', async () => {
    await renderAdmin(list, { answers: full, permissions: ['book-list', 'book-edit', 'book-disable'] });
    const [dune, emma] = [
      (await screen.findByText('Dune')).closest('tr')!,
      (await screen.findByText('Emma')).closest('tr')!,
    ];
    expect(within(dune).getByText('Lend')).toBeTruthy();
    expect(within(emma).queryByText('Lend')).toBeNull();
    expect(within(emma).getByText('Retire')).toBeTruthy();
    expect(screen.queryByText('ra.action.delete')).toBeNull();
  });

  it('says before a deletion what goes with it, of one row and of several, and asks nothing where nothing does', async () => {
    const plain = withResource('book', (declared) => ({ ...declared, actions: [] }));
    const reached = [
      { resource: 'page', title: 'Pages', count: 3, effect: 'cascade' },
      { resource: 'loan', title: 'Loans', count: 1, effect: 'clear' },
    ];
    const { calls } = await renderAdmin(list, {
      source: { ...plain, reaches: ['book'] },
      answers: { ...full, 'GET /resources/book/reach': () => ({ data: reached }) },
    });
    const row = within((await screen.findByText('Dune')).closest('tr')!);
    await userEvent.click(row.getByText('ra.action.delete'));
    const question = within(await screen.findByRole('dialog'));
    expect(await question.findByText('admin.delete.cascade')).toBeTruthy();
    expect(question.getByText('admin.delete.clear')).toBeTruthy();
    const asked = calls.filter(({ path }) => path === '/resources/book/reach');
    expect(asked).toHaveLength(1);
  });

  it('offers to edit and to delete only what its state lets be edited and deleted', async () => {
    const book = await testSource.schemas['book']!();
    const states = { field: 'state', initial: 0, transitions: [], editable: [0, 1], deletable: [0] };
    const rows = [...ROWS, { ...ROWS[0]!, id: 3, title: 'Hiob', state: 2 }];
    await renderAdmin(list, {
      source: {
        ...withResource('book', (declared) => ({ ...declared, actions: [] })),
        schemas: { ...testSource.schemas, book: () => Promise.resolve({ ...book, 'x-states': states }) },
      },
      answers: { 'GET /books/list': () => ({ data: { list: rows, total: 3 } }) },
    });
    const offered = async (title: string): Promise<readonly string[]> => {
      const row = within((await screen.findByText(title)).closest('tr')!);
      return ['edit', 'delete'].filter((verb) => row.queryByText(`ra.action.${verb}`) !== null);
    };
    expect(await offered('Dune')).toEqual(['edit', 'delete']);
    expect(await offered('Emma')).toEqual(['edit']);
    expect(await offered('Hiob')).toEqual([]);
  });

  it('offers to delete what a condition lets be deleted, and of several rows those, saying how many they are', async () => {
    const book = await testSource.schemas['book']!();
    const deletable = { properties: { state: { const: 0 }, price: { maximum: 10 } } };
    const states = { field: 'state', initial: 0, transitions: [], deletable };
    const rows = [5, 12, 7].map((price, at) => ({ ...ROWS[0]!, id: at + 1, title: `B${at + 1}`, price }));
    const { calls } = await renderAdmin(list, {
      source: {
        ...withResource('book', (declared) => ({ ...declared, actions: [] })),
        schemas: { ...testSource.schemas, book: () => Promise.resolve({ ...book, 'x-states': states }) },
      },
      answers: {
        'GET /books/list': () => ({ data: { list: rows, total: 3 } }),
        'DELETE /books/delete/1': () => ({}),
        'DELETE /books/delete/3': () => ({}),
      },
    });
    await screen.findByText('B1');
    expect(screen.getAllByText('ra.action.delete')).toHaveLength(2);
    const [, second, third] = screen.getAllByLabelText('admin.bulk.select');
    const bar = () => within(screen.getByRole('toolbar'));
    await userEvent.click(second!);
    expect(bar().getByText('admin.bulk.deleteSome')).toHaveProperty('disabled', true);
    await userEvent.click(third!);
    await userEvent.click(screen.getAllByLabelText('admin.bulk.select')[0]!);
    await userEvent.click(bar().getByText('admin.bulk.deleteSome'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByText('ra.action.delete'));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        '/books/delete/3',
        '/books/delete/1',
      ]),
    );
  });

  it('believes the actions that a record lists over the declared condition', async () => {
    await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: [{ ...ROWS[0], actions: ['retire'] }], total: 1 } }) },
    });
    const row = (await screen.findByText('Dune')).closest('tr')!;
    expect(within(row).queryByText('Lend')).toBeNull();
    expect(within(row).getByText('Retire')).toBeTruthy();
  });

  it('asks with the verb on the button, runs the action and fetches the rows again', async () => {
    const { calls } = await renderAdmin(list, {
      answers: { ...full, 'POST /books/retire/2': () => ({ message: 'Retired' }) },
    });
    const row = (await screen.findByText('Emma')).closest('tr')!;
    await userEvent.click(within(row).getByText('Retire'));
    const dialog = await screen.findByRole('dialog');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retire' }));
    expect(await screen.findByText('Retired')).toBeTruthy();
    const posted = calls.findIndex(({ method }) => method === 'POST');
    await waitFor(() => expect(calls.slice(posted + 1).some(({ path }) => path === '/books/list')).toBe(true));
  });

  it('fetches the rows again at once, however new they are, by its button and by its key', async () => {
    const { calls } = await renderAdmin(list, { answers: full });
    await screen.findByText('Dune');
    const asked = () => calls.filter(({ path }) => path === '/books/list').length;
    expect(asked()).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'admin.refresh.label' }));
    await waitFor(() => expect(asked()).toBe(2));
    await userEvent.keyboard('r');
    await waitFor(() => expect(asked()).toBe(3));
  });

  it('lists the rows that a bulk delete could not delete, and keeps them selected', async () => {
    await renderAdmin(list, {
      answers: {
        ...full,
        'DELETE /books/delete/1': () => ({}),
        'DELETE /books/delete/2': () => ({ statusCode: 400, message: '3 loans use it' }),
      },
    });
    await screen.findByText('Dune');
    for (const box of screen.getAllByLabelText('admin.bulk.select')) await userEvent.click(box);
    await userEvent.click(within(screen.getByRole('toolbar')).getByText('ra.action.delete'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByText('ra.action.delete'));
    expect(await screen.findByText('#2: 3 loans use it')).toBeTruthy();
    // What stayed is selected still.
    await userEvent.click(screen.getByText('ra.action.close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const boxes = screen.getAllByLabelText<HTMLInputElement>('admin.bulk.select');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true]);
  });

  it('asks in general words where an action has none of its own, and does nothing when one says no', async () => {
    const { calls } = await renderAdmin(list, { answers: full });
    const row = (await screen.findByText('Emma')).closest('tr')!;
    await userEvent.click(within(row).getByText('Retire'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('admin.action.confirm')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'admin.action.back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('deletes several rows by one call where there is one, after a question, and says which stay', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      api: { ...declared.api!, deleteMany: '/books/deletebatch' },
    }));
    const { calls } = await renderAdmin(list, {
      source,
      answers: {
        ...full,
        'POST /books/deletebatch': () => ({ data: { failures: [{ id: 2, name: 'Emma', message: '3 loans use it' }] } }),
      },
    });
    await screen.findByText('Dune');
    for (const box of screen.getAllByLabelText('admin.bulk.select')) await userEvent.click(box);
    await userEvent.click(within(screen.getByRole('toolbar')).getByText('ra.action.delete'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    await userEvent.click(dialog.getByText('ra.action.delete'));
    expect(await screen.findByText('Emma: 3 loans use it')).toBeTruthy();
    expect(calls.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'POST', path: '/books/deletebatch', body: { ids: [1, 2] } },
    ]);
  });

  it('keeps the selection when its question is given up or refused, and ends it when the action is done', async () => {
    const shop = withResource('book', (book) => ({
      ...book,
      actions: [
        { name: 'lock', post: '/books/lock', permission: 'disable', on: 'bulk', confirm: true },
        { name: 'move', post: '/books/move', permission: 'disable', on: 'bulk', ask: ['reason'] },
      ],
    }));
    let refused = false;
    await renderAdmin(list, {
      source: shop,
      answers: {
        ...full,
        'POST /books/lock': () => {
          if (refused) return { message: 'Locked' };
          refused = true;
          return { statusCode: 400, message: 'Not now' };
        },
        'POST /books/move': () => ({ message: 'Moved' }),
      },
    });
    await screen.findByText('Dune');
    const [first] = screen.getAllByLabelText<HTMLInputElement>('admin.bulk.select');
    const press = async (verb: string, answer: string) => {
      await userEvent.click(within(screen.getByRole('toolbar')).getByText(verb));
      // What asks loads when it is first opened.
      await screen.findByText('admin.bulk.selected', { selector: '[role=dialog] *' }, { timeout: 10_000 });
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await userEvent.click(first!);
    await press('Lock', 'admin.action.back');
    await press('Move', 'admin.action.back');
    expect(first!.checked).toBe(true);
    await press('Lock', 'Lock');
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(first!.checked).toBe(true);
    await press('Lock', 'Lock');
    await waitFor(() => expect(first!.checked).toBe(false));
    await userEvent.click(first!);
    await press('Move', 'Move');
    await waitFor(() => expect(first!.checked).toBe(false));
  });
});
