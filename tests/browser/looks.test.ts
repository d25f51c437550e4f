import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from './browser.ts';
import { REST } from './profiles.ts';
import { test } from './fixtures.ts';

/** A page that shows nothing but this. */
const show = (page: Page, body: string): Promise<void> =>
  page.evaluate((html) => {
    document.title = 'Looks';
    document.documentElement.lang = 'en';
    document.body.innerHTML = html;
  }, body);

const row = (style: string): string => `<li style="color: #222; ${style}"><span>Row</span></li>`;

test('a colour that cannot be read is found in whichever row it stands, and on whichever ground', async ({ open }) => {
  const { page } = await open(REST);
  const faultsAmong = async (odd: string): Promise<readonly string[]> => {
    const rows = [...Array<string>(8).fill(row('')), odd, row('')].join('');
    await show(page, `<main style="background: #fff"><h1>Rows</h1><ul>${rows}</ul></main>`);
    return (await accessibilityFaults(page)).map((fault) => fault.replace(/ > .*$/s, ''));
  };
  expect(await faultsAmong(row(''))).toEqual([]);
  for (const odd of ['color: #ccc', 'background: #555', 'opacity: 0.3'])
    expect(await faultsAmong(row(odd)), odd).toEqual([expect.stringMatching(/^color-contrast: li:nth-child\(9\)/)]);
  expect(await page.locator('[data-measured]').count()).toBe(0);
});

test('a page behind its tab is not judged, nor changed, and gives no names; one that is drawn is judged', async ({
  open,
}) => {
  const { page } = await open(REST);
  const faultsBeside = async (behind: string): Promise<readonly string[]> => {
    const shown = '<section><p id="a">Words</p><input aria-labelledby="a"></section>';
    await show(page, `<main style="background: #fff"><h1>Pages</h1>${behind}${shown}</main>`);
    return (await accessibilityFaults(page)).map((fault) => fault.replace(/:.*$/s, ''));
  };
  const faint = '<p style="color: #ccc">Words</p>';
  expect(await faultsBeside(`<section hidden>${faint}</section>`)).toEqual([]);
  expect(await page.locator('section[hidden]').evaluate((section) => section.childNodes.length)).toBe(1);
  expect(await faultsBeside('<section hidden><p id="a">Others</p></section>')).toEqual(['label']);
  expect(await faultsBeside(`<section hidden style="display: block">${faint}</section>`)).toEqual(['color-contrast']);
});

test('what lies behind a dialog is not judged, nor is what was judged before, and neither keeps its like from being judged', async ({
  open,
}) => {
  const { page } = await open(REST);
  const faint = '<p style="color: #ccc">Words</p>';
  const faultsIn = async (body: string): Promise<readonly string[]> => {
    await show(page, body);
    const faults = await accessibilityFaults(page, {}, ['header']);
    expect(await page.locator('p').count()).toBe(body.split('<p').length - 1);
    return faults.map((fault) => fault.replace(/:.*$/s, ''));
  };
  const pageOf = (main: string): string => `<header>${faint}${faint}</header><main><h1>Pages</h1>${main}</main>`;
  expect(await faultsIn(pageOf(''))).toEqual([]);
  expect(await faultsIn(pageOf(faint))).toEqual(['color-contrast']);
  const behind = `<div aria-hidden="true">${pageOf(faint)}</div>`;
  const dialog = (text: string): string => `<div role="dialog" aria-modal="true" aria-label="Question">${text}</div>`;
  expect(await faultsIn(behind + dialog('<p>Words</p>'))).toEqual([]);
  expect(await faultsIn(behind + dialog(faint))).toEqual(['color-contrast']);
});

test('rows built alike are read twice; one that lacks a name, a text or a target, or is built otherwise, is read wherever it stands', async ({
  open,
}) => {
  const { page } = await open(REST);
  const faultsAmong = async (odd: string): Promise<readonly string[]> => {
    const rows = [...Array.from({ length: 8 }, (_, at) => rowOf(`Row ${at}`)), odd, rowOf('Last')].join('');
    const head = '<thead><tr><th>Name</th><th>Actions</th></tr></thead>';
    await show(page, `<main><h1>Rows</h1><table>${head}<tbody>${rows}</tbody></table></main>`);
    const faults = await accessibilityFaults(page);
    expect(await page.locator('tbody').evaluate(({ childNodes }) => childNodes.length)).toBe(10);
    return faults.map((fault) => fault.replace(/:.*$/s, ''));
  };
  const button = '<button aria-label="Open">…</button>';
  const rowOf = (name: string, action = button, link = 'href="#main"'): string =>
    `<tr><td><a ${link}>${name}</a></td><td>${action}</td></tr>`;
  expect(await faultsAmong(rowOf('Like all'))).toEqual([]);
  for (const [rule, odd] of [
    ['button-name', rowOf('Odd', '<button aria-label=""></button>')],
    ['link-name', rowOf('')],
    ['image-alt', rowOf('Odd', `${button}<img src="">`)],
    ['aria-allowed-role', rowOf('Odd', '<button role="img" aria-label="Open">…</button>')],
    ['aria-valid-attr-value', rowOf('Odd', '<button aria-label="Open" aria-pressed="perhaps">…</button>')],
  ] as const)
    expect(await faultsAmong(odd), rule).toContain(rule);
});
