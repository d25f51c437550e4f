import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Action } from '../../model/index.ts';
import { testModel } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { ActionButton } from './ActionButton.tsx';

strictConsole();

const ROW = { id: 1, title: 'Dune', state: 0, price: 12, shopId: 3, shopName: 'Corner' };

it('what an action answers once stays on screen until it is put away, and goes to the clipboard', async () => {
  const model = await testModel().load('book');
  const lend = model.actions.find(({ name }) => name === 'lend')!;
  const action: Action = { ...lend, confirm: true, secret: 'key' };
  const user = userEvent.setup();
  await renderAdmin(<ActionButton model={model} action={action} record={ROW} />, {
    answers: {
      'POST /books/lend': () => ({ data: { key: 'fc_live_once' } }),
      'GET /books/info/1': () => ({ data: ROW }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Lend' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lend' }));
  const secret = await screen.findByLabelText('admin.secret.label');
  expect(secret).toHaveProperty('value', 'fc_live_once');
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText('admin.secret.label')).toBe(secret);
  await user.click(screen.getByRole('button', { name: 'admin.secret.copy' }));
  expect(await navigator.clipboard.readText()).toBe('fc_live_once');
  await user.click(await screen.findByRole('button', { name: 'admin.secret.done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
