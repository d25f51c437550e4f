import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAdmin } from '../../../admin/testing/renderAdmin.tsx';
import { LookProvider } from '../../LookProvider.tsx';
import { LAYOUT_SETTINGS } from '../../layoutSettings.ts';
import SettingsDrawer from '../../SettingsDrawer.tsx';
import AccountPage, { type AccountSection } from './AccountPage.tsx';

const PICTURE = 'ab'.repeat(16);

/** An upload that arrives at once. */
class Upload {
  readonly upload = {};
  readonly status = 200;
  readonly response = { statusCode: 200, data: { name: PICTURE, url: '/files/p', size: 1, mimeType: 'image/png' } };
  onload?: () => void;
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    queueMicrotask(() => this.onload?.());
  }
}

let stored: Record<string, unknown>;
const answers = {
  'GET /account/settings': () => ({ data: stored }),
  'POST /account/settings/save': ({ body }: { body: unknown }) => {
    stored = { ...stored, ...(body as object) };
    return { message: 'Saved' };
  },
  'GET /basics/file/url': () => ({ data: { [PICTURE]: '/files/p' } }),
};

function show(section: AccountSection, beside?: ReactNode) {
  return renderAdmin(
    <LookProvider>
      <AccountPage section={section} sections={['basic', 'custom']} root="/account/settings" />
      {beside}
    </LookProvider>,
    { answers },
  );
}

const NOBODY = { username: 'may', name: 'May', phone: '', email: '', avatar: '', binding: [], notification: {} };

test('name, email and picture are saved together and are there the next time', async () => {
  stored = NOBODY;
  vi.stubGlobal('XMLHttpRequest', Upload);
  await show('basic');
  const type = async (label: string, text: string): Promise<void> => {
    const box = await screen.findByLabelText(label);
    await userEvent.clear(box);
    await userEvent.type(box, text);
  };
  await type('account.basic.name', 'Malee');
  await type('account.basic.email', 'malee@example.com');
  const picture = screen.getByRole('group', { name: 'account.basic.avatar' });
  await userEvent.upload(picture.querySelector('input')!, new File(['x'], 'me.png', { type: 'image/png' }));
  await within(picture).findByRole('img');
  await userEvent.click(screen.getByRole('button', { name: 'account.save' }));
  await screen.findByText('Saved');
  expect(stored).toMatchObject({ name: 'Malee', email: 'malee@example.com', avatar: PICTURE });
  cleanup();
  await show('basic');
  expect(await screen.findByLabelText('account.basic.name')).toHaveProperty('value', 'Malee');
  expect(screen.getByLabelText('account.basic.email')).toHaveProperty('value', 'malee@example.com');
  expect(await within(screen.getByRole('group', { name: 'account.basic.avatar' })).findByRole('img')).toBeTruthy();
});

test('personalisation is the ten layout settings, with the values of the drawer', async () => {
  stored = NOBODY;
  await show('custom', <SettingsDrawer onClose={() => undefined} />);
  const drawer = within(await screen.findByRole('dialog'));
  const page = (await screen.findByRole('heading', { level: 2, hidden: true, name: /custom/ })).parentElement!;
  const of = within(page);
  const settings = Object.keys(LAYOUT_SETTINGS);
  expect(settings).toHaveLength(10);
  const named = (label: string): number =>
    page.querySelectorAll(`[aria-label="${label}"]`).length + of.queryAllByText(label).length;
  expect(settings.filter((one) => named(`shell.settings.${one}`) === 0)).toEqual([]);
  const weak = (where: typeof of) => where.getByRole('switch', { name: 'shell.settings.weak', hidden: true });
  expect([weak(of), weak(drawer)].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  await userEvent.click(weak(drawer));
  await waitFor(() => expect(weak(of)).toHaveProperty('checked', true));
});
