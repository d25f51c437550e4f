import { expect } from 'vitest';
import { screenshot, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { expectSound } from './sound.ts';

const HEADS: Readonly<Record<string, string>> = {
  'en-US': 'For a directory (SCIM)',
  'zh-CN': '用于目录（SCIM）',
  'th-TH': 'สำหรับไดเรกทอรี (SCIM)',
};

test.for<readonly [Language, number]>([
  ['en-US', 1440],
  ['zh-CN', 1440],
  ['th-TH', 390],
])('the form of a key says the address of a directory in %s at %i px', async ([language, width], { open }) => {
  const { page } = await open('/system/apikey?form=new', { signedIn: true, language, width });
  const form = page.getByRole('dialog');
  const flag = form.getByLabel(new RegExp(HEADS[language]!.replace(/[()]/g, '\\$&')));
  await flag.waitFor();
  const { origin } = new URL(page.url());
  const address = form.getByText(`${origin}/scim/v2`, { exact: true });
  await address.scrollIntoViewIfNeeded();
  await flag.check();
  await expect.poll(() => flag.isChecked()).toBe(true);
  await screenshot(page, `scim-key-${language}-${width}`);
  await expectSound(page);
});
