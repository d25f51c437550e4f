import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { TOKEN_KEY } from '../admin/index.ts';
import type { Reply } from '../admin/testing/fakeServer.ts';
import { openApp } from './testing/openApp.tsx';

afterEach(() => vi.useRealTimers());
afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

test.each([
  [9, 'Good morning, May'],
  [15, 'Good afternoon, May'],
])('it greets by the time of the day: at %i %s', async (hour, greeting) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 2, 4, hour) });
  await openApp();
  within(await screen.findByRole('banner')).getByText(greeting);
});

test.each([
  ['Andaman Drive', { suname: 'Andaman Drive' }],
  ['Book Shop', {}],
])('the header is called after the supplier of who signed in, else after the product: %s', async (title, info) => {
  await openApp({ info });
  const links = within(await screen.findByRole('banner')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([title]);
});

test('the user info is asked for once, however many pages are opened', async () => {
  const entry = { group: 'desk', icon: 'Page' };
  const { calls } = await openApp({
    at: '/members',
    pages: { '/members': () => <h1>All members</h1>, '/roles': () => <h1>All roles</h1> },
    menu: { '/members': { ...entry, sort: 1 }, '/roles': { ...entry, sort: 2 } },
  });
  await screen.findByRole('heading', { level: 1, name: 'All members' });
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  for (const [path, heading] of [
    ['/roles', 'All roles'],
    ['/members', 'All members'],
  ] as const) {
    await userEvent.click(await within(menu).findByRole('link', { name: path }));
    await screen.findByRole('heading', { level: 1, name: heading });
  }
  expect(calls.filter(({ path }) => path === '/admin/user/info')).toHaveLength(1);
});

test('who was signed in when the page was left is led to sign-in, with the reason, when the server does not say who that is', async () => {
  localStorage.setItem(
    'remembered.session_info',
    JSON.stringify({ token: 't', info: { id: 1, username: 'may', name: 'May', roles: [{ id: 1 }], permission: [] } }),
  );
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { calls } = await openApp({
    answers: { 'GET /admin/user/info': () => ({ status: 500, message: 'Operation failed' }) },
  });
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(leave.mock.calls[0]![0]).toContain('notice=userInfo');
  expect(localStorage.getItem('Access-Token')).toBeNull();
  expect(calls.filter(({ path }) => path === '/admin/user/info').length).toBeLessThanOrEqual(2);
});

test('the password dialog explains what is wrong before it asks the server', async () => {
  const { calls } = await openApp();
  await userEvent.click(await screen.findByRole('button', { name: /^User menu/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const change = () => userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await change();
  await waitFor(() => expect(dialog.getAllByText('Required')).toHaveLength(3));
  await userEvent.type(dialog.getByLabelText('Current password'), 'x');
  await userEvent.type(dialog.getByLabelText('New password'), '1234567');
  await userEvent.type(dialog.getByLabelText('Repeat new password'), '54321');
  await change();
  await dialog.findByText('The password needs at least 8 characters');
  dialog.getByText('The two passwords do not match');
  expect(calls.filter(({ path }) => path.includes('updatepwd'))).toEqual([]);
});

test('a wrong old password is said at its field; a changed one ends the session here, and the page begins anew', async () => {
  const replies: Reply[] = [
    { statusCode: 400, message: 'Parameter error', data: { errors: { oldpwd: 'The old password is wrong' } } },
    { message: 'Password changed successfully' },
  ];
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const { calls } = await openApp({ answers: { 'POST /admin/user/updatepwd': () => replies.shift()! } });
  await userEvent.click(await screen.findByRole('button', { name: /^User menu/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const change = () => userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await userEvent.type(dialog.getByLabelText('Current password'), 'Forecourt-1');
  for (const label of ['New password', 'Repeat new password'])
    await userEvent.type(dialog.getByLabelText(label), 'Forecourt-2');
  await change();
  await dialog.findByText('The old password is wrong');
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  await change();
  await screen.findByText(/^Password changed successfully/);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  const values = { oldpwd: 'Forecourt-1', pwd: 'Forecourt-2', repeatpwd: 'Forecourt-2' };
  expect(calls.filter(({ path }) => path.includes('updatepwd')).map(({ body }) => body)).toEqual([values, values]);
});
