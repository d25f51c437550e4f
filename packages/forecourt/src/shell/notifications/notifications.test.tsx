import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { focusManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { renderAdmin } from '../../admin/testing/renderAdmin.tsx';
import { ShellContext } from '../shellContext.ts';
import Bell from './Bell.tsx';
import NotificationsPage from './NotificationsPage.tsx';
import type { Told } from './useNotifications.ts';

const UNREAD = 'GET /account/notifications/unread';
const LIST = 'GET /account/notifications';
const noIcons = { icons: {}, groups: [], entries: [], landingPath: '/', loginPath: '/' };

const told = (id: number, changes: Partial<Told> = {}): Told => ({
  id,
  text: `Order ${id}`,
  time: '2027-02-22 12:00:00',
  read: false,
  resource: 'book',
  recordId: id,
  ...changes,
});

/** A server with these notifications, which remembers what was read. */
async function show(part: 'bell' | 'page', first: readonly Told[], { offered = true, fails = false } = {}) {
  const state = { list: first, fails };
  const mark = (test: (one: Told) => boolean): void =>
    void (state.list = state.list.map((one) => (test(one) ? { ...one, read: true } : one)));
  const answers = {
    [UNREAD]: () => ({ data: { unread: state.list.filter(({ read }) => !read).length, offered } }),
    [LIST]: ({ query }: { query: Readonly<Record<string, string>> }) => {
      if (state.fails) return { status: 503, message: 'not now' };
      const before = query['before'] === undefined ? Infinity : Number(query['before']);
      const rest = state.list.filter(({ id }) => id < before);
      return { data: { list: rest.slice(0, 3), next: rest.length > 3 ? rest[2]!.id : null } };
    },
    'POST /account/notifications/read': ({ body }: { body: unknown }) => {
      mark(({ id }) => (body as { ids: number[] }).ids.includes(id));
      return {};
    },
    'POST /account/notifications/readall': ({ body }: { body: unknown }) => {
      mark(({ id }) => id <= (body as { upTo: number }).upTo);
      return {};
    },
  };
  const Part = part === 'bell' ? Bell : NotificationsPage;
  const view = await renderAdmin(
    <ShellContext value={noIcons}>
      <Part />
    </ShellContext>,
    { answers },
  );
  const asked = (path: string): number => view.calls.filter((call) => `${call.method} ${call.path}` === path).length;
  return { ...view, state, asked, user: userEvent.setup() };
}

const bell = (name = 'shell.notifications.unread') => screen.findByRole('button', { name });

afterEach(() => focusManager.setFocused(undefined));

describe('the bell', () => {
  it('asks one light question by itself, and for the list when it is opened', async () => {
    const { user, asked } = await show('bell', [told(2), told(1)]);
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'shell.notifications.title' });
    expect((await within(panel).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Order 2'),
      expect.stringContaining('Order 1'),
    ]);
    expect([asked(UNREAD), asked(LIST)]).toEqual([1, 1]);
  });

  it('is not there where nobody is told of anything', async () => {
    const { asked } = await show('bell', [], { offered: false });
    await waitFor(() => expect(asked(UNREAD)).toBe(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says in words what has come, and asks nothing in a window that nobody looks at', async () => {
    const { state, asked } = await show('bell', [told(1)]);
    await bell();
    focusManager.setFocused(false);
    state.list = [told(3), told(2), ...state.list];
    expect(asked(UNREAD)).toBe(1);
    focusManager.setFocused(true);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('shell.notifications.arrived'));
    expect(asked(UNREAD)).toBe(2);
  });

  it('counts what is new: more when something arrives, less as it is read, and what was read stays read', async () => {
    const { user, state, router } = await show('bell', [told(2), told(1)]);
    const button = await bell();
    const number = () => button.querySelector('.MuiBadge-badge')?.textContent;
    expect(number()).toBe('2');
    focusManager.setFocused(false);
    state.list = [told(3), ...state.list];
    focusManager.setFocused(true);
    await waitFor(() => expect(number()).toBe('3'));
    button.focus();
    await user.keyboard('{Enter}');
    const first = await screen.findByRole('link', { name: /Order 3/ });
    first.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(number()).toBe('2'));
    expect(router.state.location.pathname).toContain('3');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => within(row).queryByRole('button') !== null)).toEqual([false, true, true]);
    expect(within(rows[0]!).queryByText('shell.notifications.isNew')).toBeNull();
  });

  it('leads to the record, which counts as read then; the keyboard alone gets there and back', async () => {
    const { user, state, router } = await show('bell', [told(7), told(6, { filter: { status: '1' } })]);
    const button = await bell();
    button.focus();
    await user.keyboard('{Enter}');
    const links = await screen.findAllByRole('link', { name: /Order/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringContaining('7'),
      expect.stringMatching(/\?filter=.*status.*1/),
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('link', { name: /Order 7/ }));
    await waitFor(() => expect(state.list.map(({ read }) => read)).toEqual([true, false]));
    expect(router.state.location.pathname).not.toBe('/');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('marks one, or all that were there: what has come meanwhile stays new', async () => {
    const { user, state } = await show('bell', [told(3), told(2), told(1)]);
    await user.click(await bell());
    await user.click(await screen.findByRole('button', { name: 'shell.notifications.markRead: Order 1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /markRead: Order 1/ })).toBeNull());
    state.list = [told(4), ...state.list];
    await user.click(screen.getByRole('button', { name: 'shell.notifications.markAll' }));
    await screen.findByRole('button', { name: 'shell.notifications.markRead: Order 4' });
    expect(state.list.filter(({ read }) => !read).map(({ id }) => id)).toEqual([4]);
  });

  it('says when there is nothing, and when the list cannot be had', async () => {
    const { user, state } = await show('bell', []);
    await user.click(await bell('shell.notifications.title'));
    await screen.findByText('shell.notifications.empty');
    await user.keyboard('{Escape}');
    state.fails = true;
    await user.click(await bell('shell.notifications.title'));
    await screen.findByText(/not now/);
  });
});

it('the page has all of them, older ones as they are asked for', async () => {
  const { user } = await show(
    'page',
    [5, 4, 3, 2, 1].map((id) => told(id, { read: id < 3 })),
  );
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'shell.notifications.older' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'shell.notifications.markAll' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /markRead/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'shell.notifications.markAll' })).toHaveProperty('disabled', true);
});
