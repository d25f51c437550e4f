import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import type { Call, Reply } from '../../admin/testing/fakeServer.ts';
import { openApp } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const TOKEN = 't'.repeat(43);
const recover = (at: string, answers: Readonly<Record<string, (call: Call) => Reply>>) =>
  openApp({ signedIn: false, at, answers });

test('where no link can be sent, the page says who helps, and asks for nothing', async () => {
  await recover('/user/recover', { 'GET /account/recover': () => ({ data: { offered: false } }) });
  await screen.findByText('Ask an administrator to reset the password');
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

test('a link is asked for by name, and the page says what the server says', async () => {
  const { calls } = await recover('/user/recover', {
    'GET /account/recover': () => ({ data: { offered: true } }),
    'POST /account/recover': () => ({ message: 'It is on its way' }),
  });
  await userEvent.type(await screen.findByLabelText('Username or phone'), ' may ');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect((await screen.findByRole('status')).textContent).toBe('It is on its way');
  expect(calls.at(-1)!.body).toEqual({ username: 'may' });
});

test('with a link a password is chosen; what is wrong is said at its field', async () => {
  const { calls } = await recover(`/user/recover#${TOKEN}`, {
    'POST /account/recover/set': ({ body }) =>
      (body as { pwd: string }).pwd === 'another-one'
        ? { message: 'Changed' }
        : { statusCode: 400, message: 'No', data: { errors: { pwd: 'Too common' } } },
  });
  const type = async (text: string): Promise<void> => {
    for (const label of ['New password', 'Repeat new password']) {
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.type(field, text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  };
  await type('password1');
  await screen.findByText('Too common');
  await type('another-one');
  expect((await screen.findByRole('status')).textContent).toBe('Changed');
  expect(calls.at(-1)!.body).toEqual({ token: TOKEN, pwd: 'another-one', repeatpwd: 'another-one' });
  expect(screen.queryByLabelText('New password')).toBeNull();
});
