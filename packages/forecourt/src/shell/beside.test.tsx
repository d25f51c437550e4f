import { screen, waitFor } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { openApp } from './testing/openApp.tsx';

const drawn = vi.hoisted(() => ({ buttons: 0 }));
vi.mock('./notifications/LateButtons.tsx', () => ({
  default: () => {
    drawn.buttons++;
    throw new TypeError('Failed to fetch dynamically imported module: /assets/texts.js');
  },
}));

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

test('the shell and its page stay when something beside them does not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openApp();
  const heading = await screen.findByRole('heading', { level: 1, name: 'Desk' });
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  await waitFor(() => expect(drawn.buttons).toBeGreaterThan(0), { timeout: 10_000 });
  await screen.findByRole('tablist', { name: 'Open pages' });
  expect([heading.isConnected, menu.isConnected]).toEqual([true, true]);
  expect(screen.queryByRole('alert')).toBeNull();
});
