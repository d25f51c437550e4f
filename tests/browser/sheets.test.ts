import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { SHEET } from '../../src/rental/pages/print/testing/sheet.ts';
import { accessibilityFaults, SCREENSHOT_FOLDER, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { REST } from './profiles.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US', 'th-TH'];

/** Name, address, and how many pages of paper it takes. */
const SHEETS = [
  ['settlement', '/print/settlement/7?key=k', 1],
  ['rental', '/print/rental/7?key=k', 2],
  ['fsrental', '/print/fsrental/7?key=k', 1],
  ['deposit', '/print/deposit/7?key=k', 1],
  ['vehiclecar', '/print/vehiclecar?orderId=7&key=k', 1],
  ['vehiclecar-blank', '/print/vehiclecar', 1],
  ['vehiclecar1', '/print/vehiclecar1?orderId=7&key=k', 1],
  ['vehiclecar1-blank', '/print/vehiclecar1', 1],
] as const;

/** Text that is no text to whoever forgets to escape it; and what a renter may really be called. */
const AWKWARD = '<b>Müller</b> 👩‍🚗 ‏محمد‎ &amp; 张三丰';
const KEPT = path.join(import.meta.dirname, 'sheets');
/** `SHEET_PICTURES=keep` makes what is drawn now the measure, and prints it to look at first. */
const KEEPS = process.env['SHEET_PICTURES'] === 'keep';

/** Small enough that another version of the font engine is not seen, large enough that a moved line or a lost column is. */
const WIDTH = 198;
const LEVELS = 48;
const MAX_SHARE = 0.012;

let photo: Buffer;
beforeAll(async () => {
  await mkdir(SCREENSHOT_FOLDER, { recursive: true });
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#7a8794' } })
    .png()
    .toBuffer();
});

async function openSheet(page: Page, address: string, data: unknown = SHEET): Promise<void> {
  await page.route('**/api/print/order/7*', (route) => route.fulfill({ json: { statusCode: 200, message: '', data } }));
  await page.route('**/files/*.png', (route) => route.fulfill({ body: photo, contentType: 'image/png' }));
  await page.goto(new URL(address, page.url()).href);
  await page.locator('main.sheet h1').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await settled(page);
  await page.emulateMedia({ media: 'print' });
}

const shrink = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).resize({ width: WIDTH }).greyscale().png({ palette: true, colours: 32 }).toBuffer();

/** Share of the points of two pictures that differ clearly; 1 when they are not of the same size. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).greyscale().blur(1).raw().toBuffer({ resolveWithObject: true })),
  );
  if (a!.info.width !== b!.info.width || Math.abs(a!.info.height - b!.info.height) > 2) return 1;
  const length = Math.min(a!.data.length, b!.data.length);
  let different = 0;
  for (let at = 0; at < length; at += 1) if (Math.abs(a!.data[at]! - b!.data[at]!) > LEVELS) different += 1;
  return different / length;
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const drawings = LANGUAGES.flatMap((language) =>
  SHEETS.map(([name, address, pages]) => [name, language, address, pages] as const),
);

test.for(KEEPS ? drawings : dueToday(drawings, SHEETS.length))(
  'the sheet %s in %s looks as it was approved, on its number of A4 pages, and has no fault that axe finds',
  async ([name, language, address, pages], { open }) => {
    const joiner = address.includes('?') ? '&' : '?';
    const { page } = await open(REST, { width: 794, height: 1123 });
    await openSheet(page, `${address}${joiner}lang=${language}&noprint`);
    const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    if (KEEPS) await writeFile(path.join(SCREENSHOT_FOLDER, `${name}-${language}.pdf`), paper);
    expect(pagesOf(paper)).toBe(pages);
    const drawn = await page.screenshot({ fullPage: true });
    const file = path.join(KEPT, `${name}-${language}.png`);
    if (KEEPS) await writeFile(file, await shrink(drawn));
    const share = await difference(await shrink(drawn), await readFile(file));
    if (share > MAX_SHARE) await writeFile(path.join(SCREENSHOT_FOLDER, `${name}-${language}.png`), drawn);
    expect(share).toBeLessThanOrEqual(MAX_SHARE);
    await page.emulateMedia({ media: 'screen' });
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test('a name that is HTML, right to left or a picture is printed as text, and a very long remark does not leave the paper', async ({
  open,
}) => {
  const { page } = await open(REST, { width: 794, height: 1123 });
  await openSheet(page, '/print/rental/7?key=k&lang=en-US&noprint', {
    ...SHEET,
    renterName: AWKWARD,
    remark: 'x'.repeat(10_000),
  });
  expect(await page.getByText(AWKWARD).count()).toBe(1);
  expect(await page.locator('main.sheet b').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
});

test('a sheet opened by its link prints in a browser whose session was ended, and the session is not asked', async ({
  open,
}) => {
  const revoked = JSON.stringify({ value: 'revoked', expire: Date.now() + 3_600_000 });
  // An address that runs nothing of the product: nobody may have found out yet.
  const { page, allow } = await open('/favicon.svg', {
    width: 794,
    height: 1123,
    stored: { 'Access-Token': revoked },
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openSheet(page, '/print/rental/7?key=k&lang=en-US&noprint');
  expect(new URL(page.url()).pathname).toBe('/print/rental/7');
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/print/order/7']);
  // Without a key it is the session that opens it.
  allow(/401/);
  await page.goto(new URL('/print/rental/7', page.url()).href);
  await page.waitForURL('**/user/login?**');
});
