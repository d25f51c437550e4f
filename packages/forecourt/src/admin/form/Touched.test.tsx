// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const STORED = { id: 5, updateTime: '2027-01-01 10:00:00', title: 'Dune', state: 0, price: 1, phone: '', reason: '', fromDate: '', toDate: '', shopId: null, shopName: '' }; // prettier-ignore
const touches = [{ change: 'title', lists: [{ key: 'books', resource: 'book', filter: { shopId: '{id}' } }] }];

async function open(total: number, permissions?: readonly string[]) {
  const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
    source: withResource('book', (declared) => ({ ...declared, touches })),
    answers: {
      'GET /books/info/5': () => ({ data: STORED }),
      'GET /books/list': () => ({ data: { list: [], total, pageNo: 1, pageSize: 1, totalPage: total } }),
      'POST /books/save': () => ({ data: { id: 5 } }),
    },
    ...(permissions && { permissions }),
  });
  await userEvent.type(await screen.findByLabelText(/^Title/), ' II');
  await userEvent.click(screen.getByText('ra.action.save'));
  return {
    asked: () => calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['shopId']),
    posts: () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}

it('a change that others feel is saved once somebody has seen whom it concerns', async () => {
  const { posts, asked } = await open(3);
  const dialog = within(await screen.findByRole('dialog', { name: 'admin.touches.title' }));
  expect(asked()).toEqual(['5']);
  const link = dialog.getByRole('link', { name: 'resources.book.touches.books' });
  expect(decodeURIComponent(link.getAttribute('href')!)).toContain('/books/list?filter={"shopId":5}');
  expect(link.closest('li')!.textContent).toContain('3');
  await userEvent.click(dialog.getByText('admin.action.back'));
  expect(posts()).toEqual([]);
  await userEvent.click(screen.getByText('ra.action.save'));
  const again = within(await screen.findByRole('dialog', { name: 'admin.touches.title' }));
  await userEvent.click(again.getByText('ra.action.save'));
  await waitFor(() => expect(posts()).toMatchObject([{ id: 5, title: 'Dune II' }]));
});

it('a change that nobody feels is saved at once', async () => {
  const { posts } = await open(0);
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});
