import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ActionDeclaration } from '../../model/index.ts';
import { createAdminModel } from '../model/adminModel.ts';
import { adminSource } from '../testing/adminSource.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { ActionButton } from './ActionButton.tsx';

strictConsole();

const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 0.1 },
  { id: 2, title: 'Emma', state: 2, price: 50 },
  { id: 3, title: 'Hiob', state: 0, price: 0.2 },
  { id: 4, title: 'Kim', state: 0, price: null },
];
const IDS = ROWS.map(({ id }) => id);
const lend = {
  name: 'lendMany',
  post: '/books/lendmany',
  permission: 'edit',
  on: 'bulk',
  sums: ['price'],
  when: { properties: { state: { const: 0 } } },
} as const;

async function ask(
  action: ActionDeclaration<Record<string, unknown>>,
  answers: Record<string, (call: Call) => Reply> = {},
) {
  const source = withResource('book', (book) => ({ ...book, actions: [action] }));
  const model = await createAdminModel(adminSource(source)).load('book');
  const { calls } = await renderAdmin(<ActionButton model={model} action={model.actions[0]!} ids={IDS} />, {
    source,
    answers: {
      'GET /books/list': () => ({ data: { list: ROWS, total: 4 } }),
      'POST /books/lendmany': () => ({ message: 'Lent' }),
      ...answers,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Lend many' }));
  // Its code loads when it is first opened; what it waits for has a dialog of its own.
  await screen.findByText(/^admin\.(bulk\.(selected|none)|list\.retry)$/, {}, { timeout: 10_000 });
  const dialog = within(screen.getByRole('dialog'));
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { dialog, sent, calls };
}

it('the question of an action over several rows names them and what they come to, and leaves out what it is not for', async () => {
  const { dialog, sent, calls } = await ask({ ...lend, ask: ['reason'], require: ['reason'] });
  expect(dialog.getByText('admin.bulk.selected')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/books/list')?.query['ids']).toBe('1,2,3,4');
  // What is left out is not in the sum.
  expect(dialog.getByText('THB 0.30')).toBeTruthy();
  expect(['Dune', 'Emma', 'Hiob', 'Kim'].map((title) => dialog.queryAllByText(title).length)).toEqual([1, 0, 1, 1]);
  expect(dialog.getByText('admin.bulk.unfit')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Reason/, { selector: 'input' }), 'a class');
  await userEvent.click(dialog.getByRole('button', { name: 'Lend many' }));
  await waitFor(() => expect(sent()).toEqual([{ ids: [1, 3, 4], reason: 'a class' }]));
});

it('an action that asks for nothing is confirmed over the same facts', async () => {
  const { dialog, sent } = await ask({ ...lend, confirm: true });
  expect(await dialog.findByText('THB 0.30')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Lend many' }));
  await waitFor(() => expect(sent()).toEqual([{ ids: [1, 3, 4] }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('where it is for none of the selected rows it says so, and cannot be pressed', async () => {
  const { dialog } = await ask({ ...lend, confirm: true, when: { properties: { state: { const: 1 } } } });
  expect(await dialog.findByText('admin.bulk.none')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Lend many' })).toHaveProperty('disabled', true);
});

it('rows that cannot be read are asked for again before anything is done with them', async () => {
  let failed = false;
  const { dialog } = await ask(
    { ...lend, confirm: true },
    {
      'GET /books/list': () => {
        if (failed) return { data: { list: ROWS, total: 4 } };
        failed = true;
        return { statusCode: 500, message: 'Not now' };
      },
    },
  );
  await userEvent.click(await dialog.findByText('admin.list.retry'));
  expect(await screen.findByText('THB 0.30')).toBeTruthy();
});

it('a call for one record is made for each of the rows, and says how many were done and which were refused, by name', async () => {
  const { dialog, sent } = await ask(
    { name: 'lendMany', post: '/books/lend', permission: 'edit', on: 'bulk', each: true, ask: ['reason'] },
    {
      'POST /books/lend': ({ body }) =>
        (body as { id: number }).id === 2
          ? { statusCode: 400, message: 'The form is not valid', data: { errors: { reason: 'Not for Emma' } } }
          : { message: 'Lent' },
    },
  );
  await userEvent.type(dialog.getByLabelText(/^Reason/, { selector: 'input' }), 'a class');
  await userEvent.click(dialog.getByRole('button', { name: 'Lend many' }));
  await waitFor(() => expect(sent()).toEqual(IDS.map((id) => ({ id, reason: 'a class' }))));
  expect(await screen.findByText(/admin\.action\.partly/)).toBeTruthy();
});
