import type { Locator } from 'playwright-core';

/** What stands at a field as its message. */
export async function messageAt(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const page = field.page();
  const texts = ids.split(' ').filter(Boolean).map((id) => page.locator(`[id="${id}"]`).innerText()); // prettier-ignore
  return (await Promise.all(texts)).join(' ');
}
