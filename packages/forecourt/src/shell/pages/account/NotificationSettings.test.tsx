import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../../../admin/testing/renderAdmin.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import type { AccountSettings } from './useAccountSettings.ts';

const MAIL = 'GET /account/notifications/mail';

async function show(ready: boolean, settings: Partial<AccountSettings> = {}) {
  const switches = { orders: true, upkeep: true };
  const view = await renderAdmin(
    <NotificationSettings
      settings={{
        username: 'may',
        name: 'May',
        phone: '',
        email: 'may@example.com',
        avatar: '',
        binding: [],
        notification: { orders: true, upkeep: false },
        ...settings,
      }}
    />,
    {
      answers: {
        [MAIL]: () => ({ data: { ready, switches } }),
        'POST /account/notifications/mail/save': ({ body }) => {
          Object.assign(switches, (body as { switches: object }).switches);
          return {};
        },
      },
    },
  );
  const mailSwitch = (topic: string) =>
    screen.getByRole('switch', { name: `account.notifications.${topic}: account.notification.byMail` });
  return { ...view, mailSwitch, switches };
}

it('mail has a switch of its own, of what is told at all', async () => {
  const { mailSwitch, switches } = await show(true);
  await screen.findByText('account.notification.mailTo');
  expect(mailSwitch('orders')).toMatchObject({ checked: true, disabled: false });
  expect(mailSwitch('upkeep')).toMatchObject({ checked: false, disabled: true });
  await userEvent.click(mailSwitch('orders'));
  await waitFor(() => expect(mailSwitch('orders')).toMatchObject({ checked: false }));
  expect(switches).toEqual({ orders: false, upkeep: true });
});

it('says when the server sends no mail, and when there is nowhere to send it', async () => {
  const { mailSwitch, unmount } = await show(false);
  await screen.findByText('account.notification.mailOff');
  expect(mailSwitch('orders')).toMatchObject({ checked: false, disabled: true });
  unmount();
  await show(true, { email: '' });
  const way = await screen.findByRole('link', { name: 'account.notification.noAddress' });
  expect(way.getAttribute('href')).toBe('/account/settings/basic');
});
