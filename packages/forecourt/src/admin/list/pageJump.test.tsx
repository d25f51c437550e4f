import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import ResourceList from './ResourceList.tsx';

strictConsole();

const list = (total: number) =>
  renderAdmin(<ResourceList resource="book" />, {
    answers: { 'GET /books/list': () => ({ data: { list: [{ id: 1, title: 'Dune', state: 1 }], total } }) },
  });

it.each([
  ['7', '7'],
  ['99', '25'],
])('a page of many is gone to by its number: %s leads to page %s', async (typed, page) => {
  const { calls } = await list(500);
  await userEvent.type(await screen.findByRole('textbox', { name: 'admin.pages.goTo' }), `${typed}{Enter}`);
  await waitFor(() => expect(calls.filter(({ path }) => path === '/books/list').at(-1)?.query['pageNo']).toBe(page));
});

it('of few pages the arrows are enough', async () => {
  await list(40);
  await screen.findByRole('combobox', { name: /page_rows_per_page/ });
  expect(screen.queryByRole('textbox', { name: 'admin.pages.goTo' })).toBeNull();
});
