import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useGetOne } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { ActionButton } from '../actions/ActionButton.tsx';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { reading } from '../values/reading.ts';
import { registerComponents } from '../values/registry.ts';
import { list, ROWS } from './testing/books.tsx';

strictConsole();

/** A server that answers of each row what it is asked for, as ours does. */
const answers = {
  'GET /books/list': ({ query }: Call): Reply => {
    const names = query['fields']?.split(',');
    const part = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !names || name === 'id' || names.includes(name))); // prettier-ignore
    return { data: { list: ROWS.map(part), total: 2 } };
  },
};
const asksOf = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['fields']?.split(','));

const withHidden = withResource('book', (declared) => ({
  ...declared,
  list: {
    ...declared.list!,
    columns: ['title', 'shopId'],
    card: ['title'],
    hiddenColumns: ['price', 'state', 'phone'],
  },
  actions: [],
}));

describe('rows of a list', () => {
  it('hold what its columns, its actions and their questions show, and what their records are called', async () => {
    const { calls } = await renderAdmin(list, { answers });
    expect(await screen.findByText('Old Town')).toBeTruthy();
    // The state decides whether a book is lent; the question before it is retired says the first columns.
    expect(asksOf(calls)).toEqual([['title', 'state', 'price', 'shopId', 'shopName', 'updateTime']]);
  });

  it('are asked for once more when a hidden column is shown, which is empty until they come, and not when it is hidden again', async () => {
    const { calls } = await renderAdmin(list, { answers, source: withHidden });
    await screen.findByText('Old Town');
    expect(asksOf(calls)).toEqual([['title', 'shopId', 'shopName', 'updateTime']]);
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.select_columns' }));
    const price = await screen.findByLabelText('Price');
    await userEvent.click(price);
    expect(await screen.findByText('1,234.50')).toBeTruthy();
    const asks = [expect.anything() as unknown, ['title', 'price', 'shopId', 'shopName', 'updateTime']];
    expect(asksOf(calls)).toEqual(asks);
    await userEvent.click(price);
    await waitFor(() => expect(screen.queryByText('1,234.50')).toBeNull());
    expect(asksOf(calls)).toEqual(asks);
  });

  it('hold what a component of the application says that it reads; all, where one does not say it', async () => {
    const Shelf = ({ record }: { record: { readonly phone?: unknown } }) => <>{`call ${String(record.phone)}`}</>;
    const source = withResource('book', (declared) => ({
      ...declared,
      components: { title: { field: 'Shelf' } },
      actions: [],
    }));
    registerComponents({ eager: { Shelf: reading(['phone'], Shelf) } });
    const first = await renderAdmin(list, { answers, source });
    await waitFor(() => expect(asksOf(first.calls)[0]).toContain('phone'));
    first.unmount();
    registerComponents({ eager: { Shelf: ({ record }: { record: object }) => <>{JSON.stringify(record)}</> } });
    const second = await renderAdmin(list, { answers, source });
    await waitFor(() => expect(asksOf(second.calls)).toEqual([undefined]));
  });

  it('are no records: who opens one asks for it as a whole', async () => {
    function Opened() {
      const { data } = useGetOne('book', { id: 1 });
      return <p>{data ? `known: ${String(data['phone'])}` : 'unknown'}</p>;
    }
    const whole = { ...ROWS[0], phone: '0812345678' };
    const { calls } = await renderAdmin(
      <>
        {list}
        <Opened />
      </>,
      { answers: { ...answers, 'GET /books/info/1': () => ({ data: whole }) } },
    );
    await screen.findByText('Old Town');
    expect(await screen.findByText('known: 0812345678')).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/books/info/1')).toHaveLength(1);
  });
});

describe('the dialog of an action', () => {
  const source = withResource('book', (declared) => ({
    ...declared,
    actions: [{ name: 'lend', post: '/books/lend', permission: 'edit', ask: ['price'] }],
  }));

  it('begins with the record as its list has it, for who may not read it alone', async () => {
    const { runtime } = await renderAdmin(null, { source });
    const model = runtime.model.loaded('book')!;
    const { calls } = await renderAdmin(
      <ActionButton model={model} action={model.actions[0]!} record={{ id: 1, title: 'Dune' }} />,
      {
        source,
        answers: {
          ...answers,
          'GET /books/info/1': () => ({ status: 403, statusCode: 403, message: 'Not for you' }),
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findByLabelText<HTMLInputElement>(/^Price/, { selector: 'input' })).value).toContain('1,234.5'); // prettier-ignore
    expect(asksOf(calls)).toEqual([undefined]);
  });
});
