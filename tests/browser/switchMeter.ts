import type { Page } from 'playwright-core';

/** What a desk computer of today needs for `work` below: on that a switch may take 37.5 ms. A slower machine is given the time it needs more. */
export const REFERENCE_MS = 12.5;
export const LIMIT_MS = 37.5;

/**
 * Milliseconds that the page's thread works from the click on a tab until the frame with its page is painted, and the same for work that never
 * changes. Time in which the machine does something else is in neither.
 */
export async function switchMeter(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const spent = async (act: () => Promise<unknown>): Promise<number> => {
    const begun = await worked();
    await act();
    return (await worked()) - begun;
  };
  return {
    switching: (name: string) =>
      spent(() =>
        page.evaluate(async (wanted) => {
          const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.title === wanted);
          const target = document.getElementById(found?.getAttribute('aria-controls') ?? '');
          if (!found || !target?.hidden) throw new Error(`no tab behind: ${wanted}`);
          found.click();
          while (target.hidden) await new Promise((resolve) => setTimeout(resolve, 0));
          await new Promise<void>((resolve) =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve();
              port2.postMessage(undefined);
            }),
          );
        }, name),
      ),
    work: () =>
      spent(() =>
        page.evaluate(() => {
          let sum = 0;
          for (let turn = 0; turn < 60; turn += 1) {
            const words = Array.from({ length: 2_000 }, (_, index) => `${index * 7919}`).sort();
            sum += new Map(words.map((word, at) => [word, { at }])).size;
          }
          return sum;
        }),
      ),
  };
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
