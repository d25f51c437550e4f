import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { list } from './testing/books.tsx';

strictConsole();

it.each([
  [0, 1],
  [3, 0],
])('an empty list names the list that must have records first (%i there: %i named)', async (shops, named) => {
  const book = await testSource.schemas['book']!();
  const { calls } = await renderAdmin(list, {
    source: {
      ...testSource,
      schemas: { ...testSource.schemas, book: () => Promise.resolve({ ...book, required: ['title', 'shopId'] }) },
    },
    answers: {
      'GET /books/list': () => ({ data: { list: [], total: 0 } }),
      'GET /basics/shop/list': () => ({ data: { list: [], total: shops } }),
    },
  });
  await screen.findByText('admin.list.empty');
  await expect.poll(() => calls.some(({ path }) => path === '/basics/shop/list')).toBe(true);
  if (named) expect(await screen.findByText('admin.nextStep.first')).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: 'Shop' })).toHaveLength(named);
});
