import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TOKEN_KEY } from '../../admin/index.ts';
import type { Call, Reply } from '../../admin/testing/fakeServer.ts';
import { openApp } from '../testing/openApp.tsx';

beforeEach(() => localStorage.removeItem('second-step-devices'));
afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const TICKET = 't'.repeat(43);
const WRONG: Reply = {
  statusCode: 400,
  message: 'Wrong code',
  data: { errors: { code: 'Wrong code, or one that was used before' } },
};
const OVER: Reply = { statusCode: 400, message: 'The sign-in took too long. Please begin again.' };
const pages = { '/wanted': () => <h1>What was wanted</h1> };
const token = (): string | null => localStorage.getItem(TOKEN_KEY);

/** Signs in with a password that needs one more step. */
async function signIn(next: 'code' | 'enrol', answers: Readonly<Record<string, (call: Call) => Reply>>) {
  const view = await openApp({
    signedIn: false,
    at: '/wanted',
    pages,
    answers: { 'POST /admin/user/login': () => ({ data: { next, ticket: TICKET } }), ...answers },
  });
  await userEvent.type(await screen.findByLabelText('Username or phone'), 'May');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-one');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { level: 1, name: 'One more step' });
  const sent = (path: string) => view.calls.filter((call) => call.path === path).map(({ body }) => body);
  return { ...view, sent };
}
const typeCode = async (code: string): Promise<void> => {
  const field = await screen.findByLabelText('Code');
  await userEvent.clear(field);
  if (code !== '') await userEvent.type(field, code);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
};

test('the code is asked for after the password; a wrong one is said at its field, the right one opens the page', async () => {
  const { sent } = await signIn('code', {
    'POST /account/signin/code': ({ body }) =>
      (body as { code: string }).code === '123456' ? { data: { token: 'fresh' } } : WRONG,
  });
  expect(token()).toBeNull();
  await typeCode('');
  await screen.findByText('Required');
  expect(sent('/account/signin/code')).toEqual([]);
  await typeCode('000000');
  await screen.findByText('Wrong code, or one that was used before');
  await typeCode(' 123456 ');
  await screen.findByRole('heading', { name: 'What was wanted' });
  expect(sent('/account/signin/code').at(-1)).toEqual({ ticket: TICKET, code: '123456', remember: false });
  expect(localStorage.getItem('second-step-devices')).toBeNull();
});

test('a device that is remembered spares the code, and is forgotten once the server wants one', async () => {
  localStorage.setItem('second-step-devices', JSON.stringify({ may: 'd'.repeat(43), lek: 'l'.repeat(43) }));
  let known = false;
  const { sent } = await signIn('code', {
    'POST /account/signin/code': ({ body }) => {
      const { device, remember } = body as { device?: string; remember?: boolean };
      if (device) return known ? { data: { token: 'fresh' } } : WRONG;
      return { data: { token: 'fresh', ...(remember && { device: 'n'.repeat(43) }) } };
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Do not ask on this device for 30 days' }));
  expect(JSON.parse(localStorage.getItem('second-step-devices')!)).toEqual({ lek: 'l'.repeat(43) });
  known = true;
  await typeCode('123456');
  await screen.findByRole('heading', { name: 'What was wanted' });
  expect(sent('/account/signin/code')[0]).toEqual({ ticket: TICKET, device: 'd'.repeat(43) });
  expect(JSON.parse(localStorage.getItem('second-step-devices')!)).toEqual({
    lek: 'l'.repeat(43),
    may: 'n'.repeat(43),
  });
});

test('a sign-in that took too long begins again, and says why', async () => {
  await signIn('code', { 'POST /account/signin/code': () => OVER });
  await typeCode('123456');
  await screen.findByLabelText('Username or phone');
  expect(screen.getByRole('alert').textContent).toContain('took too long');
});

test('a role that needs a second factor: picture, key, first code, then the recovery codes before anything opens', async () => {
  const codes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-000${n}`);
  await signIn('enrol', {
    'POST /account/signin/enrol': () => ({
      data: { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x:may?secret=GEZDGNBVGY3TQOJQ&issuer=x' },
    }),
    'POST /account/signin/confirm': ({ body }) =>
      (body as { code: string }).code === '123456' ? { data: { token: 'fresh', codes } } : WRONG,
  });
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  screen.getByText('GEZD GNBV GY3T QOJQ');
  await typeCode('000000');
  await screen.findByText('Wrong code, or one that was used before');
  await typeCode('123456');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(codes);
  expect(token()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  await screen.findByRole('heading', { name: 'What was wanted' });
  await waitFor(() => expect(token()).toContain('fresh'));
});

test('a password of somebody else is changed after the code, before anything opens', async () => {
  const { sent } = await signIn('code', {
    'POST /account/signin/code': () => ({ data: { next: 'password', ticket: 'p'.repeat(43) } }),
    'POST /account/signin/password': ({ body }) =>
      (body as { pwd: string }).pwd === 'another-one'
        ? { data: { token: 'fresh' } }
        : { statusCode: 400, message: 'No', data: { errors: { pwd: 'Choose another one than before' } } },
  });
  await typeCode('123456');
  const type = async (pwd: string, repeatpwd: string): Promise<void> => {
    for (const [label, text] of [
      ['New password', pwd],
      ['Repeat', repeatpwd],
    ] as const) {
      const field = await screen.findByLabelText(new RegExp(`^${label}`, 'i'));
      await userEvent.clear(field);
      await userEvent.type(field, text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  };
  await type('another-one', 'another-two');
  expect(sent('/account/signin/password')).toEqual([]);
  await type('secret-one', 'secret-one');
  await screen.findByText('Choose another one than before');
  await type('another-one', 'another-one');
  await screen.findByRole('heading', { name: 'What was wanted' });
  expect(sent('/account/signin/password').at(-1)).toEqual({
    ticket: 'p'.repeat(43),
    pwd: 'another-one',
    repeatpwd: 'another-one',
  });
});
