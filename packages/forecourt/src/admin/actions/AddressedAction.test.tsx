import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ACTION_PARAMETER } from '../model/documentedUrls.ts';
import { useResourceModel } from '../runtime/runtime.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { AddressedAction } from './AddressedAction.tsx';
// Loads lazily: not within the time that a test waits.
import './StillOffered.tsx';

const BOOK = { id: 7, title: 'Dune', state: 0 };

function Book() {
  return <AddressedAction model={useResourceModel('book')} record={BOOK} />;
}
const render = (action: string, state = 0, permissions = ['book-list', 'book-detail', 'book-edit']) =>
  renderAdmin(<Book />, {
    at: `/books/detail/7?${ACTION_PARAMETER}=${action}`,
    permissions,
    answers: {
      'GET /books/info/7': () => ({ data: { ...BOOK, state } }),
      'POST /books/lend': () => ({ message: 'Lent' }),
    },
  });

test('an address begins an action and changes nothing by itself: what asks nothing elsewhere asks here', async () => {
  const { calls, router } = await render('lend');
  const dialog = await screen.findByRole('dialog');
  const posted = () => calls.filter(({ method }) => method === 'POST').length;
  expect(posted()).toBe(0);
  await userEvent.click([...dialog.querySelectorAll('button')].at(-1)!);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(posted()).toBe(1);
});

test('what the record does not offer any more is said, and the address forgets it', async () => {
  const { calls, router } = await render('lend', 1);
  await screen.findByText('admin.action.over');
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.close' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  ['lend', ['book-list', 'book-detail']],
  ['burn', ['book-list', 'book-detail', 'book-edit']],
])('%s of who may not, or that there is none of, opens nothing', async (action, permissions) => {
  const { calls } = await render(action, 0, permissions);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.filter(({ path }) => path === '/books/info/7')).toEqual([]);
});
