import { expect } from 'vitest';
import { accessibilityFaults, signInByApi } from './browser.ts';
import { api } from './desk.ts';
import { productUrl, test } from './fixtures.ts';

const OLD = { username: 'newpassword', password: 'Forecourt-1' };
const NEW = { ...OLD, password: 'Forecourt-2' };

test('a changed password ends every session of the user; only the new one signs in', async ({ open }) => {
  const { list } = await api<{ list: { id: number; code: string }[] }>('/role/list?pageNo=1&pageSize=100');
  const roleId = list.find(({ code }) => code === 'clerk')!.id;
  await api('/admin/user/save', { ...OLD, phone: '+66812220001', dataScope: 0, roleId });
  const elsewhere = await signInByApi(productUrl(), OLD);
  const { page } = await open('/index', { token: await signInByApi(productUrl(), OLD) });
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const submit = () => dialog.getByRole('button', { name: 'Change password' }).click();
  const change = async (old: string): Promise<void> => {
    await dialog.getByLabel('Current password', { exact: true }).fill(old);
    await dialog.getByLabel('New password', { exact: true }).fill(NEW.password);
    await dialog.getByLabel('Repeat new password', { exact: true }).fill(NEW.password);
    await submit();
  };
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await submit();
  await dialog.getByText('Required').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await change('not the old one');
  await page.getByText('The old password is wrong').waitFor();
  await change(OLD.password);
  await page.getByText('Password changed successfully').waitFor();
  await page.getByLabel('Username or phone').waitFor();

  const answer = await fetch(`${productUrl()}/api/admin/user/info`, {
    headers: { Authorization: `Bearer ${elsewhere}` },
  });
  expect(answer.status).toBe(401);
  await expect(signInByApi(productUrl(), OLD)).rejects.toThrow();
  await expect(signInByApi(productUrl(), NEW)).resolves.toMatch(/./);
});
