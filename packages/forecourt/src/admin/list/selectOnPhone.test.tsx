import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { full, list } from './testing/books.tsx';

strictConsole();

const NOTHING_CHANGES = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ ...NOTHING_CHANGES, matches: query.includes('max-width') }));
});

const boxes = () => screen.queryAllByRole('checkbox') as HTMLInputElement[];
/** The code of it comes with the first press. */
const bar = async () => within(await screen.findByRole('toolbar'));

it('on a phone rows are selected in a mode of its own: by their box, by a press on the card, the whole page at once', async () => {
  const { calls } = await renderAdmin(list, { answers: { ...full, 'POST /books/lock': () => ({}) } });
  const title = await screen.findByText('Dune');
  expect(boxes()).toEqual([]);
  expect(title.closest('a')).toBeTruthy();

  const begin = screen.getByRole('button', { name: 'admin.bulk.begin' });
  await userEvent.click(begin);
  expect(begin.getAttribute('aria-pressed')).toBe('true');
  // Nothing on a card leads away, or does something with one row.
  expect(screen.getByText('Dune').closest('a')).toBeNull();
  expect(screen.queryByText('Lend')).toBeNull();
  expect((await bar()).queryByText('Lock')).toBeNull();
  await userEvent.click(boxes()[1]!);
  await userEvent.click(screen.getByText('Dune'));
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true]);
  await userEvent.click(screen.getByText('Dune'));
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true]);
  await userEvent.click((await bar()).getByText('admin.bulk.all'));
  await userEvent.click((await bar()).getByText('Lock'));
  await waitFor(() => expect(calls.find(({ path }) => path === '/books/lock')?.body).toEqual({ ids: [2, 1] }));
});

it('on a phone the number of selected rows and the way out stand on one line, what is done to them below', async () => {
  await renderAdmin(list, { answers: full });
  await screen.findByText('Dune');
  await userEvent.click(screen.getByRole('button', { name: 'admin.bulk.begin' }));
  await userEvent.click(boxes()[0]!);
  expect(
    (await bar())
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .slice(0, 3),
  ).toEqual(['admin.bulk.all', 'admin.bulk.done', 'Lock']);
});

it('done with selecting, nothing is selected any more and cards open their records again', async () => {
  await renderAdmin(list, { answers: full });
  await screen.findByText('Dune');
  await userEvent.click(screen.getByRole('button', { name: 'admin.bulk.begin' }));
  await userEvent.click(boxes()[0]!);
  await userEvent.click((await bar()).getByText('admin.bulk.done'));
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.getByText('Dune').closest('a')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'admin.bulk.begin' }));
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false]);
});

it('who can do nothing with several rows is not asked to select any', async () => {
  await renderAdmin(list, { answers: full, permissions: ['book-list'] });
  await screen.findByText('Dune');
  expect(screen.queryByText('admin.bulk.begin')).toBeNull();
});
