import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import { testModel, testSource } from '../testing/adminModel.ts';
import { adminSource, type WholeSource } from '../testing/adminSource.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { bulkFields } from './bulkFields.ts';

strictConsole();

const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 1, updateTime: 'a' },
  { id: 2, title: 'Emma', state: 2, price: 2, updateTime: 'b' },
];
const list = { 'GET /books/list': (): Reply => ({ data: { list: ROWS, total: 2 } }) };
const info = {
  'GET /books/info/1': (): Reply => ({ data: ROWS[0] }),
  'GET /books/info/2': (): Reply => ({ data: ROWS[1] }),
};
async function open(
  answers: Record<string, (call: Call) => Reply> = {},
  permissions?: readonly string[],
  source: WholeSource = testSource,
) {
  const view = await renderAdmin(<ResourceList resource="book" />, {
    source,
    answers: { ...list, ...info, ...answers },
    ...(permissions ? { permissions } : {}),
  });
  await screen.findByText('Dune');
  return view;
}
async function edit(field: string) {
  for (const box of screen.getAllByLabelText('admin.bulk.select')) await userEvent.click(box);
  await userEvent.click(within(screen.getByRole('toolbar')).getByText('admin.bulkEdit.button'));
  // Its code loads when it is first opened.
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  await userEvent.click(await within(dialog).findByLabelText('admin.bulkEdit.field'));
  await userEvent.click(await screen.findByRole('option', { name: field }));
  return dialog;
}
const posted = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('bulk edit', () => {
  it('saves the value into each record with its updateTime', async () => {
    const { calls } = await open({ 'POST /books/save': () => ({ data: { id: 1 } }) });
    const dialog = await edit('Price');
    await userEvent.type(within(dialog).getByLabelText(/^Price/, { selector: 'input' }), '9');
    expect(within(dialog).getByRole('status').textContent).toBe('admin.bulkEdit.preview');
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.run'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(calls)).toEqual([
      { id: 1, updateTime: 'a', price: 9 },
      { id: 2, updateTime: 'b', price: 9 },
    ]);
    expect(await screen.findByText('admin.bulkEdit.done')).toBeTruthy();
  });

  it('names every record that was not changed and why, and tries only those again', async () => {
    const { calls } = await open({
      'POST /books/save': ({ body }) =>
        (body as { id: number }).id === 2 ? { statusCode: 409, message: 'Changed meanwhile' } : { data: { id: 1 } },
    });
    const dialog = await edit('Price');
    await userEvent.type(within(dialog).getByLabelText(/^Price/, { selector: 'input' }), '9');
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.run'));
    expect(await within(dialog).findByText('Emma: Changed meanwhile')).toBeTruthy();
    expect(within(dialog).queryByText(/^Dune/)).toBeNull();
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.retry'));
    await within(dialog).findByText('admin.bulkEdit.run');
    expect(calls.findLast(({ query }) => query['ids'])!.query['ids']).toBe('2');
  });

  it('leaves records alone that do not have the field, and says so', async () => {
    const { calls } = await open({ 'POST /books/save': () => ({ data: { id: 2 } }) });
    const dialog = await edit('Reason');
    expect(await within(dialog).findByText('admin.bulkEdit.unfit')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/^Reason/, { selector: 'input' }), 'torn');
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.run'));
    await waitFor(() => expect(posted(calls)).toEqual([{ id: 2, updateTime: 'b', reason: 'torn' }]));
  });

  it('checks the value before anything is sent', async () => {
    const { calls } = await open();
    const dialog = await edit('Title');
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.run'));
    expect(await within(dialog).findByText('ra.validation.required')).toBeTruthy();
    expect(posted(calls)).toEqual([]);
  });

  /** The small world, in which books may be edited in these states only. */
  const editable = async (...states: readonly number[]): Promise<WholeSource> => {
    const book = await testSource.schemas['book']!();
    const bound = { field: 'state', initial: 0, transitions: [], editable: states };
    return {
      ...testSource,
      schemas: { ...testSource.schemas, book: () => Promise.resolve({ ...book, 'x-states': bound }) },
    };
  };

  it('leaves records alone whose state lets nobody edit them, and says so', async () => {
    const { calls } = await open({ 'POST /books/save': () => ({ data: { id: 1 } }) }, undefined, await editable(0));
    const dialog = await edit('Price');
    expect(await within(dialog).findByText('admin.bulkEdit.unfit')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/^Price/, { selector: 'input' }), '9');
    await userEvent.click(within(dialog).getByText('admin.bulkEdit.run'));
    await waitFor(() => expect(posted(calls)).toEqual([{ id: 1, updateTime: 'a', price: 9 }]));
  });

  it('is not offered where no state lets anybody edit', async () => {
    await open({}, undefined, await editable());
    await userEvent.click(screen.getAllByLabelText('admin.bulk.select')[0]!);
    expect(within(screen.getByRole('toolbar')).queryByText('admin.bulkEdit.button')).toBeNull();
  });

  it('proposes something else than what a record is called by', async () => {
    await open();
    for (const box of screen.getAllByLabelText('admin.bulk.select')) await userEvent.click(box);
    await userEvent.click(within(screen.getByRole('toolbar')).getByText('admin.bulkEdit.button'));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
    expect((await within(dialog).findByLabelText('admin.bulkEdit.field')).textContent).toBe('State');
  });

  it('is offered to those who may edit only', async () => {
    await open({}, ['book-list', 'book-delete']);
    await userEvent.click(screen.getAllByLabelText('admin.bulk.select')[0]!);
    expect(within(screen.getByRole('toolbar')).queryByText('admin.bulkEdit.button')).toBeNull();
  });
});

it('offers neither unique values nor states nor what is entered once nor what this user may not write', async () => {
  const schema = await testSource.schemas['book']!();
  const { createAdminModel } = await import('../model/adminModel.ts');
  const changed = {
    ...schema,
    'x-states': { field: 'state', initial: 0, transitions: [] },
    'x-unique': [{ fields: ['title', 'shopId'] }],
    properties: {
      ...schema.properties,
      price: { ...schema.properties['price']!, 'x-access': { write: 'enable' } },
      phone: { ...schema.properties['phone']!, 'x-once': true },
    },
  };
  const schemas = { ...testSource.schemas, book: () => Promise.resolve(changed) };
  const model = createAdminModel(adminSource({ ...testSource, schemas }));
  const names = (can: boolean) => async () => bulkFields(await model.load('book'), () => can).map(({ name }) => name);
  expect(await names(true)()).toEqual(['price', 'reason', 'fromDate', 'toDate']);
  expect(await names(false)()).not.toContain('price');
  expect(bulkFields(await testModel().load('book'), () => true).map(({ name }) => name)).toContain('title');
});
