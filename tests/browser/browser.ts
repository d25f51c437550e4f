import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Locator, type Page, type Route } from 'playwright-core';
import { hasSharedMemory } from '../scratch.ts';
import { readOfAlike } from './alike.ts';
import { MEASURED, markLooks } from './looks.ts';
import { borrowProfile } from './profiles.ts';
import { settled, watchTraffic } from './settled.ts';
import { chromiumEnvironment } from './shiftedClock.ts';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** Ours, not those that the packaged Chromium suggests: they share one process between tabs and slow scripts down. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * CHROMIUM_PATH, else the system's Chromium, else the one that comes as a package. That one is unpacked by whoever asks first on a machine; who
 * asks meanwhile is named a file that is still being written, so `globalSetup.ts` asks before there are two.
 */
export async function chromiumPath(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  if (existsSync(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/**
 * Playwright has Chromium keep in files on the disk what its processes share: what is drawn, and answers of the network. Where shared memory
 * has room for it, that is a tenth of all work.
 */
const NOT_WITH_SHARED_MEMORY = '--disable-dev-shm-usage';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: ARGUMENTS,
    env: chromiumEnvironment(),
    ignoreDefaultArgs: hasSharedMemory() ? [NOT_WITH_SHARED_MEMORY] : [],
  });
}

export type Language = 'zh-CN' | 'en-US' | 'th-TH';

export interface VisitOptions {
  readonly url: string;
  readonly language?: Language;
  /** What was chosen in the settings; `system`: nothing was, the page follows the browser (light, until `toMode`). */
  readonly mode?: 'light' | 'dark' | 'system';
  readonly width?: number;
  readonly height?: number;
  /** Bearer token of a session; without one the visitor is signed out. */
  readonly token?: string;
  /** What else the browser has kept from visits before. */
  readonly stored?: Readonly<Record<string, string>>;
  /** IANA zone of the browser; the product must not care. */
  readonly zone?: string;
  /** A profile that nobody has used and nobody will: for tests that set the clock, or watch and hold back what a first visit loads. */
  readonly fresh?: boolean;
  /** Nobody tells the page what others change: it shows what it has asked for by itself, which may be old. */
  readonly deaf?: boolean;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, of the page and of requests so far, without the allowed ones. */
  problems(): readonly string[];
  /** A problem that this visit provokes on purpose. */
  allow(pattern: RegExp): void;
  close(): Promise<void>;
}

/** A stream that never begins; who asks is told that nothing has come. */
async function neverTell(route: Route): Promise<void> {
  if (route.request().headers()['accept'] === 'text/event-stream') return;
  const data = { position: '0', lost: false, changes: [] };
  await route.fulfill({ json: { statusCode: 200, message: '', data } });
}

const SEVEN_DAYS_MS = 604_800_000;

/** A browser profile at `url` with nothing but the given choices stored, English and light unless told. Collects everything that goes wrong. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, language = 'en-US', mode = 'light', width = 1440, height = 900, token, zone = 'Asia/Bangkok' } = options;
  const stored: Record<string, string> = {
    app_language: language,
    ...(mode !== 'system' && { nav_theme: mode }),
    ...(token && { 'Access-Token': JSON.stringify({ value: token, expire: Date.now() + SEVEN_DAYS_MS }) }),
    ...options.stored,
  };
  const kind = { origin: new URL(url).origin, language, zone };
  const { profile, giveBack } = await borrowProfile(browser, kind, options.fresh ?? false);
  const { page, context } = profile;
  await profile.store(stored);
  await page.setViewportSize({ width, height });
  watchTraffic(page);
  if (options.deaf) await page.route('**/api/live*', neverTell);
  const found: string[] = [];
  const allowed: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => found.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page ends its requests; that is no failure.
    if (reason !== 'net::ERR_ABORTED') found.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      found.push(`answer: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    page,
    context,
    problems: () => found.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
    allow: (pattern) => void allowed.push(pattern),
    close: giveBack,
  };
}

/** Goes to an address as the back button would: without loading the page anew. */
export const stepTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);

const CANVAS = { light: 'rgb(246, 246, 247)', dark: 'rgb(16, 17, 20)' } as const;

/** Has a page that follows the system turn light or dark, without loading it anew. */
export async function toMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await page.waitForFunction((colour) => getComputedStyle(document.body).backgroundColor === colour, CANVAS[mode]);
}

/** The page on screen, without those that are kept behind it. */
export const onScreen = (page: Page): Locator => page.locator('main > section:not([hidden])');

/** Waits until the page on screen has its heading and all of its content. */
export async function arrival(page: Page): Promise<void> {
  await onScreen(page).getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('main > section:not([hidden]) .MuiSkeleton-root'));
}

/** A token for API calls and for visits that begin signed in. */
export async function signInByApi(
  url: string,
  credentials: { readonly username: string; readonly password: string },
): Promise<string> {
  const answer = await fetch(`${url}/api/admin/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { data, message } = (await answer.json()) as { data: { token: string } | null; message: string };
  if (!data) throw new Error(`signing in as ${credentials.username}: ${message}`);
  return data.token;
}

