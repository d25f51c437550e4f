import { describe } from 'vitest';
import { dueToday } from '../turns.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';

describe('a browser that stores nothing', () => {
  test.for(
    dueToday([
      [
        'switched off',
        () =>
          Object.defineProperty(window, 'localStorage', {
            configurable: true,
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          }),
      ],
      [
        'full',
        () => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        },
      ],
    ] as const),
  )('storage %s: sign-in, settings and pages work until the reload', async ([, refuse], { open }) => {
    const { page } = await open(REST, { fresh: true });
    await page.addInitScript(refuse);
    await page.goto(new URL('/user/login?redirect=/404', page.url()).href);
    await page.locator('#field-username').fill('admin');
    await page.locator('input[type=password]').fill('Amber-Kettle-71');
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.pathname === '/404');
    await page
      .locator('header')
      .getByRole('button', { name: /^(Layout settings|界面设置)$/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Dark|深色)$/ })
      .first()
      .click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 17, 20)');
  });
});
