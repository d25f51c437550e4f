import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { screenshot, signInByApi, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ask, newPerson, PASSWORD } from './persons.ts';
import { expectSound } from './sound.ts';

/** RFC 6238 by itself: the code of a secret in base32, so many steps of half a minute from now. */
function codeOf(secret: string, steps = 0): string {
  let bits = '';
  for (const letter of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const time = Buffer.alloc(8);
  time.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4);
  const key = Buffer.from(bits.match(/[01]{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', key).update(time).digest();
  return String((mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function enter(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a second factor is set up, asked for at sign-in, remembered by the device, and asked for again', async ({
  open,
}) => {
  const { username, token } = await newPerson([]);
  const { page } = await open('/account/settings/security', { token });
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factor' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await screenshot(page, 'second-factor-set-up');
  await expectSound(page);
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await screenshot(page, 'second-factor-codes');
  await expectSound(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();

  const { page: other, allow } = await open('/user/login');
  allow(/401/);
  await enter(other, username);
  await other.getByRole('heading', { level: 1, name: 'One more step' }).waitFor();
  await screenshot(other, 'second-factor-code');
  await expectSound(other);
  await other.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }).check();
  await other.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('button', { name: /^User menu/ }).waitFor();

  // Two browsers: the first one ends the second, and has it asked for a code again.
  await page.goto(`${productUrl()}/account/settings/devices`);
  await page.getByRole('list', { name: 'Devices that are not asked for a code' }).getByRole('listitem').waitFor();
  await screenshot(page, 'devices');
  await expectSound(page);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await page.getByText('The other sessions have ended').waitFor();
  await other.goto(`${productUrl()}/account/settings/basic`);
  await enter(other, username);
  await other.getByLabel('Code', { exact: true }).waitFor();
  expect(await ask(token, '/account/sessions')).toMatchObject({ devices: [], sessions: [{ current: true }] });
});

test.for<readonly [Language, number]>([
  ['zh-CN', 1440],
  ['th-TH', 390],
])('the devices and the security settings read well in %s at %i px', async ([language, width], { open }) => {
  const { username, token } = await newPerson([]);
  await signInByApi(productUrl(), { username, password: PASSWORD });
  const { page } = await open('/account/settings/devices', { token, language, width });
  const main = page.getByRole('main');
  await main.getByRole('listitem').first().waitFor();
  await screenshot(page, `devices-${language}-${width}`);
  await expectSound(page);
  await page.goto(`${productUrl()}/account/settings/security`);
  await main.getByRole('listitem').nth(2).waitFor();
  await screenshot(page, `security-${language}-${width}`);
  await expectSound(page);
});
