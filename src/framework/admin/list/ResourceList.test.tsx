import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ResourceList from './ResourceList.tsx';

strictConsole();

const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 1234.5, shopId: 4, shopName: 'Old Town' },
  { id: 2, title: 'Emma', state: 1, price: null, shopId: null, shopName: '' },
];
const full = { 'GET /books/list': () => ({ data: { list: ROWS, total: 2 } }) };
const NOTHING_CHANGES = { addEventListener: () => undefined, removeEventListener: () => undefined };
const list = <ResourceList resource="book" />;

describe('list', () => {
  it('shows rows with typed values, its name and the count', async () => {
    await renderAdmin(list, { answers: full });
    const row = (await screen.findByText('Dune')).closest('tr')!;
    expect(within(row).getByText('THB 1,234.50')).toBeTruthy();
    expect(within(row).getByText('codes.bookState.0').closest('[data-tone]')?.getAttribute('data-tone')).toBe('done');
    expect(within(row).getByText('Old Town')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('2');
  });

  it('shows a second line in the cell of a column that has one', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, columns: ['title', 'state'], below: { title: 'shopId' }, hiddenColumns: ['shopId'] },
    }));
    await renderAdmin(list, { answers: full, source });
    const cell = (await screen.findByText('Dune')).closest('td')!;
    expect(within(cell).getByText('Old Town')).toBeTruthy();
    const header = screen.getByText('Title').closest('th');
    expect([header?.textContent, header?.dataset['below']]).toEqual(['Title', 'Shop']);
    expect(screen.queryByText('Shop')).toBeNull();
  });

  it('leaves one action open where cells have two lines, two elsewhere', async () => {
    const plain = await renderAdmin(list, { answers: full });
    const offered = (title: string) =>
      within(screen.getByText(title).closest('tr')!)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter(Boolean);
    await screen.findByText('Dune');
    expect(offered('Dune')).toHaveLength(2);
    plain.unmount();
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, columns: ['title', 'state'], below: { title: 'shopId' }, hiddenColumns: ['shopId'] },
    }));
    await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    expect(offered('Dune')).toEqual(['Lend']);
  });

  it('keeps what is done to a list now and then in a menu of its head', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      actions: [{ name: 'count', post: '/books/count', permission: 'edit', on: 'list', aside: true }],
    }));
    const { calls } = await renderAdmin(list, { answers: { ...full, 'POST /books/count': () => ({}) }, source });
    const more = await screen.findByText('admin.action.more');
    expect(screen.queryByText('Count')).toBeNull();
    await userEvent.click(more);
    await userEvent.click(await screen.findByRole('menuitem'));
    await waitFor(() => expect(calls.some(({ path }) => path === '/books/count')).toBe(true));
  });

  it('writes what stands in second lines into a file, too', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      api: { ...declared.api!, export: '/books/export' },
      list: { ...declared.list!, columns: ['title', 'state'], below: { title: 'shopId' }, hiddenColumns: ['shopId'] },
    }));
    const { calls } = await renderAdmin(list, {
      answers: { ...full, 'GET /books/export': () => ({ status: 500, statusCode: 500, message: 'No room' }) },
      source,
    });
    await screen.findByText('Dune');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.export' }));
    await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/books/export'));
    expect(calls.at(-1)!.query['columns']).toEqual('title,shopId,state');
  });

  it('says a time short where the list wants that, also in the cell that opens the record', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, columns: ['createTime', 'updateTime'], short: ['createTime', 'updateTime'] },
    }));
    const times = { createTime: '2027-03-01 10:00:00', updateTime: '2027-03-02 10:00:00' };
    const rows = [{ ...ROWS[0], ...times }];
    await renderAdmin(list, { answers: { 'GET /books/list': () => ({ data: { list: rows, total: 1 } }) }, source });
    const opening = await screen.findByTitle(times.createTime);
    expect(opening.closest('a')).toBeTruthy();
    expect([opening, screen.getByTitle(times.updateTime)].map(({ textContent }) => textContent)).toEqual([
      '03月01日 10:00',
      '03月02日 10:00',
    ]);
  });

  it('on a phone shows cards that leave out what a record does not have', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ ...NOTHING_CHANGES, matches: query.includes('max-width') }));
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, card: ['title', 'price', 'shopId', 'state'] },
    }));
    await renderAdmin(list, { answers: full, source });
    const labels = (title: string) =>
      [...screen.getByText(title).closest('li')!.querySelectorAll('[data-field]')].map((one) =>
        one.getAttribute('data-field'),
      );
    await screen.findByText('Dune');
    expect(labels('Dune')).toEqual(['title', 'price', 'shopId', 'state']);
    expect(labels('Emma')).toEqual(['title', 'state']);
  });

  it.each([false, true])(
    'calls a record by its title where its first property is empty, on a phone: %s',
    async (phone) => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        ...NOTHING_CHANGES,
        matches: phone && query.includes('max-width'),
      }));
      const source = withResource('book', (declared) => ({
        ...declared,
        list: { ...declared.list!, columns: ['price', 'title'], card: ['price', 'title'] },
      }));
      await renderAdmin(list, { answers: full, source });
      expect((await screen.findByRole('link', { name: 'Emma' })).getAttribute('href')).toContain('2');
    },
  );

  it('reads "10,000+" where the server stopped counting', async () => {
    await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: ROWS, total: 54_321, totalAtLeast: true } }) },
    });
    await screen.findByText('Dune');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('10,000+');
  });

  it('asks for twenty rows, and offers pages of 10, 20, 50 and 100', async () => {
    const { calls } = await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: ROWS, total: 200 } }) },
    });
    await screen.findByText('Dune');
    expect(calls.filter(({ path }) => path === '/books/list').map(({ query }) => query)).toMatchObject([
      { pageNo: '1', pageSize: '20' },
    ]);
    await userEvent.click(screen.getByRole('combobox', { name: /page_rows_per_page/ }));
    const sizes = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(sizes.map((size) => size.textContent)).toEqual(['10', '20', '50', '100']);
    await userEvent.click(sizes[2]!);
    await waitFor(() => expect(calls.at(-1)!.query).toMatchObject({ pageNo: '1', pageSize: '50' }));
  });

  it('says which record it was opened from, and shows all again when that is taken away', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'shopId', hidden: true }], filterDefaults: { shopId: '4' } },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const asked = () => calls.filter(({ path }) => path === '/books/list').at(-1)!.query['shopId'];
    expect(asked()).toBe('4');
    await userEvent.click(screen.getByTestId('CancelIcon'));
    await waitFor(() => expect(asked()).toBeUndefined());
  });

  it('sends a range that needs both ends when it has them, and says what is missing until then', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'price', bothEnds: true }] },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const sent = () => calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['priceStart']);
    const [from, to] = within(screen.getByRole('search')).getAllByRole('textbox');
    await userEvent.type(from!, '10{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('msg.rangeRequired');
    await userEvent.type(to!, '20{Enter}');
    await waitFor(() => expect(sent().at(-1)).toBe('10'));
    expect(calls.at(-1)!.query).toMatchObject({ priceStart: '10', priceEnd: '20' });
    expect(new Set(sent())).toEqual(new Set([undefined, '10']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for one of several ranges at a time, by its own name, and keeps the ends when another is chosen', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: {
        ...declared.list!,
        filters: [
          { name: 'price', bothEnds: true },
          { name: 'createTime', insteadOf: 'price' },
        ],
      },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const asked = () =>
      Object.entries(calls.filter(({ path }) => path === '/books/list').at(-1)!.query).filter(([name]) =>
        /(Start|End)$/.test(name),
      );
    const bar = within(screen.getByRole('search'));
    expect(bar.queryByText(/createTime/)).toBeNull();
    const which = await bar.findByRole('combobox');
    const [from, to] = bar.getAllByRole('textbox');
    await userEvent.type(from!, '10{Enter}');
    await userEvent.type(to!, '20{Enter}');
    await waitFor(() => expect(asked()).toEqual([['priceStart', '10'], ['priceEnd', '20']])); // prettier-ignore
    await userEvent.click(which);
    await userEvent.click(within(await screen.findByRole('listbox')).getAllByRole('option')[1]!);
    await waitFor(() => expect(asked()).toEqual([['createTimeStart', '10'], ['createTimeEnd', '20']])); // prettier-ignore
    await waitFor(() => expect(bar.getAllByRole('textbox')).toHaveLength(2));
  });

  it('says that an export failed, and why', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      api: { ...declared.api!, export: '/books/export' },
    }));
    await renderAdmin(list, {
      answers: { ...full, 'GET /books/export': () => ({ status: 500, statusCode: 500, message: 'No room' }) },
      source,
    });
    await screen.findByText('Dune');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.export' }));
    await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
    expect((await screen.findByText(/admin\.export\.failed/)).textContent).toContain('No room');
  });

  it('shows its skeleton until the rows are here', async () => {
    const view = await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: ROWS, total: 2 } }) },
    });
    expect(view.container.querySelector('[role="status"]')).toBeTruthy();
    expect(await screen.findByText('Dune')).toBeTruthy();
  });

  it('says why it is empty and offers the first record to those who may add one', async () => {
    const { unmount } = await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
      permissions: ['book-list', 'book-add'],
    });
    expect(await screen.findByText('admin.list.empty')).toBeTruthy();
    expect(screen.getAllByText('admin.list.create').length).toBe(2);
    unmount();
    await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
      permissions: ['book-list'],
    });
    expect(await screen.findByText('admin.list.empty')).toBeTruthy();
    expect(screen.queryByText('admin.list.create')).toBeNull();
  });

  it('keeps its filters when loading fails, and tries again', async () => {
    let works = false;
    await renderAdmin(list, {
      answers: {
        'GET /books/list': () =>
          works ? { data: { list: ROWS, total: 2 } } : { status: 500, message: 'Operation failed' },
      },
    });
    const retry = await screen.findByText('admin.list.retry');
    expect(screen.getByRole('search')).toBeTruthy();
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('Dune')).toBeTruthy();
  });

  it('sends the keyword and shows it as a chip that takes it off again', async () => {
    const { calls } = await renderAdmin(list, { answers: full });
    await screen.findByText('Dune');
    await userEvent.type(screen.getByRole('searchbox'), 'du{Enter}');
    await waitFor(() => expect(calls.at(-1)!.query['keyword']).toBe('du'));
    const chip = (await screen.findByText(/admin.filter.searchLabel: du/)).closest('.MuiChip-root')!;
    await userEvent.click(chip.querySelector('svg')!);
    await waitFor(() => expect(calls.at(-1)!.query).not.toHaveProperty('keyword'));
  });

  it('begins with the filters of its declaration, which the user can take off', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filterDefaults: { state: '0' } },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    expect(calls.at(-1)!.query['state']).toBe('0');
    await userEvent.click(screen.getByText('admin.filter.clear'));
    await waitFor(() => expect(calls.at(-1)!.query).not.toHaveProperty('state'));
  });

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

  it('lists the rows that a bulk delete could not delete', async () => {
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
  });
});
