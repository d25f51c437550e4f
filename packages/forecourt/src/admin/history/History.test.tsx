import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { WholeSource } from '../testing/adminSource.ts';
import ResourceForm from '../form/ResourceForm.tsx';
import ResourceShow from '../show/ResourceShow.tsx';
import { testSource } from '../testing/adminModel.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';

strictConsole();

const source: WholeSource = {
  ...testSource,
  schemas: {
    ...testSource.schemas,
    book: async () => ({ ...(await testSource.schemas['book']!()), 'x-history': true }),
  },
};
const STORED = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'Dune',
  state: 1,
  price: 20,
  shopId: 4,
  shopName: 'Old Town',
};
const changed = {
  id: 12,
  time: '2027-01-01 10:00:00',
  userId: 1,
  userName: 'May',
  event: 'book.save',
  created: false,
  restored: null,
  restorable: false,
  changes: [
    { field: 'state', before: 0, after: 1 },
    { field: 'price', before: 1234.5, after: 20 },
    { field: 'shopId', before: 3, after: 4, titles: { before: 'Harbour', after: 'Old Town' } },
  ],
};
const created = {
  ...changed,
  id: 11,
  time: '2026-12-31 09:00:00',
  created: true,
  restorable: true,
  changes: [
    { field: 'title', before: null, after: 'Dune' },
    { field: 'phone', before: null, after: '' },
  ],
};
const PATH = '/resources/book/5/history';
const page = (list: readonly unknown[], pageNo = 1, totalPage = 1): Reply => ({ data: { list, pageNo, totalPage } });
const difference = {
  updateTime: '2027-01-01 10:00:00',
  changes: [{ field: 'price', before: 20, after: 1234.5 }],
  left: [{ field: 'state', reason: 'state' }],
};
const answers = {
  'GET /books/info/5': () => ({ data: STORED }),
  [`GET ${PATH}`]: () => page([changed, created]),
  [`GET ${PATH}/11`]: () => ({ data: difference }),
};
const show = (more: Record<string, (call: Call) => Reply> = {}) =>
  renderAdmin(<ResourceShow resource="book" id={5} />, { source, answers: { ...answers, ...more } });
const open = async (): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: 'admin.action.history' }));
  return screen.findByRole('list');
};
const openRestore = async (): Promise<HTMLElement> => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'admin.history.restoreOf' }));
  return screen.findByRole('dialog');
};
const restoreIn = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'admin.history.restore' }));

describe('the history of a record', () => {
  it('loads when it is opened, and says who changed which field from what to what', async () => {
    const { calls } = await show();
    await screen.findByRole('button', { name: 'admin.action.history' });
    expect(calls.some(({ path }) => path === PATH)).toBe(false);
    const [latest, first] = within(await open()).getAllByRole('listitem');
    expect(latest!.textContent).toContain('2027-01-01 10:00:00');
    expect(latest!.textContent).toContain('May');
    expect(latest!.querySelectorAll('dt')[1]!.textContent).toBe('Price');
    const value = (name: 'del' | 'ins', index: number) => latest!.querySelectorAll(name)[index]!.textContent;
    expect([value('del', 0), value('ins', 0)]).toEqual(['codes.bookState.0', 'codes.bookState.1']);
    expect([value('del', 1), value('ins', 1)]).toEqual(['THB 1,234.50', 'THB 20.00']);
    expect([value('del', 2), value('ins', 2)]).toEqual(['Harbour', 'Old Town']);
    expect(first!.querySelectorAll('dt')).toHaveLength(1);
    expect(first!.querySelector('del')).toBeNull();
  });

  it('offers older entries page by page', async () => {
    const { calls } = await show({
      [`GET ${PATH}`]: ({ query }) => (query['pageNo'] === '2' ? page([created], 2, 2) : page([changed], 1, 2)),
    });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'admin.history.more' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(calls.filter(({ path }) => path === PATH).map(({ query }) => query['pageNo'])).toEqual(['1', '2']);
    expect(screen.queryByRole('button', { name: 'admin.history.more' })).toBeNull();
  });

  it('stands below the form of a stored record, and not where the schema asks for none', async () => {
    const { unmount } = await renderAdmin(<ResourceForm resource="book" id={5} />, { source, answers });
    expect(await screen.findByRole('button', { name: 'admin.action.history' })).toBeTruthy();
    unmount();
    await renderAdmin(<ResourceShow resource="book" id={5} />, { answers });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'admin.action.history' })).toBeNull();
  });

  it('says why it cannot be loaded, and tries again', async () => {
    let works = false;
    await show({ [`GET ${PATH}`]: () => (works ? page([]) : { status: 500, message: 'Operation failed' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'admin.action.history' }));
    const retry = await screen.findByText('admin.list.retry');
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('admin.history.none')).toBeTruthy();
  });
});

describe('restoring a version', () => {
  it('shows what would change and what stays, then sends the version with the time of the record and reads it again', async () => {
    const { calls } = await show({ [`POST ${PATH}/11/restore`]: () => ({ message: 'Restored' }) });
    const dialog = await openRestore();
    expect(await within(dialog).findByText('THB 1,234.50')).toBeTruthy();
    expect(within(dialog).getByText(/State: admin.history.reason.state/)).toBeTruthy();
    await restoreIn(dialog);
    expect(await screen.findByText('Restored')).toBeTruthy();
    const posted = calls.findIndex(({ method }) => method === 'POST');
    expect(calls[posted]!.body).toEqual({ updateTime: '2027-01-01 10:00:00' });
    await waitFor(() => {
      const later = calls.slice(posted + 1).map(({ path }) => path);
      expect(later).toEqual(expect.arrayContaining(['/books/info/5', PATH]));
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says at which fields a version is no longer valid', async () => {
    await show({
      [`POST ${PATH}/11/restore`]: () => ({
        statusCode: 400,
        message: 'Parameter error',
        data: { errors: { shopId: 'The chosen record does not exist' } },
      }),
    });
    const dialog = await openRestore();
    await within(dialog).findByText('THB 1,234.50');
    await restoreIn(dialog);
    expect((await within(dialog).findByText(/The chosen record does not exist/)).textContent).toContain('Shop');
  });

  it('shows the new difference when somebody else has changed the record meanwhile', async () => {
    let times = 0;
    const { calls } = await show({
      [`GET ${PATH}/11`]: () => ({ data: { ...difference, updateTime: `2027-01-01 10:00:0${times++}` } }),
      [`POST ${PATH}/11/restore`]: () =>
        times < 2 ? { statusCode: 409, message: 'Changed by somebody else' } : { message: 'Restored' },
    });
    const dialog = await openRestore();
    await within(dialog).findByText('THB 1,234.50');
    await restoreIn(dialog);
    expect(await within(dialog).findByText('Changed by somebody else')).toBeTruthy();
    await restoreIn(dialog);
    expect(await screen.findByText('Restored')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { updateTime: '2027-01-01 10:00:00' },
      { updateTime: '2027-01-01 10:00:01' },
    ]);
  });

  it('has nothing to confirm where nothing differs', async () => {
    await show({ [`GET ${PATH}/11`]: () => ({ data: { ...difference, changes: [], left: [] } }) });
    const dialog = await openRestore();
    expect(await within(dialog).findByText('admin.history.same')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'admin.history.restore' })).toHaveProperty('disabled', true);
  });
});
