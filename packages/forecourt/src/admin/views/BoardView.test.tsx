import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { withResource } from '../testing/withResource.ts';
import { strictConsole } from '../testing/strictConsole.ts';
import { answer, ROWS, showView } from './testing/showView.tsx';

strictConsole();

describe('board', () => {
  const column = async (index: number) => (await screen.findAllByRole('region'))[index]!;
  const moveTo = async (title: string, code: number) => {
    const card = (await screen.findByText(title)).closest('li')!;
    await userEvent.click(within(card).getByLabelText('admin.board.moveRecord'));
    await userEvent.click((await screen.findAllByRole('menuitem'))[code]!);
  };

  it('counts every record of a column, whatever it shows of them, and shows more on demand', async () => {
    const rowsOf = (state: string, page: number) =>
      Array.from({ length: 20 }, (_, at) => ({ ...ROWS[0], id: `${state}-${page}-${at}`, state: Number(state) }));
    const totals: Record<string, number> = { '0': 79, '1': 17, '2': 3985 };
    const { calls } = await showView('board', {
      'GET /books/list': ({ query }) => ({
        data: { list: rowsOf(query['state']!, Number(query['pageNo'])), total: totals[query['state']!]! },
      }),
    });
    await screen.findAllByText('Dune');
    const heads = screen.getAllByRole('region').map((one) => within(one).getByRole('heading').textContent);
    expect(heads.map((text) => text.split(' ').at(-1))).toEqual(['79', '17', '3,985']);
    expect(calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['pageSize'])).toEqual([
      '20',
      '20',
      '20',
    ]);
    const last = await column(2);
    expect(within(last).getAllByRole('listitem')).toHaveLength(20);
    await userEvent.click(within(last).getByText('admin.board.more'));
    await waitFor(() => expect(within(last).getAllByRole('listitem')).toHaveLength(40));
    expect(calls.at(-1)!.query).toMatchObject({ state: '2', pageNo: '2', pageSize: '20' });
    expect(within(await column(1)).queryByText('admin.board.more')).toBeNull();
  });

  it('has cards of the declared lines, without labels', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: {
        ...declared.list!,
        views: { board: { by: 'state', lines: [['title', 'state'], ['fromDate', 'toDate'], ['updateTime']] } },
      },
    }));
    await showView('board', answer(), { source });
    const card = (await screen.findByText('Dune')).closest('li')!;
    expect(card.textContent).not.toContain('From date');
    expect(within(card).getByTitle('From date').textContent).not.toBe('');
    expect(card.textContent).toMatch(/^Dune·/);
    // What is empty takes no room.
    const other = screen.getByText('Emma').closest('li')!;
    expect(within(other).queryByTitle('From date')).toBeNull();
  });

  it('saves the code with updateTime when a card is moved by its menu', async () => {
    let state = 0;
    const { calls } = await showView('board', {
      'GET /books/list': () => ({ data: { list: [{ ...ROWS[0], state }], total: 1 } }),
      'GET /books/info/1': () => ({ data: { ...ROWS[0], state } }),
      'POST /books/save': ({ body }) => {
        state = (body as { state: number }).state;
        return { data: { id: 1 } };
      },
    });
    expect(within(await column(0)).getByText('Dune')).toBeTruthy();
    await moveTo('Dune', 0);
    await waitFor(async () => expect(within(await column(1)).getByText('Dune')).toBeTruthy());
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
      id: 1,
      updateTime: '2027-01-01 10:00:00',
      state: 1,
    });
    expect(screen.getAllByRole('status').some((one) => one.textContent === 'admin.board.moved')).toBe(true);
  });

  it('puts a refused card back with the message of the server', async () => {
    await showView('board', {
      ...answer(),
      'POST /books/save': () => ({ statusCode: 409, message: 'Changed meanwhile' }),
    });
    await moveTo('Dune', 1);
    const first = await column(0);
    expect(await within(first).findByText('Changed meanwhile')).toBeTruthy();
    expect(within(first).getByText('Dune')).toBeTruthy();
  });

  it('takes a dragged card, and a card nobody may edit has no way', async () => {
    const { calls, unmount } = await showView('board', {
      ...answer(),
      'POST /books/save': () => ({ data: { id: 1 } }),
      'GET /books/info/1': () => ({ data: ROWS[0] }),
    });
    const card = (await screen.findByText('Dune')).closest('li')!;
    const dataTransfer = { setData: () => undefined, effectAllowed: '' };
    fireEvent.dragStart(card, { dataTransfer });
    fireEvent.drop(await column(2), { dataTransfer });
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ state: 2 }));
    unmount();
    await showView('board', answer(), { permissions: ['book-list'] });
    await screen.findByText('Dune');
    expect(screen.queryByLabelText('admin.board.moveRecord')).toBeNull();
  });

  it('moves a state by the action that leads there, and nowhere else', async () => {
    const book = await testSource.schemas['book']!();
    const transitions = [
      { action: 'lend', from: [0], to: 1 },
      { action: 'retire', from: [0, 1], to: 2 },
    ];
    const source = {
      ...testSource,
      schemas: {
        ...testSource.schemas,
        book: () => Promise.resolve({ ...book, 'x-states': { field: 'state', initial: 0, transitions } }),
      },
    };
    const { calls } = await showView(
      'board',
      { ...answer(), 'POST /books/lend': () => ({ message: 'Lent' }) },
      { source },
    );
    const emma = (await screen.findByText('Emma')).closest('li')!;
    await userEvent.click(within(emma).getByLabelText('admin.board.moveRecord'));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
    await userEvent.click(screen.getByRole('menuitem'));
    // This one asks first: its own question, with the verb on the button.
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retire' })).toBeTruthy();
    await userEvent.click(within(screen.getByRole('dialog')).getByText('admin.action.back'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await moveTo('Dune', 0);
    await waitFor(() => expect(calls.find(({ path }) => path === '/books/lend')?.body).toEqual({ id: 1 }));
    expect(calls.some(({ path }) => path === '/books/save')).toBe(false);
  });
});
