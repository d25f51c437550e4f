import { expect } from 'vitest';
import { accessibilityFaults } from './browser.ts';
import { REST } from './profiles.ts';
import { test } from './fixtures.ts';

const row = (style: string): string => `<li style="color: #222; ${style}"><span>Row</span></li>`;

test('a colour that cannot be read is found in whichever row it stands, and on whichever ground', async ({ open }) => {
  const { page } = await open(REST);
  const faultsAmong = async (odd: string): Promise<readonly string[]> => {
    await page.evaluate(
      (rows) => {
        document.title = 'Rows';
        document.documentElement.lang = 'en';
        document.body.innerHTML = `<main style="background: #fff"><h1>Rows</h1><ul>${rows}</ul></main>`;
      },
      [...Array<string>(8).fill(row('')), odd, row('')].join(''),
    );
    return (await accessibilityFaults(page)).map((fault) => fault.replace(/ > .*$/s, ''));
  };
  expect(await faultsAmong(row(''))).toEqual([]);
  for (const odd of ['color: #ccc', 'background: #555', 'opacity: 0.3'])
    expect(await faultsAmong(row(odd)), odd).toEqual([expect.stringMatching(/^color-contrast: li:nth-child\(9\)/)]);
  expect(await page.locator('[data-measured]').count()).toBe(0);
});
