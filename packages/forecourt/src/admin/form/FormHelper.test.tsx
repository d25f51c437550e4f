// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const source = withResource('book', (declared) => ({
  ...declared,
  form: {
    groups: [
      {
        key: 'name',
        fields: ['title', 'price', 'phone'],
        helper: { resource: 'shop', fills: { title: 'shopName', price: 'rent', phone: 'note' } },
      },
    ],
  },
}));

it('a helper fills in what it knows, leaves the rest, and is saved nowhere', async () => {
  const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
    source,
    answers: {
      'GET /basics/shoplist': () => ({ data: [{ id: 3, shopName: 'North', rent: 40, note: '' }] }),
      'POST /books/save': () => ({ data: { id: 5 } }),
    },
  });
  await userEvent.type(await screen.findByLabelText(/^Phone/), '0812345678');
  await userEvent.click(screen.getByLabelText('Shop'));
  await userEvent.click(await screen.findByRole('option', { name: /North/ }));
  const title = screen.getByLabelText<HTMLInputElement>(/^Title/);
  await waitFor(() => expect(title.value).toBe('North'));
  expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('0812345678');
  // It stays as free as it was.
  await userEvent.type(title, '!');
  await userEvent.click(screen.getByText('ra.action.save'));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { title: 'North!', price: 40, phone: '0812345678' },
    ]),
  );
});
