import { Profiler } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { registerComponents } from '../values/registry.ts';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { full, list, ROWS } from './testing/books.tsx';

strictConsole();

const NOTHING_CHANGES = { addEventListener: () => undefined, removeEventListener: () => undefined };

describe('list', () => {
  it('shows rows with typed values, its name and the count', async () => {
    await renderAdmin(list, { answers: full });
    const row = (await screen.findByText('Dune')).closest('tr')!;
    // The head says the currency once; the cells show the amount alone.
    expect(within(row).getByText('1,234.50')).toBeTruthy();
    expect([...document.querySelectorAll('th [data-unit]')].map((head) => head.getAttribute('data-unit'))).toContain(
      'THB',
    );
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

  it('says nothing in a second line of an amount that is none', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, columns: ['title', 'state'], below: { title: 'price' }, hiddenColumns: ['price'] },
    }));
    const rows = [
      { id: 1, title: 'Dune', state: 0, price: 0 },
      { id: 2, title: 'Emma', state: 0, price: 5 },
    ];
    const answers = { 'GET /books/list': () => ({ data: { list: rows, total: 2 } }) };
    await renderAdmin(list, { answers, source });
    expect((await screen.findByText('Dune')).closest('td')!.textContent).toBe('Dune');
    expect(screen.getByText('Emma').closest('td')!.textContent).toContain('5.00');
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

  it('keeps amounts to the right where a component says them, and what other components say to the left', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      components: { price: { field: 'Share' }, state: { field: 'Share' } },
    }));
    registerComponents({
      eager: { Share: ({ field }: { field: { name: string } }) => <>{`share of ${field.name}`}</> },
    });
    await renderAdmin(list, { answers: full, source });
    const cell = async (name: string) => (await screen.findAllByText(`share of ${name}`))[0]!.closest('td')!;
    expect((await cell('price')).style.textAlign).toBe('right');
    expect((await cell('state')).style.textAlign).toBe('');
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

  it('says nothing of the usual value of a column', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, columns: ['title', 'price'], quiet: { price: 40 } },
    }));
    const rows = [
      { ...ROWS[0], price: 40 },
      { ...ROWS[0], id: 99, title: 'Emma', price: 50 },
    ];
    await renderAdmin(list, { answers: { 'GET /books/list': () => ({ data: { list: rows, total: 2 } }) }, source });
    const price = async (title: string) =>
      (await screen.findByText(title)).closest('tr')!.querySelector('[data-field="price"]')!.textContent;
    expect(await price(String(ROWS[0]!.title))).toBe('');
    expect(await price('Emma')).toContain('50');
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

  it('is sorted by the buttons of its head, which say by what and in which direction', async () => {
    const { calls } = await renderAdmin(list, { answers: full });
    await screen.findByText('Dune');
    const asked = () => {
      const { sortField, sortOrder } = calls.filter(({ path }) => path === '/books/list').at(-1)!.query;
      return [sortField, sortOrder];
    };
    const head = (name: string) => screen.getByRole('columnheader', { name });
    const sorted = (name: string) => head(name).getAttribute('aria-sort');
    const button = (name: string) => within(head(name)).getByRole('button', { name });
    expect([asked(), sorted('Title')]).toEqual([['title', 'ascend'], 'ascending']);
    expect(button('Title').title).toContain('ra.sort.sort_by');
    await userEvent.click(button('Price'));
    await waitFor(() => expect(asked()).toEqual(['price', 'ascend']));
    expect([sorted('Title'), sorted('Price')]).toEqual([null, 'ascending']);
    await userEvent.click(button('Price'));
    await waitFor(() => expect(asked()).toEqual(['price', 'descend']));
    expect(sorted('Price')).toBe('descending');
    expect(within(head('admin.list.actions')).queryByRole('button')).toBeNull();
  });

  it('offers no other order of a log than its usual one', async () => {
    const book = async () => ({ ...(await testSource.schemas['book']!()), 'x-log': 'append' as const });
    const source = { ...testSource, schemas: { ...testSource.schemas, book } };
    await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const sorts = (name: string) => within(screen.getByRole('columnheader', { name })).queryAllByRole('button').length;
    expect([sorts('Title'), sorts('Price')]).toEqual([1, 0]);
  });

  it('goes back to its usual order where the server refuses the one that was asked for', async () => {
    const { calls } = await renderAdmin(list, {
      answers: {
        'GET /books/list': ({ query }) =>
          query['sortField'] === 'price'
            ? { statusCode: 400, message: 'Invalid parameter', data: { errors: { sortField: 'Unknown field' } } }
            : { data: { list: ROWS, total: 2 } },
      },
    });
    await screen.findByText('Dune');
    const asked = () => calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['sortField']);
    await userEvent.click(within(screen.getByRole('columnheader', { name: 'Price' })).getByRole('button'));
    await waitFor(() => expect(asked()).toContain('price'));
    await waitFor(() => expect(asked().at(-1)).toBe('title'));
    await waitFor(() => expect(screen.queryByText('admin.list.failed')).toBeNull());
    expect(screen.getByText('Dune')).toBeTruthy();
  });

  it('is drawn once before it is seen: nothing in it has its page drawn again while it is put in place', async () => {
    const drawn: string[] = [];
    await renderAdmin(
      <Profiler id="list" onRender={(_id, phase) => drawn.push(phase)}>
        {list}
      </Profiler>,
      { answers: full },
    );
    await screen.findByText('Dune');
    expect(drawn).not.toContain('nested-update');
  });

  it('asks for twenty rows, and offers pages of 10, 20, 50 and 100', async () => {
    const { calls } = await renderAdmin(list, {
      answers: { 'GET /books/list': () => ({ data: { list: ROWS, total: 200 } }) },
    });
    await screen.findByText('Dune');
    expect(calls.filter(({ path }) => path === '/books/list').map(({ query }) => query)).toMatchObject([
      { pageNo: '1', pageSize: '20' },
    ]);
    await userEvent.click(await screen.findByRole('combobox', { name: /page_rows_per_page/ }));
    const sizes = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(sizes.map((size) => size.textContent)).toEqual(['10', '20', '50', '100']);
    await userEvent.click(sizes[2]!);
    await waitFor(() => expect(calls.at(-1)!.query).toMatchObject({ pageNo: '1', pageSize: '50' }));
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
});
