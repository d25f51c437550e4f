import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from './browser.ts';
import { test } from './fixtures.ts';

const TARGET_SIZE = { runOnly: ['target-size'] };

/** A button of which something leaves a strip of ten pixels. */
const pageWith = (lid: string, bar: string): string => `
  <div style="height: 3000px"></div>
  <div style="position: absolute; top: 530px; left: 20px">
    <button id="one" style="width: 100px; height: 60px; border: 0">One</button>
    ${lid}
  </div>
  ${bar}`;
/** Stays at the lower edge of the window, whatever is scrolled there. */
const BAR = '<div style="position: sticky; bottom: 0; z-index: 1"><button style="width: 100%; height: 60px">Bar</button></div>'; // prettier-ignore
/** Goes wherever the button goes. */
const LID = '<button style="position: absolute; left: 0; top: 10px; width: 100px; height: 50px; z-index: 1">Lid</button>'; // prettier-ignore

/** How many targets axe itself finds too small, of the page as it stands. */
const smallTargets = (page: Page): Promise<number> =>
  page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await axe.run(options)).violations.flatMap(({ nodes }) => nodes).length;
  }, TARGET_SIZE);

test('what a bar at the edge of the window covers is judged where it is free, and the page stays scrolled as it was; what is covered everywhere is a fault', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 600, height: 600 } });
  try {
    await page.setContent(pageWith('', BAR));
    expect(await accessibilityFaults(page, TARGET_SIZE)).toEqual([]);
    expect([await smallTargets(page), await page.evaluate(() => scrollY)]).toEqual([1, 0]);
    await page.setContent(pageWith(LID, ''));
    expect(await accessibilityFaults(page, TARGET_SIZE)).toEqual([
      expect.stringMatching(/^target-size: #one: .*obscured/s),
    ]);
  } finally {
    await page.close();
  }
});
