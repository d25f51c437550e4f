import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { accessibilityFaults, arrival, onScreen, screenshot } from './browser.ts';
import { api } from './desk.ts';
import { test } from './fixtures.ts';

interface Row {
  readonly id: number;
  readonly status: number;
  readonly expiryDate: string;
}
const waiting = async (): Promise<readonly Row[]> =>
  (await api<{ list: Row[] }>('/member/document/list?status=1&pageSize=100&sortField=id&sortOrder=ascend')).list;
const statusOf = async (id: number): Promise<number> =>
  (await api<{ list: Row[] }>(`/member/document/list?id=${id}`)).list[0]!.status;

const transformOf = (picture: Locator): Promise<string> =>
  picture.evaluate((image) => (image as HTMLElement).style.transform);

async function shown(page: Page): Promise<{ dialog: Locator; picture: Locator }> {
  const dialog = page.getByRole('dialog', { name: 'Review one by one' });
  const picture = dialog.getByRole('img', { name: 'File' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  return { dialog, picture };
}

/** A JPEG that compresses as badly as a photo of many details. */
const noisyPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes((width * height * 3) / 4), { raw: { width: width / 2, height: height / 2, channels: 3 } })
    .resize(width, height)
    .jpeg({ quality: 90 })
    .toBuffer();

test('documents that wait are reviewed one after the other beside their member: zoomed and turned, approved, rejected with a reason, put off', async ({
  open,
}) => {
  const [first, second] = (await waiting()) as [Row, Row];
  const { page } = await open('/member/document', { signedIn: true });
  await arrival(page);
  await onScreen(page).getByRole('button', { name: 'Review one by one' }).click();
  const { dialog, picture } = await shown(page);
  expect(await picture.getAttribute('src')).toMatch(/^blob:/);
  // Who looks, and when, is burnt into it; nothing of the page says it again.
  expect(await dialog.getByText(/^admin .*\d{4}-\d\d-\d\d \d\d:\d\d/).count()).toBe(0);
  await dialog.getByText('ID number', { exact: true }).waitFor();
  await screenshot(page, 'document-review');

  // Its keys work at once: the picture has the cursor.
  expect(await transformOf(picture)).toContain('rotate(0deg) scale(1)');
  await page.keyboard.press('r');
  await page.keyboard.press('+');
  await expect.poll(() => transformOf(picture)).toContain('rotate(90deg) scale(1.25)');
  await dialog.getByRole('button', { name: 'Turn left' }).click();
  await dialog.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => transformOf(picture)).toContain('rotate(0deg) scale(1)');
  expect(await accessibilityFaults(page)).toEqual([]);

  // Nothing is sent without a reason; it is asked for at its field.
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => dialog.getByLabel('Remark').getAttribute('aria-invalid')).toBe('true');
  expect(await statusOf(first.id)).toBe(1);
  await dialog.getByLabel('Remark').fill('The corner is cut off');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => statusOf(first.id)).toBe(3);

  // The next one has come by itself; somebody else decides it first.
  await shown(page);
  await api('/member/document/audit', { id: second.id, status: 3, remark: 'Another auditor was quicker' });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('The document was rejected already').waitFor();
  await dialog.getByRole('button', { name: 'Later' }).click();
  const left = await waiting();
  await dialog.getByText(`${left.length} wait`, { exact: false }).waitFor();
  await shown(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  // In the list a picture is read only when somebody asks to see it.
  await onScreen(page).getByRole('button', { name: 'View File' }).first().click();
  const large = page.getByRole('dialog', { name: 'View File' });
  await expect
    .poll(() => large.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
});

/** Forms that take pictures, and the step of theirs that does. */
const FORMS: readonly (readonly [name: string, address: () => Promise<string>, step?: string])[] = [
  ['a document', async () => '/member/document?form=new'],
  ['a violation', async () => '/car/violation?form=new'],
  [
    'a vehicle',
    async () => `/car/edit?id=${(await api<{ list: { id: number }[] }>('/car/list')).list[0]!.id}`,
    'Basic info',
  ],
];

test.for(FORMS)(
  'a photo of a phone above the limit is made smaller and uploaded in the form of %s; a HEIC picture says how to switch the camera',
  async ([_name, address, step], { open }) => {
    const { page } = await open(await address(), { signedIn: true });
    await arrival(page);
    const form = step ? onScreen(page) : page.getByRole('dialog');
    if (step) await form.getByRole('button', { name: step }).click();
    const input = form.locator('input[type=file]').first();
    await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(3 * 1024 * 1024) });
    await page.getByText('Most Compatible', { exact: false }).waitFor();

    const photo = await noisyPhoto(4_000, 3_000);
    expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);
    const removes = form.getByRole('button', { name: /^Remove/ });
    const before = await removes.count();
    const answered = page.waitForResponse((answer) => answer.url().includes('/basics/file/upload') && answer.ok());
    await input.setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: photo });
    await answered;
    await expect.poll(() => removes.count()).toBe(before + 1);
  },
);
