import type { Browser, BrowserContext, Page } from 'playwright-core';
import { shiftClock } from './shiftedClock.ts';

/** Nothing but text of the product's own: here a page is at rest between two visits, and what is stored for the product can be reached. */
export const REST = '/robots.txt';

/** What a profile is made with; it stays that way. */
export interface ProfileKind {
  /** The product that is visited: scheme, host and port. */
  readonly origin: string;
  readonly language: string;
  readonly zone: string;
}

/** A page keeps what earlier documents left in memory; now and then a new one begins. */
const MOST_VISITS = 30;

/** A profile of the browser with one page, which is at rest. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Puts these choices where the product keeps them. */
  store(entries: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Takes away all that a visit left: what it stored, its history, its further pages, what it intercepts, listens to and emulates. Answers
   * false when the profile is not fit for another one.
   */
  clear(): Promise<boolean>;
}

async function createProfile(browser: Browser, { origin, language, zone }: ProfileKind): Promise<Profile> {
  const context = await browser.newContext({ timezoneId: zone, locale: language, reducedMotion: 'reduce' });
  await shiftClock(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(origin + REST);
  let visits = 0;
  return {
    context,
    page,
    store: (entries) =>
      page.evaluate((stored) => {
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
      }, entries),
    async clear() {
      visits += 1;
      if (visits >= MOST_VISITS || page.isClosed()) return false;
      for (const event of EVENTS) page.removeAllListeners(event);
      await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      // A form asks whether it may be left.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(origin + REST);
      page.removeAllListeners('dialog');
      // Away from where something of the next visit would be under it.
      await page.mouse.move(-1, -1);
      await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
      await context.clearCookies();
      await page.evaluate(forgetAll);
      await devtools.send('Page.resetNavigationHistory');
      return true;
    },
  };
}

/** Runs in the page. */
async function forgetAll(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const gone = indexedDB.deleteDatabase(name);
      gone.onsuccess = resolve;
      gone.onerror = gone.onblocked = () => reject(new Error(`${name} is still in use`));
    });
  for (const name of await caches.keys()) await caches.delete(name);
}

const EVENTS = [
  ...(['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached'] as const),
  ...(['framedetached', 'framenavigated', 'load', 'pageerror', 'popup', 'request'] as const),
  ...(['requestfailed', 'requestfinished', 'response', 'websocket', 'worker'] as const),
];

/** What stays with a page or a context for ever. */
const STAYING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'newCDPSession'] as const;

/** Only a profile that is not used again may have a clock that is set, scripts that are added and the like. */
function refuseWhatStays(profile: Profile): Profile {
  const refuse = (): never => {
    throw new Error('this stays with the profile: open the page with `fresh`');
  };
  Object.defineProperty(profile.page, 'clock', { get: refuse });
  for (const owner of [profile.page, profile.context])
    Object.assign(owner, Object.fromEntries(STAYING.map((name) => [name, refuse])));
  return profile;
}

/**
 * Profiles that nobody uses at the moment, by their kind. A new one would load and compile all scripts of the product again and begin a
 * process for its page, which is more than half of what a visit costs.
 */
const idle = new WeakMap<Browser, Map<string, Profile[]>>();

function idleOf(browser: Browser, { origin, language, zone }: ProfileKind): Profile[] {
  const kinds = idle.get(browser) ?? new Map<string, Profile[]>();
  idle.set(browser, kinds);
  const key = `${origin} ${language} ${zone}`;
  const profiles = kinds.get(key) ?? [];
  kinds.set(key, profiles);
  return profiles;
}

/** A profile with nothing stored, for one visit, and how to give it back. A `fresh` one was never used, and never will be again. */
export async function borrowProfile(
  browser: Browser,
  kind: ProfileKind,
  fresh: boolean,
): Promise<{ readonly profile: Profile; giveBack(): Promise<void> }> {
  if (fresh) {
    const profile = await createProfile(browser, kind);
    return { profile, giveBack: () => profile.context.close() };
  }
  const profiles = idleOf(browser, kind);
  const profile = profiles.pop() ?? refuseWhatStays(await createProfile(browser, kind));
  let given: Promise<void> | undefined;
  const clear = async (): Promise<void> => {
    if (await profile.clear().catch(() => false)) profiles.push(profile);
    else await profile.context.close();
  };
  return { profile, giveBack: () => (given ??= clear()) };
}
