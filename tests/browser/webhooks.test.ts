import { expect } from 'vitest';
import { screenshot, type Language } from './browser.ts';
import { actOnRow } from './desk.ts';
import { test } from './fixtures.ts';
import { expectSound } from './sound.ts';

test('a webhook is made, its secret shown once, tried out, and says why it stopped', async ({ open }) => {
  const { page } = await open('/system/webhook?form=new', { signedIn: true });
  const form = page.getByRole('dialog');
  const name = `Accounting ${Date.now()}`;
  await form.getByLabel(/^Name/).fill(name);
  // Nothing inside is called, whatever answers there.
  await form.getByLabel(/^Address/).fill('https://127.0.0.1:9/hook');
  await form.getByLabel(/^Sees as/).fill('admin');
  await page
    .getByRole('option', { name: /^admin/ })
    .first()
    .click();
  await form.getByRole('combobox', { name: /^Resource/ }).click();
  await page.getByRole('option', { name: 'API keys', exact: true }).click();
  await form.getByLabel(/^Filter/).fill('nothing=1');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('The list does not take this: nothing').waitFor();
  await form.getByLabel(/^Filter/).fill('status=1');
  await screenshot(page, 'webhook-form');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });

  const row = page.getByRole('row').filter({ hasText: name });
  const act = (button: string): Promise<void> => actOnRow(page, row, button);
  await act('Make secret');
  const secret = page.getByLabel('Secret', { exact: true });
  await secret.waitFor();
  expect(await secret.inputValue()).toMatch(/^whsec_[\w+/]{43}=$/);
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await act('Send test');
  await row.getByText('Stopped').waitFor();
  await row.getByText('The address is not allowed').first().waitFor();
  await screenshot(page, 'webhook-stopped');
  await expectSound(page);
});

test.for<readonly [string, Language, number]>([
  ['webhook', 'zh-CN', 1440],
  ['webhook', 'th-TH', 390],
  ['webhookdelivery', 'th-TH', 1440],
  ['webhookdelivery', 'zh-CN', 390],
])('the list of %s reads well in %s at %i px', async ([list, language, width], { open }) => {
  const { page } = await open(`/system/${list}`, { signedIn: true, language, width });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screenshot(page, `${list}-${language}-${width}`);
  await expectSound(page);
});
