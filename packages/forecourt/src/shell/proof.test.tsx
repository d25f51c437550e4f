import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusalOf, useAdminRuntime } from '../admin/index.ts';
import type { Call, Reply } from '../admin/testing/fakeServer.ts';
import { openApp } from './testing/openApp.tsx';

const NEEDED = 'Please enter your password again to do this';
const needed: Reply = { status: 428, message: NEEDED };

/** Two fields, saved with one press by a call each. */
function Account() {
  const { http } = useAdminRuntime();
  const [values, setValues] = useState({ phone: '', email: '' });
  const [outcome, setOutcome] = useState('');
  const save = (name: keyof typeof values): Promise<unknown> =>
    http(`/account/${name}`, { method: 'POST', body: { [name]: values[name] } });
  const saveBoth = (): void =>
    void Promise.all([save('phone'), save('email')]).then(
      () => setOutcome('Saved'),
      (error: unknown) => setOutcome(`Refused: ${refusalOf(error).message}`),
    );
  return (
    <>
      {(['phone', 'email'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={values[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      <button onClick={saveBoth}>Save</button>
      <p role="status">{outcome}</p>
    </>
  );
}

/** Opens the page, types into both fields and saves. `prove`: what the server says to each password. */
async function savedOnPage(prove: (call: Call) => Reply) {
  let proven = false;
  const guarded = (): Reply => (proven ? {} : needed);
  const opened = await openApp({
    at: '/own',
    pages: { '/own': Account },
    answers: {
      'POST /account/phone': guarded,
      'POST /account/email': guarded,
      'POST /admin/user/prove': (call) => {
        const reply = prove(call);
        proven = !('statusCode' in reply);
        return reply;
      },
    },
  });
  await userEvent.type(await screen.findByLabelText('phone'), '0812345678');
  await userEvent.type(screen.getByLabelText('email'), 'may@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const sent = (path: string) => opened.calls.filter((call) => call.path === path);
  return { dialog, sent };
}

test('calls that need the password ask for it once, and go on with what was typed', async () => {
  const { dialog, sent } = await savedOnPage(({ body }) =>
    (body as { pwd: string }).pwd === 'right'
      ? {}
      : { statusCode: 400, message: 'Parameter error', data: { errors: { pwd: 'Wrong password' } } },
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Required');
  expect(sent('/admin/user/prove')).toEqual([]);

  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  await dialog.findByText('Wrong password');
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), 'right{Enter}');

  await screen.findByText('Saved');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('phone').value).toBe('0812345678');
  expect(sent('/account/phone').map(({ body }) => body)).toEqual([{ phone: '0812345678' }, { phone: '0812345678' }]);
  expect(sent('/account/email')).toHaveLength(2);
  // A key would have the server repeat an old answer.
  expect(sent('/admin/user/prove').map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null, null]);
});

test('who turns away from the question is told why nothing was saved, and has everything still there', async () => {
  const { dialog, sent } = await savedOnPage(() => ({}));
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
  await screen.findByText(`Refused: ${NEEDED}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('email').value).toBe('may@example.com');
  expect(sent('/account/phone')).toHaveLength(1);
});

test('who has a second factor is asked for a code too, once the server says so', async () => {
  const { dialog, sent } = await savedOnPage(({ body }) => {
    const { code } = body as { code?: string };
    if (code === '123456') return {};
    const error = code ? 'Wrong code' : 'Enter the code of your authenticator app too';
    return { statusCode: 400, message: 'Parameter error', data: { errors: { code: error } } };
  });
  expect(dialog.queryByLabelText('Code of the authenticator app')).toBeNull();
  await userEvent.type(dialog.getByLabelText('Password'), 'right{Enter}');
  await dialog.findByText('Enter the code of your authenticator app too');
  await userEvent.type(dialog.getByLabelText('Code of the authenticator app'), '000000{Enter}');
  await dialog.findByText('Wrong code');
  await userEvent.clear(dialog.getByLabelText('Code of the authenticator app'));
  await userEvent.type(dialog.getByLabelText('Code of the authenticator app'), '123456{Enter}');
  await screen.findByText('Saved');
  expect(sent('/admin/user/prove').map(({ body }) => body)).toEqual([
    { pwd: 'right' },
    { pwd: 'right', code: '000000' },
    { pwd: 'right', code: '123456' },
  ]);
});
