import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { full, list } from './testing/books.tsx';

strictConsole();

it('rows are as high and as many columns stay in sight as the user chose', async () => {
  await renderAdmin(list, { answers: full });
  const frame = (await screen.findByText('Dune'))
    .closest('table')!
    .parentElement!.closest('div:has(> .RaDataTable-root)');
  expect(frame).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.select_columns' }));
  const look = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  const density = within(await look.findByRole('group', { name: 'admin.columns.density' }));
  expect(density.getByRole('button', { pressed: true }).textContent).toBe('admin.columns.comfortable');
  await userEvent.click(density.getByRole('button', { name: 'admin.columns.compact' }));
  expect(frame!.hasAttribute('data-dense')).toBe(true);
  await userEvent.click(density.getByRole('button', { name: 'admin.columns.comfortable' }));
  expect(frame!.hasAttribute('data-dense')).toBe(false);

  expect(frame!.hasAttribute('data-pinned')).toBe(false);
  await userEvent.click(
    within(look.getByRole('group', { name: 'admin.columns.pinned' })).getByRole('button', { name: '2' }),
  );
  await waitFor(() => expect(frame!.hasAttribute('data-pinned')).toBe(true));
  await userEvent.click(
    within(look.getByRole('group', { name: 'admin.columns.pinned' })).getByRole('button', { name: '1' }),
  );
  await waitFor(() => expect(frame!.hasAttribute('data-pinned')).toBe(false));
});
