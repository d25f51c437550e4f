import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { stepTo } from './browser.ts';
import { REST } from './profiles.ts';
import { test } from './sharedPage.ts';
import { settled } from './settled.ts';

/** Whether it becomes true in the page before a second of its own has passed: it is looked at in each frame, and the way from here to there does not count. */
const withinASecond = async (page: Page, isTrue: () => boolean): Promise<boolean> => {
  const look = await page.evaluateHandle(`(${isTrue.toString()})`);
  return page.evaluate(async (holds) => {
    const end = performance.now() + 1_000;
    for (;;) {
      if ((holds as unknown as () => boolean)()) return true;
      if (performance.now() > end) return false;
      await new Promise(requestAnimationFrame);
    }
  }, look);
};

describe('watermark', () => {
  const layer = '[data-watermark]';

  test('names the user on every page, lets clicks through, covers the window and is not printed', async ({
    stepOn,
  }) => {
    const { page } = await stepOn('/order/list');
    await page.locator(layer).waitFor({ state: 'attached' });
    const style = () =>
      page.locator(layer).evaluate((element) => {
        const { opacity, pointerEvents, display } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return { opacity, pointerEvents, display, width, height };
      });
    expect(await style()).toMatchObject({ opacity: '0.15', pointerEvents: 'none', width: 1440, height: 900 });
    const first = (await page.locator(layer).elementHandle())!;
    const resized = page.evaluate(() => new Promise((done) => window.addEventListener('resize', done, { once: true })));
    await page.setViewportSize({ width: 1700, height: 1000 });
    await resized;
    expect(await first.evaluate((element) => element.isConnected)).toBe(true);
    await expect.poll(style).toMatchObject({ width: 1700, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect((await style()).display).toBe('none');
    for (const shell of ['header', 'nav[aria-label="Main menu"]'])
      expect(await page.locator(shell).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Members', exact: true })
      .click();
    await page.waitForURL('**/member/list');
    expect(await page.locator(layer).count()).toBe(1);
  });

  test('writes a name with the letters of the page where the system has none, whatever it is', async ({ open }) => {
    const pictures: Buffer[] = [];
    const { page } = await open(REST, { signedIn: true });
    for (const name of ['李小明', '王大伟']) {
      await page.unrouteAll();
      await page.route('**/api/admin/user/info', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Administrator', name) });
      });
      await page.goto(new URL('/404', page.url()).href);
      await page.getByText(name).first().waitFor();
      await page.locator(layer).waitFor({ state: 'attached' });
      await settled(page);
      await page.evaluate(async () => {
        await document.fonts.ready;
        document.getElementById('root')!.style.visibility = 'hidden';
      });
      pictures.push(await page.screenshot());
    }
    // Boxes in place of letters would be the same for both.
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  });

  test('is there again within a second after it was removed or altered, and no style hides it', async ({ stepOn }) => {
    const { page } = await stepOn('/order/list');
    await page.locator(layer).waitFor({ state: 'attached' });
    for (const tamper of [
      (element: Element) => element.remove(),
      (element: Element) => (element as HTMLElement).style.setProperty('display', 'none', 'important'),
      (element: Element) => element.setAttribute('hidden', ''),
      (element: Element) => element.removeAttribute('aria-hidden'),
      (element: Element) => document.querySelector('main')!.append(element),
    ]) {
      await page.locator(layer).evaluate((element) => element.setAttribute('id', 'old'));
      expect(await withinASecond(page, () => document.querySelector('[data-watermark]:not([id])') !== null)).toBe(true);
      await page.locator(layer).evaluate(tamper);
      const isWhole = await withinASecond(page, () => {
        const [one, ...more] = document.querySelectorAll('body > [data-watermark]');
        return (
          one !== undefined &&
          more.length === 0 &&
          one.getAttributeNames().sort().join() === 'aria-hidden,data-watermark' &&
          getComputedStyle(one).display === 'block'
        );
      });
      expect(isWhole).toBe(true);
    }
    await page.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('[data-watermark] { display: none !important; opacity: 0 !important }');
      document.adoptedStyleSheets = [style];
    });
    expect(
      await page
        .locator(layer)
        .evaluate((element) => [getComputedStyle(element).display, getComputedStyle(element).opacity]),
    ).toEqual(['block', '0.15']);
  });

  test('is neither on public pages nor there after signing out', async ({ open }) => {
    const { page } = await open('/user/login');
    await page.locator('#field-username').fill('admin');
    await page.locator('input[type=password]').fill('Amber-Kettle-71');
    expect(await page.locator(layer).count()).toBe(0);
    await page.locator('button[type=submit]').click();
    await page.locator(layer).waitFor({ state: 'attached' });
    await stepTo(page, '/print/rental/1');
    await page.locator('main.sheet h1').waitFor();
    expect(await page.locator(layer).count()).toBe(0);
    await stepTo(page, '/404');
    await page.locator(layer).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('Are you sure you want to exit the system?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/user/login*');
    await page.locator(layer).waitFor({ state: 'detached' });
  });
});
