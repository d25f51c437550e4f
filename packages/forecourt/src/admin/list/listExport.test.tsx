import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { full, list } from './testing/books.tsx';

strictConsole();

describe('export of a list', () => {
  it('writes what stands in second lines into a file, too', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      api: { ...declared.api!, export: '/books/export' },
      list: { ...declared.list!, columns: ['title', 'state'], below: { title: 'shopId' }, hiddenColumns: ['shopId'] },
    }));
    const { calls } = await renderAdmin(list, {
      answers: { ...full, 'GET /books/export': () => ({ status: 500, statusCode: 500, message: 'No room' }) },
      source,
    });
    await screen.findByText('Dune');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.export' }));
    await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/books/export'));
    expect(calls.at(-1)!.query['columns']).toEqual('title,shopId,state');
  });

  it('says that an export failed, and why', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      api: { ...declared.api!, export: '/books/export' },
    }));
    await renderAdmin(list, {
      answers: { ...full, 'GET /books/export': () => ({ status: 500, statusCode: 500, message: 'No room' }) },
      source,
    });
    await screen.findByText('Dune');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.export' }));
    await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
    expect((await screen.findByText(/admin\.export\.failed/)).textContent).toContain('No room');
  });

  it('is offered to those who may export, and to nobody else', async () => {
    const shownTo = async (...permissions: string[]): Promise<boolean> => {
      await renderAdmin(list, { answers: full, permissions });
      await screen.findByText('Dune');
      const shown = screen.queryByRole('button', { name: 'ra.action.export' }) !== null;
      cleanup();
      return shown;
    };
    expect(await shownTo('book-list', 'book-export')).toBe(true);
    expect(await shownTo('book-list', 'book-query', 'book-edit')).toBe(false);
  });
});
