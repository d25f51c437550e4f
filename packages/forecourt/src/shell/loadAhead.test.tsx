import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loadable } from '../admin/index.ts';
import { testSource } from '../admin/testing/adminModel.ts';
import { openApp } from './testing/openApp.tsx';

afterEach(() => vi.useRealTimers());

/** A page with two links, to a list and past it, and how often the schema behind the first was loaded. */
async function showLinks(rights: readonly string[]) {
  const about = vi.fn(async () => ({ default: () => <h1>Who we are</h1> }));
  const schema = vi.fn(testSource.schemas['book']!);
  const { calls } = await openApp({
    pages: {
      '/about': loadable(about),
      '/links': () => (
        <>
          <h1>Links</h1>
          <Link to="/books/list">Books</Link>
          <Link to="/about">About</Link>
          <a href="https://books.example/books/list">Elsewhere</a>
        </>
      ),
    },
    at: '/links',
    source: { ...testSource, schemas: { ...testSource.schemas, book: schema } },
    info: { permission: rights.map((path) => ({ path })) },
    answers: {
      'GET /books/list': () => ({ data: { list: [], total: 0, pageNo: 1, pageSize: 20 } }),
      'GET /live': () => ({ data: { position: '0', lost: false, changes: [] } }),
    },
  });
  const rows = () => calls.filter(({ path }) => path === '/books/list').length;
  const link = await screen.findByRole('link', { name: 'Books' });
  // Begins when the shell stands, in a part of its own.
  await act(() => import('./AfterShell.tsx'));
  return { schema, rows, link, about };
}

const rest = (element: Element, ms: number) =>
  act(async () => {
    fireEvent.pointerOver(element);
    await vi.advanceTimersByTimeAsync(ms);
  });

test('resting on a link loads the page behind it, without its rows; passing over it loads nothing', async () => {
  const { schema, rows, link } = await showLinks(['book-list']);
  vi.useFakeTimers();
  await rest(link, 20);
  await rest(screen.getByRole('heading'), 500);
  expect(schema).not.toHaveBeenCalled();
  await rest(screen.getByRole('link', { name: 'Elsewhere' }), 500);
  expect(schema).not.toHaveBeenCalled();
  await rest(link, 100);
  expect(schema).toHaveBeenCalledOnce();
  expect(rows()).toBe(0);
});

test('so does the keyboard, when the link has it', async () => {
  const { schema, link } = await showLinks(['book-list']);
  act(() => link.focus());
  await waitFor(() => expect(schema).toHaveBeenCalledOnce());
});

test('a press asks for the rows, once, also when it becomes a click', async () => {
  const { rows, link } = await showLinks(['book-list']);
  fireEvent.pointerDown(link);
  await waitFor(() => expect(rows()).toBe(1));
  await act(async () => void fireEvent.click(link));
  await screen.findByRole('heading', { name: /book/i });
  expect(rows()).toBe(1);
});

test('nothing is asked for that the reader may not open', async () => {
  const { schema, rows, link } = await showLinks(['shoplist']);
  vi.useFakeTimers();
  await rest(link, 500);
  await act(async () => {
    fireEvent.pointerDown(link);
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(schema).not.toHaveBeenCalled();
  expect(rows()).toBe(0);
});

test('a page that belongs to no resource is loaded ahead, too, and drawn at once when it is opened', async () => {
  const { about } = await showLinks([]);
  const link = screen.getByRole('link', { name: 'About' });
  vi.useFakeTimers();
  await rest(link, 500);
  expect(about).toHaveBeenCalledOnce();
  vi.useRealTimers();
  act(() => void fireEvent.click(link));
  expect(screen.getByRole('heading', { name: 'Who we are' })).toBeDefined();
  expect(about).toHaveBeenCalledOnce();
});