let axeSource: Promise<string> | undefined;

/** Menu, header and open pages: the same on every page of one look. A page, or a dialog over it, may have a header and tabs of its own. */
export const SHELL = ['header', 'nav', '[role=tablist]'].map((one) => `${one}:not(:is(main, [role=dialog]) *)`);

/** The rules that judge colours: of what stands the same in light and in dark, only these can find something else. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What was looked at with the first page of a visit, and the pages before, which stay behind their tabs: axe would read them again. */
export const SEEN = [...SHELL, 'main > section[hidden]'];

/**
 * What axe finds (WCAG 2.2 A and AA), one line each: rule, element, what to do. Empty is good. Parts that are excluded still count for what is
 * asked of a page as a whole: landmarks, headings, title.
 */
export async function accessibilityFaults(
  page: Page,
  options: RunOptions = {},
  exclude: readonly string[] = [],
): Promise<readonly string[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(await axeSource);
    await page.evaluate((mark) => {
      type Rule = Readonly<Record<'id' | 'selector', string>>;
      type Spec = { readonly noHtml: boolean; readonly rules: readonly Rule[] };
      const { axe } = window as unknown as { axe: { configure(spec: Spec): void } };
      // Nobody reads the source of what it looks at.
      axe.configure({ noHtml: true, rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
    }, MEASURED);
  }
  const asked: RunOptions = {
    // Nothing is written down about what is in order: that is most of the work.
    resultTypes: ['violations'],
    iframes: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    ...options,
  };
  // Nobody is read what lies behind a dialog or a menu.
  const unread = [...exclude, 'body > [aria-hidden=true]'].join();
  await page.evaluate(markLooks, [MEASURED, unread] as const);
  const alike = await page.evaluateHandle(readOfAlike, [MEASURED, unread] as const);
  const results = await page.evaluate(
    async ([read, run, without, mark, unseen]) => {
      type Context = Readonly<Record<'include' | 'exclude', readonly (readonly string[])[]>>;
      const { axe } = window as unknown as { axe: { run(context: Context, options: RunOptions): Promise<AxeResults> } };
      // Axe would still measure each element of what it does not judge, and of pages behind their tabs, which are not drawn.
      const hidden = Array.from(document.querySelectorAll('main > section')).filter((one) => !one.checkVisibility());
      const behind = [...hidden, ...document.querySelectorAll(unseen)];
      // An open list of choices is known by its box, which stays behind it: unread, axe would stumble over it.
      const boxes = (one: Element): readonly Node[] => [...one.querySelectorAll('[role=combobox][aria-controls]')];
      const parents = new Map([...read, ...behind.map((one) => [one, boxes(one)] as const)]);
      for (const [one, value] of parents) Object.defineProperty(one, 'childNodes', { value, configurable: true });
      try {
        return await axe.run({ include: [['html']], exclude: without.map((selector) => [selector]) }, run);
      } finally {
        for (const one of parents.keys()) Reflect.deleteProperty(one, 'childNodes');
        for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
      }
    },
    [alike, asked, exclude, MEASURED, unread] as const,
  );
  await alike.dispose();
  // A rule that stumbled has judged nothing.
  const stumbled = results.incomplete.flatMap(({ id: rule, nodes }) =>
    nodes.flatMap(({ any, all, none, target }) =>
      [...any, ...all, ...none]
        .filter(({ id }) => id === 'error-occurred')
        .map(({ data }) => `${rule}: ${target.join(' ')}: ${(data as { message?: string } | null)?.message}`),
    ),
  );
  if (stumbled.length > 0) throw new Error(`axe could not judge ${stumbled.join('; ')}`);
  const faults: string[] = [];
  for (const { id, nodes } of results.violations)
    for (const { target, failureSummary = '' } of nodes) {
      const found = target.join(' ');
      if (id === 'target-size' && failureSummary.includes('obscured') && (await isFreeElsewhere(page, found))) continue;
      faults.push(`${id}: ${found}: ${failureSummary}`);
    }
  return faults;
}

/** A bar that stays at the edge of the window lies over whatever is there just now: what it covers is large enough where it does not. */
const isFreeElsewhere = (page: Page, target: string): Promise<boolean> =>
  page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(context: string, options: RunOptions): Promise<AxeResults> } };
    const { scrollX, scrollY } = window;
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { violations } = await axe.run(selector, { runOnly: ['target-size'] });
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return violations.length === 0;
  }, target);

/** Where pictures go: SCREENSHOTS, else a folder beside the other temporary files. */
export const SCREENSHOT_FOLDER = process.env['SCREENSHOTS'] ?? path.join(tmpdir(), 'forecourt-screenshots');

/** When SCREENSHOTS names a folder: waits for fonts and images, then writes `<folder>/<name>.png` for somebody to look at. */
export async function screenshot(
  page: Page,
  name: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  if (!process.env['SCREENSHOTS']) return;
  await mkdir(SCREENSHOT_FOLDER, { recursive: true });
  await settled(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name}.png`), ...options });
}
