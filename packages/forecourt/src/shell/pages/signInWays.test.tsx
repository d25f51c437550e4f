import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test, vi } from 'vitest';
import type { Call, Reply } from '../../admin/testing/fakeServer.ts';
import { openApp } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const openAt = (at: string, answers: Readonly<Record<string, (call: Call) => Reply>>) =>
  openApp({ signedIn: false, at, answers });

test('the sign-in page offers each provider, and says what stands in the way', async () => {
  const { calls } = await openAt('/user/login?redirect=%2Fcar%2Flist', {
    'GET /account/oidc/providers': () => ({ data: [{ id: 3, label: 'Company account' }] }),
    'POST /account/oidc/begin': () => ({ statusCode: 400, message: 'Company does not answer' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Company account' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Company does not answer');
  expect(calls.at(-1)!.body).toEqual({ id: 3, redirect: '/car/list' });
});

test('without a provider the sign-in page is as it was', async () => {
  const asked = vi.fn<() => Reply>(() => ({ data: [] }));
  await openAt('/user/login', { 'GET /account/oidc/providers': asked });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
});

test('the page that a provider leads back to sends what it was told, and says why nobody is signed in', async () => {
  const { calls } = await openAt('/user/oidc/3?code=c&state=s', {
    'POST /account/oidc/finish': () => ({ statusCode: 400, message: 'You have no account here yet' }),
  });
  expect((await screen.findByRole('alert')).textContent).toBe('You have no account here yet');
  expect(calls.filter(({ path }) => path === '/account/oidc/finish').map(({ body }) => body)).toEqual([
    { id: 3, query: '?code=c&state=s' },
  ]);
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeDefined();
});

test('a sign-in that needs a code goes on with it', async () => {
  await openAt('/user/oidc/3?code=c&state=s', {
    'POST /account/oidc/finish': () => ({
      data: { username: 'may', next: 'code', ticket: 't'.repeat(43), redirect: '' },
    }),
  });
  expect(await screen.findByRole('checkbox')).toBeDefined();
});
