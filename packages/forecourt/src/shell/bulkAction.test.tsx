import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import { withResource } from '../admin/testing/withResource.ts';
import { openApp } from './testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

test('an action over several rows names those that it could not be done for, and why; nothing stays selected', async () => {
  const list = [
    { id: 1, title: 'Dune', state: 0, price: 20 },
    { id: 2, title: 'Emma', state: 0, price: 20 },
  ];
  const { calls } = await openApp({
    source: withResource('book', (book) => ({
      ...book,
      actions: [{ name: 'lock', post: '/books/lock', permission: 'disable', on: 'bulk', confirm: true }],
    })),
    at: '/books/list',
    answers: {
      'GET /books/list': () => ({ data: { list, total: 2 } }),
      'POST /books/lock': () => ({ data: { count: 1, failures: [{ id: 2, name: 'Emma', message: 'It is lent' }] } }),
    },
  });
  await screen.findByText('Dune');
  expect(screen.queryByRole('toolbar')).toBeNull();
  for (const name of ['Dune', 'Emma'])
    await userEvent.click(within(screen.getByText(name).closest('tr')!).getByRole('checkbox'));
  await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Lock' }));
  // What asks loads when it is first opened, and asks for the rows.
  const question = within(await screen.findByRole('dialog'));
  await userEvent.click(await question.findByRole('button', { name: 'Lock' }));
  await screen.findByText(/Emma: It is lent/);
  expect(calls.filter(({ path }) => path === '/books/lock').map(({ body }) => body)).toEqual([{ ids: [1, 2] }]);
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});
