import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { screenshot, signInByApi, visit, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { PASSWORD } from './persons.ts';
import { ADMIN, startProduct, type Product } from './server.ts';
import { expectSound } from './sound.ts';

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

let product: Product | undefined;
/** Browsers make passkeys for names only, not for numbers of hosts. */
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  product = await startProduct({ demo: inject('demo'), environment: { PORT: String(port), PUBLIC_URL: url } });
}, 120_000);
afterAll(() => product?.stop());

async function post<T>(path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(`${product!.url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': 'en-US',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { statusCode, message, data } = (await answer.json()) as { statusCode: number; message: string; data: T };
  if (statusCode !== 200) throw new Error(`${path}: ${message}`);
  return data;
}

let made = 0;
/** A user of one's own, and a session. */
async function newUser(): Promise<{ username: string; token: string }> {
  const admin = await signInByApi(product!.url, ADMIN);
  const username = `keeper${++made}`;
  const phone = `+6697100${String(made).padStart(4, '0')}`;
  await post('/admin/user/save', { username, phone, password: PASSWORD, roleId: 1, dataScope: 0 }, admin);
  return { username, token: await signInByApi(product!.url, { username, password: PASSWORD }) };
}

/** A device with a fingerprint reader on which a finger always lies. */
async function plugIn(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

type Texts = Readonly<Record<string, string>>;
/** What is said of passkeys in a language. */
function textsOf(language: Language): { readonly passkey: Texts; readonly security: Texts } {
  const { shell, account } = JSON.parse(readFileSync(`packages/forecourt/src/i18n/${language}.json`, 'utf8')) as {
    shell: { secondStep: { passkey: Texts } };
    account: { security: Texts };
  };
  return { passkey: shell.secondStep.passkey, security: account.security };
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const isIn = (page: Page): Promise<void> => page.getByRole('button', { name: /^User menu/ }).waitFor();
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Username or phone').waitFor();
}
const SECURITY = '/account/settings/security';

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
}

test('a passkey is added, signs in by itself, follows the password, proves who it is, and is removed', async ({
  browser,
}) => {
  const { username, token } = await newUser();
  const { page, problems, allow, close } = await visit(browser, { url, token, fresh: true });
  // A proof is asked for by a refusal.
  allow(/428/);
  await plugIn(page);
  await page.goto(url + SECURITY);
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await screenshot(page, 'passkeys-none');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Desk computer');
  await screenshot(page, 'passkey-add');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor();
  const [code = ''] = await codes.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await list.getByText('Desk computer').waitFor();
  await list.getByText(/Not used yet/).waitFor();
  await page.getByText('Recovery codes left: 10').waitFor();
  await screenshot(page, 'passkeys');
  await expectSound(page);

  // The same device makes no second one.
  await addPasskey(page, 'Again');
  await page.getByRole('alert').getByText('This device has a passkey of yours already').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();

  await signOut(page);
  const alone = page.getByRole('button', { name: 'Sign in with a passkey' });
  await alone.waitFor();
  await screenshot(page, 'passkey-sign-in');
  await expectSound(page);
  await alone.click();
  await isIn(page);

  await signOut(page);
  await enterPassword(page, username);
  await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor();
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await use.waitFor();
  await screenshot(page, 'passkey-second');
  await expectSound(page);
  await use.click();
  await isIn(page);

  // A recovery code stands in; the device that it leaves behind is no proof, which the passkey is.
  await signOut(page);
  await enterPassword(page, username);
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await isIn(page);
  await signOut(page);
  await enterPassword(page, username);
  await isIn(page);
  await page.goto(url + SECURITY);
  await page.getByRole('button', { name: 'Remove the passkey Desk computer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await screenshot(page, 'passkey-proof');
  await expectSound(page);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The passkey is removed').waitFor();
  await list.getByText('Desk computer').waitFor({ state: 'detached' });
  expect(problems()).toEqual([]);
  await close();
});

test.for<readonly [Language, number]>([
  ['zh-CN', 1440],
  ['th-TH', 390],
])('passkeys read well in %s at %i px', async ([language, width], { browser }) => {
  const { username, token } = await newUser();
  const { page, problems, close } = await visit(browser, { url, token, fresh: true });
  await plugIn(page);
  await page.goto(url + SECURITY);
  await addPasskey(page, 'Desk computer');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Desk computer').waitFor();

  const { passkey, security } = textsOf(language);
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => localStorage.setItem('app_language', chosen), language);
  await page.goto(url + SECURITY);
  await page.getByRole('list', { name: security['passkeys']! }).getByText('Desk computer').waitFor();
  await screenshot(page, `passkeys-${language}-${width}`);
  await expectSound(page);
  await page.getByRole('button', { name: security['passkeyAdd']! }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await screenshot(page, `passkey-add-${language}-${width}`);
  await expectSound(page);

  await page.evaluate(() => localStorage.removeItem('Access-Token'));
  await page.goto(`${url}/user/login`);
  await page.getByRole('button', { name: passkey['signIn']! }).waitFor();
  await screenshot(page, `passkey-sign-in-${language}-${width}`);
  await expectSound(page);
  await page.locator('#field-username').fill(username);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: passkey['use']! }).waitFor();
  await screenshot(page, `passkey-second-${language}-${width}`);
  await expectSound(page);
  expect(problems()).toEqual([]);
  await close();
});
