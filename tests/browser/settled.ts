import type { Page, Request } from 'playwright-core';

/** Nothing was asked for during so long: what an answer leads to was asked for by then. A new document has its scripts to run first. */
const QUIET_MS = { new: 500, later: 100 } as const;
const PATIENCE_MS = 30_000;

/** It is answered for as long as the page is open. */
const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/live';

interface Traffic {
  readonly open: Set<Request>;
  /** When something was last asked for or answered. */
  last: number;
  /** Nobody has waited for this document yet. */
  isNew: boolean;
}

const traffic = new WeakMap<Page, Traffic>();

/** Counts what the page asks for, until its listeners are taken away. */
export function watchTraffic(page: Page): void {
  const now: Traffic = { open: new Set(), last: performance.now(), isNew: true };
  traffic.set(page, now);
  page.on('request', (request) => {
    if (isStream(request)) return;
    now.open.add(request);
    now.last = performance.now();
  });
  const done = (request: Request): void => {
    if (now.open.delete(request)) now.last = performance.now();
  };
  page.on('domcontentloaded', () => {
    now.isNew = true;
    now.last = performance.now();
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);
}

/**
 * Waits until the page has everything it asked for. Not Playwright's `networkidle`: a page that listens to changes is never idle, and what
 * was idle once counts as idle ever after.
 */
export async function settled(page: Page): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('nobody watches what this page asks for: open it by visit()');
  const until = performance.now() + PATIENCE_MS;
  await page.waitForLoadState();
  const quiet = seen.isNew ? QUIET_MS.new : QUIET_MS.later;
  for (;;) {
    const rest = seen.open.size > 0 ? quiet : quiet - (performance.now() - seen.last);
    if (rest <= 0) break;
    if (performance.now() > until)
      throw new Error(`still asked for: ${[...seen.open].map((one) => `${one.method()} ${one.url()}`).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, rest)));
  }
  seen.isNew = false;
}
