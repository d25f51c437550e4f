import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './fixtures.ts';
import { menu, bar, tab, shown, heading, names, visitPages } from './openPages.ts';
import { LIMIT_MS, REFERENCE_MS, median, switchMeter } from './switchMeter.ts';

const rows = (page: Page) => shown(page).locator('.RaDataTable-tableWrapper');

/** Scrolls the window as far as that, once the page is long enough for it. */
async function scrollTo(page: Page, far: number): Promise<void> {
  await page.waitForFunction((top) => {
    window.scrollTo(0, top);
    return window.scrollY === top;
  }, far);
}

interface Calls {
  /** Paths asked for since the last `quiet`. */
  readonly paths: readonly string[];
  /** Waits until every question has its answer, and forgets them all. */
  quiet(): Promise<void>;
}

/** What a page asks the server for from now on. */
function callsOf(page: Page): Calls {
  const paths: string[] = [];
  const waiting = new Set<Request>();
  // Listening to what others change is answered for as long as the page is open.
  const counts = (url: string): boolean => /^\/(api(?!\/live$)|assets)\//.test(new URL(url).pathname);
  page.on('request', (request) => {
    if (!counts(request.url())) return;
    waiting.add(request);
    paths.push(new URL(request.url()).pathname);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return {
    paths,
    quiet: async () => {
      await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(0);
      paths.length = 0;
    },
  };
}

/** What is older than some seconds is asked for again; from here on everything is as new as the page. */
const nothingGrowsOld = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const begun = performance.timeOrigin;
    Date.now = () => begun;
  });

/** Types into the search box of the list on screen and waits for its rows. */
async function search(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(`keyword=${text}`));
  await shown(page).getByRole('searchbox').fill(text);
  await answered;
  await page.waitForURL(/keyword/);
}

/** Scrolls the rows of the list on screen; answers how far. */
async function scrollRows(page: Page): Promise<number> {
  const list = shown(page).locator('.RaDataTable-tableWrapper');
  await expect.poll(() => list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(60);
  return list.evaluate((element) => {
    element.scrollTo(0, 50);
    return element.scrollTop;
  });
}

describe('pages behind their tabs', () => {
  test('coming back to what is new asks the server for nothing, takes less than three times a constant piece of work and finds filters, scroll and typed text', async ({
    open,
  }) => {
    const { page } = await open('/store/add', { signedIn: true, height: 400, fresh: true });
    const calls = callsOf(page);
    // What keeps positions loads after the first page, with the bar.
    await bar(page).waitFor();
    const typed = shown(page).locator('input[type=text], input:not([type])').first();
    await typed.fill('Half typed');
    // So that the click on it does not scroll the window.
    await menu(page).getByRole('link', { name: 'Vehicles', exact: true }).scrollIntoViewIfNeeded();
    await scrollTo(page, 60);
    await visitPages(page, 'Vehicles');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await search(page, '1');
    expect(await scrollRows(page)).toBe(50);
    await visitPages(page, 'Orders');
    await shown(page).locator('tbody a[href*="/order/detail/"]').first().click();
    await shown(page).getByRole('heading', { level: 1 }).waitFor();
    await visitPages(page, 'Members', 'Roles');
    await nothingGrowsOld(page);
    await calls.quiet();
    await tab(page, 'Vehicles').click();
    await heading(page, 'Vehicles');
    expect(await rows(page).evaluate((element) => element.scrollTop)).toBe(50);
    expect(page.url()).toContain('keyword');
    expect(await shown(page).getByRole('searchbox').inputValue()).toBe('1');
    await tab(page, 'Add store').click();
    await page.waitForFunction(() => window.scrollY === 60);
    expect(await shown(page).locator('input[type=text], input:not([type])').first().inputValue()).toBe('Half typed');

    const meter = await switchMeter(page);
    const [switches, works]: [number[], number[]] = [[], []];
    const order =
      (await bar(page)
        .getByTitle(/Order detail$/)
        .getAttribute('title')) ?? '';
    const around = ['Orders', order, 'Vehicles', 'Orders', 'Members', order, 'Roles', 'Orders', order, 'Add store'];
    for (const name of around) {
      switches.push(await meter.switching(name));
      works.push(await meter.work());
    }
    const [took, work] = [median(switches), median(works)];
    process.stdout.write(`switch of tabs: ${took.toFixed(1)} ms; constant work: ${work.toFixed(1)} ms (medians)\n`);
    expect(took).toBeLessThan(LIMIT_MS * Math.max(1, work / REFERENCE_MS));
    expect(calls.paths).toEqual([]);
  });

  test('a dialog stays with its page: behind it nothing is read out, another page is free of it, coming back finds what was typed; a reload finds the tabs, their filters and scroll again, and loads only the page on screen; closing drops a page: opened again it has no filters and asks anew', async ({
    open,
  }) => {
    const { page } = await open('/basics/city', { signedIn: true, height: 500 });
    await bar(page).waitFor();
    await shown(page).getByRole('link', { name: 'New city' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Half typed');
    // By role nothing is found but the dialog.
    await bar(page).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Search everything' }).count()).toBe(0);
    const scrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== 'hidden');
    expect(await scrolls()).toBe(false);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, number, name or what to do' }).fill('Suppliers');
    await page.getByRole('option', { name: 'Suppliers' }).first().click();
    await heading(page, 'Suppliers');
    await bar(page).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await scrolls()).toBe(true);
    await shown(page).getByRole('searchbox').fill('a');

    await tab(page, 'Cities').click();
    await dialog.waitFor();
    await bar(page).waitFor({ state: 'hidden' });
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Half typed');
    await page.waitForFunction(() => document.activeElement?.closest('[data-overlays]'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await bar(page).waitFor();
    expect(await scrolls()).toBe(true);

    await visitPages(page, 'Vehicles');
    await search(page, '1');
    expect(await scrollRows(page)).toBe(50);
    await visitPages(page, 'Roles');
    const calls = callsOf(page);
    await page.reload();
    await tab(page, 'Vehicles').waitFor();
    expect(await names(page)).toEqual(['Cities', 'Suppliers', 'Vehicles', 'Roles']);
    await heading(page, 'Roles');
    expect(calls.paths.filter((path) => /car\/list|supplier\/pagelist/.test(path))).toEqual([]);
    await tab(page, 'Vehicles').click();
    await heading(page, 'Vehicles');
    expect(await shown(page).getByRole('searchbox').inputValue()).toBe('1');
    await page.waitForFunction(
      () => document.querySelector('section:not([hidden]) .RaDataTable-tableWrapper')?.scrollTop === 50,
    );

    await tab(page, 'Vehicles').locator('[data-close]').click();
    await heading(page, 'Roles');
    const asked = page.waitForRequest((request) => request.url().includes('/api/car/list?'));
    await visitPages(page, 'Vehicles');
    expect(new URL((await asked).url()).searchParams.get('keyword')).toBeNull();
    expect(await shown(page).getByRole('searchbox').inputValue()).toBe('');
  });
});
