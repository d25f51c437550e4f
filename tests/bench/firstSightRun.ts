import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser, visit } from '../browser/browser.ts';
import { REST } from '../browser/profiles.ts';
import { settled } from '../browser/settled.ts';
import { scratchFolder } from '../scratch.ts';

/** Milliseconds from the press of Enter, medians. */
export interface Sight {
  /** The first paint of anything. */
  readonly paint: number;
  /** The first row of the answer is painted. */
  readonly row: number;
  /** Processor time of the page's main thread until that row. */
  readonly work: number;
}

export interface FirstSightFigures {
  /** From the click in the menu to the rows of a list that the session has not opened yet, and from the click on a tab to the page behind it; medians. */
  readonly opening: number;
  readonly switching: number;
  readonly cold: { readonly product: Sight; readonly bare: Sight };
  readonly warm: { readonly product: Sight; readonly bare: Sight };
}

const ROUNDS = 7;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** A bare react-admin list of the same rows, built for production; what is not its own is asked of the product. */
async function serveBare(product: string): Promise<{ url: string; stop(): Promise<void> }> {
  const outDir = await scratchFolder('forecourt-bare-');
  await build({
    configFile: false,
    root: path.resolve('tests/bench/firstSight'),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  });
  const files = new Map<string, Buffer>();
  const server = http.createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { pathname, search } = new URL(request.url!, product);
      if (pathname.startsWith('/api/')) {
        const { authorization = '' } = request.headers;
        const asked = await fetch(product + pathname + search, { headers: { authorization } });
        response.writeHead(asked.status, { 'content-type': 'application/json' });
        response.end(Buffer.from(await asked.arrayBuffer()));
        return;
      }
      if (pathname === REST) return void response.writeHead(200, { 'content-type': 'text/plain' }).end();
      const name = path.extname(pathname) in TYPES ? pathname : '/index.html';
      if (!files.has(name)) files.set(name, brotliCompressSync(await readFile(path.join(outDir, name))));
      const lasting = name === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable';
      response.writeHead(200, {
        'content-type': TYPES[path.extname(name)],
        'content-encoding': 'br',
        'cache-control': lasting,
      });
      response.end(files.get(name));
    };
    answer().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Notes when a row of the table was first drawn: two frames after it came into the document, so that it is on the screen. */
const WATCH = `new MutationObserver((_, observer) => {
  if (!document.querySelector('tbody tr')?.textContent) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRowAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });`;

async function look(page: Page, session: CDPSession, load: () => Promise<unknown>): Promise<Sight> {
  await load();
  const row = await (
    await page.waitForFunction(() => (window as unknown as { firstRowAt?: number }).firstRowAt)
  ).jsonValue();
  const { metrics } = await session.send('Performance.getMetrics');
  const work = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await settled(page);
  return { paint, row: row!, work };
}

/** One first look at the orders, and one more when the page is loaded again, in a profile of its own; in a process that the browser has begun already. */
async function lookTwice(browser: Browser, url: string, address: string, token: string) {
  const { page, context, close } = await visit(browser, { url, token, fresh: true });
  await page.addInitScript(WATCH);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url + REST);
  await session.send('Network.clearBrowserCache');
  const again = () => page.reload({ waitUntil: 'commit' });
  const cold = await look(page, session, () => page.goto(url + address, { waitUntil: 'commit' }));
  await look(page, session, again);
  const warm = await look(page, session, again);
  await close();
  return { cold, warm };
}

/** From the next click on answers the milliseconds until a row of another page is painted. Runs in the page. */
function rowsAfterClick(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = document.querySelector('main > section:not([hidden])');
  const rows = async (): Promise<number> => {
    const clicked = performance.now();
    for (;;) {
      await frame();
      const now = document.querySelector('main > section:not([hidden])');
      if (now !== before && now?.querySelector('tbody tr')?.textContent) break;
      if (performance.now() - clicked > 10_000) throw new Error('no row after the click');
    }
    await frame();
    return performance.now() - clicked;
  };
  return new Promise((resolve, reject) => {
    document.addEventListener('click', () => void rows().then(resolve, reject), { once: true, capture: true });
  });
}

/** As long as a hand takes to come to a link, and to let go of the button. */
const [HOVER_MS, PRESS_MS] = [150, 80];

/** With a mouse, as people do: milliseconds from the click to the rows of another page. */
async function untilRows(page: Page, selector: string): Promise<number> {
  await page.locator(selector).hover();
  await page.waitForTimeout(HOVER_MS);
  const rows = page.evaluate(rowsAfterClick);
  await page.locator(selector).click({ delay: PRESS_MS });
  return rows;
}

/** Lists of the menu that have rows in the loaded database, each opened once. */
const LISTS = ['/car/list', '/member/list', '/store/list', '/carprice/list', '/car/submodels'] as const;

async function walk(browser: Browser, url: string, token: string): Promise<{ opening: number; switching: number }> {
  const { page, close } = await visit(browser, { url, token, fresh: true });
  await page.goto(`${url}/order/list`);
  await page.locator('tbody tr a').first().waitFor();
  await settled(page);
  const opened: number[] = [];
  const switched: number[] = [];
  for (const list of LISTS) {
    opened.push(await untilRows(page, `nav:not(main nav) a[href="${list}"]`));
    await settled(page);
    switched.push(await untilRows(page, '[role=tab][data-key="/order/list"]'));
    await settled(page);
  }
  await close();
  return { opening: middle(opened), switching: middle(switched) };
}

const medians = (sights: readonly Sight[]): Sight => ({
  paint: middle(sights.map(({ paint }) => paint)),
  row: middle(sights.map(({ row }) => row)),
  work: middle(sights.map(({ work }) => work)),
});

/** How soon the orders are seen, cold and warm, beside a bare react-admin list of the same rows: by turns, in one browser. */
export async function measureFirstSight(product: string, token: string): Promise<FirstSightFigures> {
  const bare = await serveBare(product);
  const browser = await launchBrowser();
  try {
    const seen = { product: [] as { cold: Sight; warm: Sight }[], bare: [] as { cold: Sight; warm: Sight }[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seen.product.push(await lookTwice(browser, product, '/order/list', token));
      seen.bare.push(await lookTwice(browser, bare.url, '/#/order', token));
    }
    const of = (kind: 'cold' | 'warm') => ({
      product: medians(seen.product.map((one) => one[kind])),
      bare: medians(seen.bare.map((one) => one[kind])),
    });
    return { ...(await walk(browser, product, token)), cold: of('cold'), warm: of('warm') };
  } finally {
    await browser.close();
    await bare.stop();
  }
}
