import { afterAll, beforeAll, expect } from 'vitest';
import { signInByApi, visit } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN, startProduct, type Product } from './server.ts';

const NEW_PASSWORD = 'Forecourt-2';

/** A product of its own: the password of the shared one belongs to the other tests. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ environment: { DEMO: '0' } });
});
afterAll(() => product.stop());

test('a changed password ends every session of the user; only the new one signs in', async ({ browser }) => {
  expect(product.url).not.toBe(productUrl());
  const elsewhere = await signInByApi(product.url, ADMIN);
  const { page, problems, close } = await visit(browser, {
    url: product.url,
    token: await signInByApi(product.url, ADMIN),
  });
  await page.goto(`${product.url}/index`);
  const change = async (old: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password', { exact: true }).fill(old);
    await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByLabel('Repeat new password', { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();

  await change('not the old one');
  await page.getByText('The old password is wrong').waitFor();
  await change(ADMIN.password);
  await page.getByText('Password changed successfully').waitFor();
  await page.getByLabel('Username or phone').waitFor();

  const answer = await fetch(`${product.url}/api/admin/user/info`, {
    headers: { Authorization: `Bearer ${elsewhere}` },
  });
  expect(answer.status).toBe(401);
  await expect(signInByApi(product.url, ADMIN)).rejects.toThrow();
  await expect(signInByApi(product.url, { ...ADMIN, password: NEW_PASSWORD })).resolves.toMatch(/./);
  expect(problems()).toEqual([]);
  await close();
});
