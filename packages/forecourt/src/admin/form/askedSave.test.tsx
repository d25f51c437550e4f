// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const STORED = { id: 5, updateTime: '2027-01-01 10:00:00', title: 'Dune', state: 0, price: 1, phone: '', reason: '', fromDate: '', toDate: '', shopId: null, shopName: '' }; // prettier-ignore
const QUESTION = 'Two readers wait for it';

/** Saves a changed book; the server asks until somebody confirms, and may find something else wrong as well. */
async function save(others: Record<string, string> = {}) {
  const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
    answers: {
      'GET /books/info/5': () => ({ data: STORED }),
      'POST /books/save': ({ body }) =>
        (body as { confirmed?: number }).confirmed === 1
          ? { data: { id: 5 } }
          : { statusCode: 400, message: 'No', data: { errors: { confirmed: QUESTION, ...others } } },
    },
  });
  await userEvent.type(await screen.findByLabelText(/^Title/), ' II');
  await userEvent.click(screen.getByText('ra.action.save'));
  return { posts: () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

const question = async () => within(await screen.findByRole('dialog', { name: 'admin.question.title' }));

it('a save that the server asks about is sent once more with the answer, and with what was typed', async () => {
  const { posts } = await save();
  const dialog = await question();
  expect(dialog.getByText(QUESTION)).toBeTruthy();
  await userEvent.click(dialog.getByText('admin.question.goOn'));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[0]).not.toHaveProperty('confirmed');
  expect(posts()[1]).toEqual({ ...(posts()[0] as object), confirmed: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('who goes back has everything as it was, and is asked anew by the next save', async () => {
  const { posts } = await save();
  await userEvent.click((await question()).getByText('admin.action.back'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Dune II');
  expect(posts()).toHaveLength(1);
  await userEvent.click(screen.getByText('ra.action.save'));
  await question();
  expect(posts()[1]).not.toHaveProperty('confirmed');
});

it('asks nothing while something else is wrong, too', async () => {
  await save({ title: 'Taken' });
  await screen.findByText('Taken');
  expect(screen.queryByRole('dialog')).toBeNull();
});
