import type { BrowserContext } from 'playwright-core';

/** How far the clock of the machine is ahead for these tests: `npm run test:long -- hours5` and its like (scripts/test.mjs). */
const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);

/** What Chromium is started with: under a library that shifts the clock of a program it is ten times as slow. */
export function chromiumEnvironment(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _, FAKETIME: __, ...environment } = process.env;
  return SHIFT_MS === 0 ? process.env : environment;
}

/** Pages have the time that the server and the tests have. */
export async function shiftClock(context: BrowserContext): Promise<void> {
  if (SHIFT_MS === 0) return;
  await context.addInitScript((shift) => {
    const Real = Date;
    const now = (): number => Real.now() + shift;
    globalThis.Date = new Proxy(Real, {
      construct: (target, values, made) =>
        Reflect.construct(target, values.length === 0 ? [now()] : values, made) as Date,
      apply: () => new Real(now()).toString(),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
  }, SHIFT_MS);
}
