import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, visit } from '../browser/browser.ts';
import { settled } from '../browser/settled.ts';

/** A page of the menu beside the list of orders, both loaded again in one tab, the one right after the other; least of the rounds. */
export interface ScreenFigures {
  readonly path: string;
  /** Milliseconds until its first row or figure is painted. */
  readonly ms: number;
  /** Processor time of its main thread until then. */
  readonly work: number;
  /** Of the orders' processor time. */
  readonly ratio: number;
}

/** Of the orders' processor time: a page that takes more is named. */
const SCREEN_LIMIT = 1.2;

const ORDERS = '/order/list';
const ROUNDS = 3;

/** Notes when the page has its first row or figure, or all that it is to have: two frames later that is on the screen. */
const WATCH = `new MutationObserver((_, observer) => {
  const page = document.querySelector('main > section:not([hidden])');
  const row = page?.querySelector('tbody tr')?.textContent || page?.querySelector('[data-figure]');
  const stands = page?.querySelector('h1') && !page.querySelector('.MuiSkeleton-root, [aria-busy=true]');
  if (!row && !stands) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRowAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });`;

interface Look {
  readonly ms: number;
  readonly work: number;
}

async function look(page: Page, session: CDPSession, address: string): Promise<Look> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await (
    await page.waitForFunction(() => (window as unknown as { firstRowAt?: number }).firstRowAt)
  ).jsonValue();
  const { metrics } = await session.send('Performance.getMetrics');
  await settled(page);
  return { ms: ms!, work: metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000 };
}

const least = (looks: readonly Look[]): Look => ({
  ms: Math.min(...looks.map(({ ms }) => ms)),
  work: Math.min(...looks.map(({ work }) => work)),
});

/** How soon each page of the menu is there beside the list of orders. */
export async function measureScreens(url: string, token: string): Promise<readonly ScreenFigures[]> {
  const browser = await launchBrowser();
  try {
    const { page, context } = await visit(browser, { url, token, fresh: true });
    await page.addInitScript(WATCH);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await look(page, session, url + ORDERS);
    const paths = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/"]')].map(({ pathname }) => pathname),
    );
    const figures: ScreenFigures[] = [];
    for (const path of new Set(paths)) {
      if (path === ORDERS) continue;
      const screen: Look[] = [];
      const orders: Look[] = [];
      // The first round fills the caches of the browser.
      for (let round = 0; round <= ROUNDS; round += 1) {
        screen.push(await look(page, session, url + path));
        orders.push(await look(page, session, url + ORDERS));
      }
      const [one, usual] = [screen, orders].map((looks) => least(looks.slice(1))) as [Look, Look];
      figures.push({ path, ...one, ratio: one.work / usual.work });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** A line for each page of the menu that takes longer than it may beside the list of orders. */
export const screensText = (screens: readonly ScreenFigures[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    screens
      .filter(({ ratio }) => ratio > SCREEN_LIMIT)
      .map(({ path: at, ms, work, ratio }) => [
        `first sight of ${at}`,
        `${ms.toFixed(0)} ms, processor ${work.toFixed(0)}, ${ratio.toFixed(2)} of the orders' (limit ${SCREEN_LIMIT})`,
      ]),
  );
