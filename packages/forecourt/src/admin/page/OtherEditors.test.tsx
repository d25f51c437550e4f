import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ResourceForm from '../form/ResourceForm.tsx';
import { followEditing } from '../live/followEditing.ts';
import ResourceShow from '../show/ResourceShow.tsx';
import type { WholeSource } from '../testing/adminSource.ts';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';

strictConsole();

const PATH = '/live/editing';
const STORED = { id: 5, updateTime: '2027-01-01 10:00:00', title: 'Dune', state: 0, price: 20 };
const SOMCHAI = { name: 'Somchai', since: '2027-01-01 12:31:40' };
const TOLD = { lost: false, changes: [{ resource: '_editing.book', ids: [5] }] };

let others: readonly object[];
let visible: boolean;
let follow: ReturnType<typeof followEditing> | undefined;
beforeEach(() => {
  [others, visible] = [[], true];
});
afterEach(() => {
  follow?.stop();
  follow = undefined;
  vi.useRealTimers();
});

const answers = {
  'GET /books/info/5': () => ({ data: STORED }),
  [`GET ${PATH}`]: () => ({ data: { others } }),
  [`POST ${PATH}`]: () => ({ data: { others } }),
  [`POST ${PATH}/end`]: () => ({ data: null }),
};

async function shown(page: 'form' | 'detail', source: WholeSource = testSource) {
  const Page = page === 'form' ? ResourceForm : ResourceShow;
  const world = await renderAdmin(<Page resource="book" id={5} />, {
    source,
    answers,
    permissions: ['index', 'book-edit', 'book-detail'],
  });
  follow = followEditing({ http: world.runtime.http, visible: () => visible });
  await screen.findByRole('heading', { level: 1 });
  const said = () =>
    world.calls.filter(({ path }) => path.startsWith(PATH)).map(({ method, path }) => `${method} ${path}`);
  return { ...world, said };
}
const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
const status = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

describe('the head of a form', () => {
  it('says who else has the record open, as it is told, and takes no cursor away', async () => {
    const { said } = await shown('form');
    await waitFor(() => expect(said()).toEqual([`POST ${PATH}`]));
    expect(status()).toBe('');
    const field = screen.getByRole('textbox', { name: /Title/ });
    field.focus();
    others = [SOMCHAI];
    follow!.heard(TOLD);
    await waitFor(() => expect(status()).toBe('admin.editing.others'));
    expect(document.activeElement).toBe(field);
    others = [];
    follow!.heard(TOLD);
    await waitFor(() => expect(status()).toBe(''));
  });

  it('asks nothing when others have other records open', async () => {
    const { said } = await shown('form');
    await waitFor(() => expect(said()).toHaveLength(1));
    follow!.heard({
      lost: false,
      changes: [
        { resource: '_editing.book', ids: [6] },
        { resource: 'book', ids: [5] },
      ],
    });
    await act(() => Promise.resolve());
    expect(said()).toHaveLength(1);
  });

  it('says again every 25 seconds that it is open while somebody looks at it, nothing while nobody does, and when it is closed', async () => {
    const { said, unmount } = await shown('form');
    await waitFor(() => expect(said()).toHaveLength(1));
    vi.useFakeTimers();
    // The clock that runs was begun before.
    visible = false;
    look();
    visible = true;
    look();
    await act(() => vi.advanceTimersByTimeAsync(0));
    const begun = said().length;
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    expect(said().slice(begun)).toEqual([`POST ${PATH}`, `POST ${PATH}`]);
    visible = false;
    look();
    await act(() => vi.advanceTimersByTimeAsync(100_000));
    expect(said()).toHaveLength(begun + 2);
    unmount();
    await vi.advanceTimersByTimeAsync(0);
    expect(said().slice(begun + 2)).toEqual([`POST ${PATH}/end`]);
  });

  it('costs nothing when it is left open all night: it is said to be left, and to be open again with the first key', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { said } = await shown('form');
    await waitFor(() => expect(said()).toEqual([`POST ${PATH}`]));
    await act(() => vi.advanceTimersByTimeAsync(12 * 3_600_000));
    const night = said();
    expect(night.at(-1)).toBe(`POST ${PATH}/end`);
    expect(night.length).toBeLessThan(30);
    await act(() => vi.advanceTimersByTimeAsync(3_600_000));
    expect(said()).toHaveLength(night.length);
    act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true })));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(said().slice(night.length)).toEqual([`POST ${PATH}`]);
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(said().slice(night.length)).toEqual([`POST ${PATH}`, `POST ${PATH}`]);
  });

  it('is silent where a resource keeps its changes to itself', async () => {
    const [book, ...rest] = testSource.resources;
    const quiet = { ...testSource, resources: [{ ...book!, live: false }, ...rest] };
    const { said } = await shown('form', quiet);
    await screen.findByRole('textbox', { name: /Title/ });
    expect(said()).toEqual([]);
  });
});

describe('the head of a detail', () => {
  it('says who has the record open, and tells nobody that it is looked at', async () => {
    others = [SOMCHAI, { ...SOMCHAI, name: 'Mali' }];
    const { said, unmount } = await shown('detail');
    await waitFor(() => expect(status()).toBe('admin.editing.others'));
    unmount();
    expect(said()).toEqual([`GET ${PATH}`]);
  });
});
