import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import { tokenOf } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { test } from './sharedPage.ts';

/** Who keeps the cars of the demonstration. */
const FLEET = 'fleet';

async function api<T>(token: string, path: string): Promise<T> {
  const answer = await fetch(`${productUrl()}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: T }).data;
}

interface Reminder {
  readonly id: number;
  readonly plate: string;
}
const firstOf = async (token: string, path: string): Promise<Reminder> =>
  (await api<{ list: Reminder[] }>(token, path)).list[0]!;

const openWork = async (token: string, carId: number): Promise<readonly object[]> =>
  (await api<{ list: object[] }>(token, `/car/maintenanceinfo/list?carId=${carId}&status=0`)).list;

/** An overdue car that nobody has planned work for: the demonstration does for some, by the hour in which it is made. */
async function overdueWithoutWork(token: string): Promise<Reminder> {
  const { list } = await api<{ list: Reminder[] }>(token, '/car/maintenance/list?alert=overdue&pageSize=50&pageNo=1');
  for (const reminder of list) if ((await openWork(token, reminder.id)).length === 0) return reminder;
  throw new Error('Each overdue car has a work order.');
}

test('an overdue car gets a work order from its reminder, the order is completed, and the reminder is gone', async ({
  stepOn,
}) => {
  const token = await tokenOf(FLEET);
  const { id, plate } = await overdueWithoutWork(token);
  const { page } = await stepOn(`/car/maintenance?filter=${encodeURIComponent(JSON.stringify({ keyword: plate }))}`, {
    token,
  });
  const row = page.getByRole('row', { name: new RegExp(`${plate}(?!\\d)`) });
  await row.getByText('Overdue').waitFor();
  await row.getByRole('button', { name: 'New work order' }).click();
  const form = page.getByRole('dialog');
  expect(await form.getByRole('switch', { name: /^Taken into storage/ }).isChecked()).toBe(false);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await form.getByRole('textbox', { name: /^Start/ }).fill(`${yesterday} 09:00`);
  await page.keyboard.press('Tab');
  await form.getByLabel(/^Cost/).fill('1800');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });

  // The history is the list of all work orders, narrowed to this car, and says so.
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.waitForURL(/\/car\/maintenanceinfo\?/);
  await onScreen(page)
    .locator('.MuiChip-deletable')
    .filter({ hasText: new RegExp(`${plate}(?!\\d)`) })
    .waitFor();
  await onScreen(page)
    .getByRole('row', { name: new RegExp(`${plate}(?!\\d)`) })
    .getByRole('button', { name: 'Complete' })
    .click();
  const question = page.getByRole('dialog', { name: 'Complete' });
  await question.getByText('Confirm completion of this maintenance?').waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await openWork(token, id)).toHaveLength(1);
  await onScreen(page)
    .getByRole('row', { name: new RegExp(`${plate}(?!\\d)`) })
    .getByRole('button', { name: 'Complete' })
    .click();
  await question.getByRole('button', { name: 'Complete' }).click();
  await question.waitFor({ state: 'detached' });
  const reminder = await firstOf(token, `/car/maintenance/list?carId=${id}`);
  expect(reminder).toMatchObject({ alert: 'normal', remaining: 10_000 });
});

test('an inspection that has ended is entered in its row, and the alert says so in days before', async ({ stepOn }) => {
  const token = await tokenOf(FLEET);
  const { id, plate } = await firstOf(token, '/car/annualinspection/list?alert=overdue&pageSize=1&pageNo=1');
  const { page } = await stepOn(
    `/car/annualinspection?filter=${encodeURIComponent(JSON.stringify({ keyword: plate }))}`,
    { token },
  );
  const row = page.getByRole('row', { name: new RegExp(`${plate}(?!\\d)`) });
  await row.getByText(/Overdue \(\d+ days?\)/).waitFor();
  await row.getByRole('button', { name: 'Enter inspection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter inspection' });
  await dialog
    .getByLabel(/^Next inspection date/)
    .first()
    .fill('2049-01-01');
  await dialog.getByRole('button', { name: 'Enter inspection' }).click();
  await row.getByText('2049-01-01').waitFor();
  expect(await api<unknown[]>(token, `/car/annualinspection/history/${id}`)).not.toHaveLength(0);
});
