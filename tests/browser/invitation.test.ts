import { afterAll, beforeAll, expect, inject } from 'vitest';
import { screenshot, signInByApi, visit, type Language } from './browser.ts';
import { actOnRow } from './desk.ts';
import { test } from './fixtures.ts';
import { ADMIN, startProduct, type Product } from './server.ts';
import { expectSound } from './sound.ts';

let product: Product | undefined;
let token: string;
beforeAll(async () => {
  // Links can be sent where the server knows its address.
  product = await startProduct({ demo: inject('demo'), environment: { PUBLIC_URL: 'https://desk.example.com' } });
  token = await signInByApi(product.url, ADMIN);
}, 120_000);
afterAll(() => product?.stop());

const NAME = 'somchai.new';

test('a new user is invited in place of an initial password, is shown as invited, and can be invited again', async ({
  browser,
}) => {
  const { page, close } = await visit(browser, { url: product!.url, token, fresh: true });
  await page.goto(`${product!.url}/system/mgr_user?form=new`);
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Username/).fill(NAME);
  await form.getByLabel(/^Phone/).fill('+66812345679');
  await form.getByLabel(/^Password/).waitFor();
  await form.getByLabel(/^Invite instead of an initial password/).check();
  await form.getByLabel(/^Password/).waitFor({ state: 'detached' });
  await form.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('radio', { name: 'All stores' }).check();
  await screenshot(page, 'invitation-form');
  await expectSound(page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });

  const row = page.getByRole('row').filter({ hasText: NAME });
  await row.getByText('Invited', { exact: true }).waitFor();
  await screenshot(page, 'invitation-list');
  await actOnRow(page, row, 'Send invitation');
  await page
    .getByText(/A link was sent within the last minute/)
    .first()
    .waitFor();
  await screenshot(page, 'invitation-again');
  await close();
});

test.for<readonly [Language, number]>([
  ['zh-CN', 390],
  ['th-TH', 1440],
])('the form of a new user offers the invitation in %s at %i px', async ([language, width], { browser }) => {
  const { page, close } = await visit(browser, { url: product!.url, token, language, width, fresh: true });
  await page.goto(`${product!.url}/system/mgr_user?form=new`);
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await screenshot(page, `invitation-${language}-${width}`);
  await expectSound(page);
  expect(await page.getByRole('dialog').count()).toBe(1);
  await close();
});
