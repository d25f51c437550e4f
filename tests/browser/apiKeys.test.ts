import { expect } from 'vitest';
import { screenshot, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { expectSound } from './sound.ts';

test('a key is made, shown once, called with, and ends when it is revoked', async ({ open }) => {
  const { page } = await open('/system/apikey?form=new', { signedIn: true });
  const form = page.getByRole('dialog');
  const name = `Accounting ${Date.now()}`;
  await form.getByLabel(/^Name/).fill(name);
  const user = form.getByLabel(/^Calls as/);
  await user.fill('admin');
  await page
    .getByRole('option', { name: /^admin/ })
    .first()
    .click();
  await form.getByLabel(/^Valid until/).fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16));
  await screenshot(page, 'apikey-form');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Make key' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('A new key takes the place').waitFor();
  await screenshot(page, 'apikey-issue');
  await question.getByRole('button', { name: 'Make key' }).click();
  const secret = page.getByLabel('Secret', { exact: true });
  await secret.waitFor();
  await screenshot(page, 'apikey-secret');
  const key = await secret.inputValue();
  expect(key).toMatch(/^fc_live_\w{46}$/);
  await page.keyboard.press('Escape');
  expect(await secret.inputValue()).toBe(key);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await row.getByText(key.slice(0, 16)).waitFor();
  expect(await page.content()).not.toContain(key);

  const call = async () => {
    const { origin } = new URL(page.url());
    return (await fetch(`${origin}/api/order/list`, { headers: { authorization: `Bearer ${key}` } })).status;
  };
  expect(await call()).toBe(200);
  await expectSound(page);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  expect(await call()).toBe(401);
});

test.for<readonly [Language, number]>([
  ['zh-CN', 1440],
  ['th-TH', 390],
])('the list of keys reads well in %s at %i px', async ([language, width], { open }) => {
  const { page } = await open('/system/apikey', { signedIn: true, language, width });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screenshot(page, `apikey-${language}-${width}`);
  await expectSound(page);
});
