import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import FormDialog from './FormDialog.tsx';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const STORED = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'Dune',
  state: 0,
  price: 1234.5,
  phone: '081****4567',
  reason: '',
  fromDate: '',
  toDate: '',
  shopId: null,
  shopName: '',
};
const info = { 'GET /books/info/5': () => ({ data: STORED }) };
const input = (label: RegExp): HTMLInputElement => screen.getByLabelText(label);
const save = () => userEvent.click(screen.getByText('ra.action.save'));
const posted = (calls: readonly { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);

describe('form', () => {
  it('marks the optional, and refuses what the schema requires before anything is sent', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" />);
    expect(screen.getByText('Price').textContent).toBe('Price admin.form.optional');
    expect(screen.getByText('Title').textContent).not.toContain('admin.form.optional');
    await save();
    expect(await screen.findByText('ra.validation.required')).toBeTruthy();
    expect(posted(calls)).toEqual([]);
  });

  it('shows and requires a field while its condition holds, and drops its value when it does not', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
      answers: { 'POST /books/save': () => ({ data: { id: 1 } }), 'GET /books/info/1': () => ({ data: { id: 1 } }) },
    });
    await userEvent.type(input(/^Title/), 'Emma');
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    await userEvent.click(screen.getByLabelText('codes.bookState.2'));
    expect(screen.getByText('Reason').textContent).not.toContain('admin.form.optional');
    await userEvent.type(input(/^Reason/), 'torn');
    await userEvent.click(screen.getByLabelText('codes.bookState.1'));
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    await save();
    await waitFor(() => expect(posted(calls)).toEqual([{ title: 'Emma', state: 1 }]));
  });

  it('is only read where the state of the record lets nobody change it, on a page and in a dialog', async () => {
    const book = await testSource.schemas['book']!();
    const states = { field: 'state', initial: 0, transitions: [], editable: [1] };
    const source = {
      ...testSource,
      schemas: { ...testSource.schemas, book: () => Promise.resolve({ ...book, 'x-states': states }) },
    };
    const onClose = vi.fn();
    const page = await renderAdmin(<ResourceForm resource="book" id={5} />, { source, answers: info });
    const dialog = <FormDialog resource="book" id={5} onClose={onClose} />;
    const closed = async () => {
      expect(await screen.findByText('admin.form.closed')).toBeTruthy();
      expect(input(/^Title/)).toMatchObject({ value: 'Dune', disabled: true });
      expect(screen.queryByText('ra.action.save')).toBeNull();
    };
    await closed();
    page.unmount();
    await renderAdmin(dialog, { source, answers: info });
    await closed();
    expect(screen.getByRole('heading', { name: 'admin.form.view' })).toBeTruthy();
    await userEvent.click(screen.getByText('ra.action.close'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks a relation for the records that fit it only', async () => {
    const [book, shop] = await Promise.all([testSource.schemas['book']!(), testSource.schemas['shop']!()]);
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
      source: {
        ...withResource('shop', (declared) => ({ ...declared, options: { fields: ['shopName'], filters: ['kind'] } })),
        schemas: {
          ...testSource.schemas,
          shop: () =>
            Promise.resolve({
              ...shop,
              properties: { ...shop.properties, kind: { type: 'integer', enum: [1, 2, 3] } },
            }),
          book: () =>
            Promise.resolve({
              ...book,
              properties: {
                ...book.properties,
                shopId: { type: 'integer', 'x-ref': { resource: 'shop', where: { kind: [1, 3] } } },
              },
            }),
        },
      },
      answers: { 'GET /basics/shoplist': () => ({ data: [{ id: 3, title: 'Harbour', shopName: 'Harbour' }] }) },
    });
    await userEvent.click(screen.getByRole('combobox', { name: /^Shop/ }));
    expect(await screen.findByText('Harbour')).toBeTruthy();
    const asked = calls.filter(({ path }) => path.startsWith('/basics/shoplist'));
    expect(asked.map(({ query }) => query['kind'])).toEqual(['1,3']);
  });

  it('asks for what is entered once with a new record only, and says what changes it afterwards', async () => {
    const book = await testSource.schemas['book']!();
    const title = { ...book.properties['title']!, 'x-once': true, 'x-locked': 'msg.book.renamed' };
    const schemas = {
      ...testSource.schemas,
      book: () => Promise.resolve({ ...book, properties: { ...book.properties, title } }),
    };
    const source = { ...testSource, schemas };
    const { unmount } = await renderAdmin(<ResourceForm resource="book" />, { source });
    expect(input(/^Title/).disabled).toBe(false);
    expect(screen.queryByText('msg.book.renamed')).toBeNull();
    unmount();
    const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
      source,
      answers: { ...info, 'POST /books/save': () => ({ data: { id: 5 } }) },
    });
    await screen.findByDisplayValue('Dune');
    expect(input(/^Title/).disabled).toBe(true);
    expect(document.getElementById(input(/^Title/).getAttribute('aria-describedby')!)!.textContent).toBe(
      'msg.book.renamed',
    );
    await userEvent.clear(input(/^Price/));
    await userEvent.type(input(/^Price/), '9');
    await save();
    await waitFor(() => expect(posted(calls)).toEqual([{ id: 5, updateTime: STORED.updateTime, state: 0, price: 9 }]));
  });

  it('groups thousands while an amount is typed and sends the number', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
      answers: { 'POST /books/save': () => ({ data: { id: 1 } }), 'GET /books/info/1': () => ({ data: { id: 1 } }) },
    });
    await userEvent.type(input(/^Title/), 'Emma');
    await userEvent.type(input(/^Price/), '12345.5');
    expect(input(/^Price/).value).toBe('12,345.5');
    await userEvent.tab();
    expect(input(/^Price/).value).toBe('12,345.50');
    await save();
    await waitFor(() => expect(posted(calls)[0]!['price']).toBe(12_345.5));
  });

  it('puts the refusal of the server on its field and the cursor into it', async () => {
    await renderAdmin(<ResourceForm resource="book" id={5} />, {
      answers: {
        ...info,
        'POST /books/save': () => ({
          statusCode: 400,
          message: 'Parameter error',
          data: { errors: { price: 'Too cheap' } },
        }),
      },
    });
    await screen.findByDisplayValue('Dune');
    await userEvent.type(input(/^Title/), '!');
    await save();
    expect(await screen.findByText('Too cheap')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input(/^Price/)));
    expect(input(/^Title/).value).toBe('Dune!');
  });

  it('changes a record with its updateTime and without the mask it was shown', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
      answers: { ...info, 'POST /books/save': () => ({ data: { id: 5 } }) },
    });
    await screen.findByDisplayValue('Dune');
    await userEvent.type(input(/^Title/), '!');
    await save();
    await waitFor(() =>
      expect(posted(calls)).toEqual([
        { id: 5, updateTime: STORED.updateTime, title: 'Dune!', state: 0, price: 1234.5 },
      ]),
    );
  });

  it('keeps what was typed when somebody else saved first, and takes over the rest', async () => {
    let theirs = false;
    const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
      answers: {
        'GET /books/info/5': () => ({
          data: theirs ? { ...STORED, price: 99, updateTime: '2027-01-01 11:00:00' } : STORED,
        }),
        'POST /books/save': ({ body }) =>
          (body as { updateTime: string }).updateTime === STORED.updateTime
            ? { statusCode: 409, message: 'changed' }
            : { data: { id: 5 } },
      },
    });
    await screen.findByDisplayValue('Dune');
    await userEvent.type(input(/^Title/), '!');
    theirs = true;
    await save();
    await userEvent.click(within(await screen.findByRole('dialog')).getByText('admin.conflict.reload'));
    await waitFor(() => expect(input(/^Price/).value).toBe('99.00'));
    expect(input(/^Title/).value).toBe('Dune!');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await save();
    await waitFor(() =>
      expect(posted(calls).at(-1)).toMatchObject({ title: 'Dune!', price: 99, updateTime: '2027-01-01 11:00:00' }),
    );
  });

  it('offers the values of a plain enum, thousands by typing', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="note" />, {
      answers: {
        'POST /resources/note': () => ({ data: { id: 1 } }),
        'GET /resources/note/1': () => ({ data: { id: 1 } }),
      },
    });
    await userEvent.type(input(/^Shelf/), '4711');
    await userEvent.click(await screen.findByText('codes.note.shelf.shelf 4711'));
    await save();
    await waitFor(() => expect(posted(calls)).toEqual([{ shelf: 'shelf 4711' }]));
  });

  it('shows what the server refuses inside a document at its line and column', async () => {
    await renderAdmin(<ResourceForm resource="note" />, {
      answers: {
        'POST /resources/note': () => ({ statusCode: 400, data: { errors: { 'lines.1.price': 'too little' } } }),
      },
    });
    await userEvent.click(screen.getByText('admin.form.addRow'));
    await userEvent.click(screen.getByText('admin.form.addRow'));
    await userEvent.type(input(/^Price 2/), '5');
    await save();
    const cell = await waitFor(() => within(input(/^Price 2/).closest('td')!).getByRole('alert'));
    expect(cell.textContent).toBe('too little');
    expect(within(input(/^Price 1/).closest('td')!).queryByRole('alert')).toBeNull();
  });

  it('enters child records line by line and sends them with their parent', async () => {
    const copies = [
      { id: 7, shelfMark: 'A1', cost: 5, bookletId: 3, bookletName: 'H', updateTime: '2027-01-01 10:00:00' },
      { id: 8, shelfMark: 'A2', cost: null, bookletId: 3, bookletName: 'H', updateTime: '2027-01-01 10:00:00' },
    ];
    const { calls } = await renderAdmin(<ResourceForm resource="booklet" id={3} />, {
      answers: {
        'GET /resources/booklet/3': () => new Response(JSON.stringify({ id: 3, heading: 'H', copies })),
        'PUT /resources/booklet/3': () => new Response(JSON.stringify({ id: 3 })),
      },
    });
    expect(await screen.findByLabelText('Shelf mark 1')).toBeTruthy();
    expect(screen.queryByLabelText(/^Booklet/)).toBeNull();
    await userEvent.type(input(/^Shelf mark 2/), 'b');
    await userEvent.click(screen.getAllByLabelText('admin.form.removeRow')[0]!);
    await userEvent.click(screen.getByText('admin.form.addRow'));
    await userEvent.type(input(/^Shelf mark 2/), 'new');
    await save();
    const sent = await waitFor(() => calls.find(({ method }) => method === 'PUT')!.body as { copies: unknown });
    expect(sent.copies).toEqual([{ ...copies[1], shelfMark: 'A2b' }, { shelfMark: 'new' }]);
  });
});
