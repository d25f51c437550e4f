import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { signInByApi, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { expectSound } from './shop.ts';

interface Answered<T> {
  readonly statusCode: number;
  readonly data: T;
}

let token: Promise<string> | undefined;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  token ??= signInByApi(inject('product'), ADMIN);
  const answer = await fetch(`${inject('product')}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${await token}`, 'content-type': 'application/json', 'accept-language': 'en-US' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { statusCode, data } = (await answer.json()) as Answered<T>;
  if (statusCode !== 200) throw new Error(`${method} ${path}: ${statusCode}`);
  return data;
}

interface City {
  readonly id: number;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
}
const cityCalled = async (name: string): Promise<City | undefined> =>
  (await call<{ list: City[] }>('GET', `/basics/city/list?keyword=${encodeURIComponent(name)}`)).list[0];

/** What this file made goes again: others rely on the demonstration as it was. */
const made: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of made) await undo();
});

const map = (page: Page): Locator => page.locator('.leaflet-container');
const numbers = async (page: Page): Promise<number[]> =>
  Promise.all(
    ['Latitude', 'Longitude'].map(async (name) => Number(await page.getByRole('textbox', { name }).inputValue())),
  );

/** Clicks at a point of a map, in parts of its size. */
async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const { width, height } = (await map(page).boundingBox())!;
  await map(page).click({ position: { x: width * x, y: height * y } });
}

test('a city is placed by a click, by the name of a place and by typing, and keeps what was chosen', async ({
  open,
}) => {
  const { page } = await open('/basics/city?form=create', { signedIn: true });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'City name' }).fill('Maptown');
  await dialog.getByRole('textbox', { name: 'Province' }).fill('Krabi');
  await dialog.getByRole('textbox', { name: 'Country' }).fill('Thailand');
  await dialog.getByRole('textbox', { name: 'City code' }).fill('MAP');
  await map(page).waitFor();

  await dialog.getByRole('combobox', { name: 'Search a place' }).fill('ao nang');
  await page.getByRole('option', { name: /Ao Nang/ }).click();
  expect(await numbers(page)).toEqual([8.032, 98.8223]);
  await page.locator('.map-pin').waitFor();

  await clickAt(page, 0.7, 0.3);
  const [latitude, longitude] = (await numbers(page)) as [number, number];
  expect(latitude).toBeGreaterThan(8.032);
  expect(longitude).toBeGreaterThan(98.8223);

  await dialog.getByRole('textbox', { name: 'Latitude' }).fill('91');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Latitude' }).fill('8.05');
  await dialog.getByRole('textbox', { name: 'Longitude' }).fill('98.9');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const city = (await cityCalled('Maptown'))!;
  made.push(() => call('DELETE', `/basics/city/delete/${city.id}`));
  expect(city).toMatchObject({ latitude: 8.05, longitude: 98.9 });
});

test('the map asks nobody outside for anything, and shows land, degrees and the cities', async ({ open }) => {
  const { page } = await open('/basics/city', { signedIn: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.locator('.map-degrees').first().waitFor();
  await page.locator('.map-name').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => new URL(url).origin !== inject('product'))).toEqual([]);
});

test('an area that is drawn keeps every corner, can be cleared, drawn anew and typed', async ({ open }) => {
  const { page } = await open('/store/add', { signedIn: true });
  const area = page.getByRole('textbox', { name: 'Service area' });
  const box = page.locator('.leaflet-container').last();
  const corners = [[0.2, 0.2], [0.8, 0.25], [0.9, 0.6], [0.5, 0.9], [0.15, 0.7]] as const; // prettier-ignore
  const draw = async (count: number): Promise<void> => {
    await box.scrollIntoViewIfNeeded();
    const { width, height } = (await box.boundingBox())!;
    const at = ([x, y]: readonly [number, number]) => ({ position: { x: width * x, y: height * y } });
    for (const corner of corners.slice(0, count)) await box.click(at(corner));
    await box.click(at(corners[0]));
  };
  const lines = async (): Promise<string[]> => (await area.inputValue()).split('\n').filter((line) => line !== '');
  await page.getByRole('button', { name: 'Draw area' }).click();
  await draw(5);
  await page.getByText('5 corners').waitFor();
  const drawn = await lines();
  expect(new Set(drawn).size).toBe(5);
  const points = drawn.map((line) => line.split(', ').map(Number) as [number, number]);
  // As they were clicked: north-west, north-east, east, south, west.
  expect(points[0]![0]).toBeGreaterThan(points[3]![0]);
  expect(points[2]![1]).toBe(Math.max(...points.map(([, longitude]) => longitude)));
  await expectSound(page);

  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await lines()).toEqual([]);
  await page.getByRole('button', { name: 'Draw area' }).click();
  await draw(3);
  await page.getByText('3 corners').waitFor();
  await area.fill('7.8, 98.2\n7.8, 98.4\n7.9, 98.4\n7.9, 98.2');
  await page.getByText('4 corners').waitFor();
  await page.locator('.leaflet-marker-icon').nth(3).waitFor();
});

test('the screen of car owners asks a person for six things and a company for all', async ({ open }) => {
  const { page } = await open('/basics/institution', { signedIn: true });
  await page.getByRole('heading', { level: 1, name: 'Car owners' }).waitFor();
  await page.getByText('Type: Owner').waitFor();
  await page.getByRole('button', { name: /^New/ }).click();
  const dialog = page.getByRole('dialog');
  const fields = dialog.getByRole('textbox');
  await dialog.getByRole('radio', { name: 'Company' }).check();
  await dialog.getByRole('textbox', { name: 'Email' }).waitFor();
  const forCompany = await fields.count();
  await dialog.getByRole('radio', { name: 'Personal' }).check();
  await dialog.getByRole('textbox', { name: 'Email' }).waitFor({ state: 'detached' });
  expect(forCompany - (await fields.count())).toBe(3);
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Somchai Owner');
  await dialog.getByRole('textbox', { name: 'Contact', exact: true }).fill('Somchai');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+66811234567');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Beach Road');
  await dialog.getByRole('textbox', { name: 'Tax ID' }).fill('1101700203451');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Somchai Owner').waitFor();
  const { list } = await call<{ list: { id: number }[] }>('GET', '/basics/institution/list?keyword=Somchai%20Owner');
  made.push(() => call('DELETE', `/basics/institution/delete/${list[0]!.id}`));
  expect(list).toMatchObject([{ type: 1, ownerType: 1, email: '', licenseNo: '', legalPerson: '' }]);
});

const WORDS = {
  'en-US': { heading: 'Before and after', label: 'Province', normal: 'Normal', invalid: 'Invalid', changed: 'changed' },
  'th-TH': { heading: 'ก่อนและหลัง', label: 'จังหวัด', normal: 'ปกติ', invalid: 'ไม่ใช้งาน', changed: 'แก้ไข' },
} as const;

test('a row of the operation log opens to what changed, by labels and in the language of the reader', async ({
  open,
}) => {
  const { id } = await call<{ id: number }>('POST', '/basics/city/save', {
    cityName: 'Logtown',
    province: 'Old Province',
    country: 'Thailand',
    cityCode: 'LOG',
    latitude: 8,
    longitude: 99,
    timeZone: 'Asia/Bangkok',
    status: 1,
  });
  made.push(() => call('DELETE', `/basics/city/delete/${id}`));
  await call('POST', '/basics/city/save', { id, province: 'New Province', status: 0 });
  for (const language of Object.keys(WORDS) as (keyof typeof WORDS & Language)[]) {
    const { page } = await open('/system/syslog?filter={"module":"city"}', { signedIn: true, language });
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const words = WORDS[language];
    const changes = page.getByRole('region', { name: words.heading });
    await changes.getByText(words.label, { exact: true }).waitFor();
    const text = (await changes.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain(`Old Province → New Province`);
    expect(text).toContain(`${words.normal} → ${words.invalid}`);
    expect(text).toContain(words.changed);
    await expectSound(page);
  }
});

test('the logs are filtered and go out as files', async ({ open }) => {
  const { page } = await open('/system/syslog', { signedIn: true });
  await page.getByRole('combobox', { name: 'Module' }).click();
  await page.getByRole('option', { name: 'Cities' }).click();
  await page.getByText('Module: Cities').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('combobox', { name: 'Result' }).waitFor();
  await expectSound(page);
  for (const address of ['/system/syslog', '/system/loginlog']) {
    await page.goto(new URL(address, inject('product')).href);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).first().click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  }
});

test.for([
  ['dark', 'zh-CN', 1440],
  ['light', 'th-TH', 390],
  ['dark', 'en-US', 390],
] as const)('the screens are readable by everybody: %s, %s, %i wide', async ([mode, language, width], { open }) => {
  const [{ id }] = (await call<{ list: [{ id: number }] }>('GET', '/basics/OperationLog/list?module=city')).list;
  const addresses = ['/system/syslog', `/system/syslog/detail/${id}`, '/system/loginlog', '/basics/city', '/basics/city?form=create', '/basics/institution?form=create', '/store/edit?id=1']; // prettier-ignore
  for (const address of addresses) {
    const { page, close } = await open(address, { signedIn: true, mode, language, width, height: 844 });
    if (/city\?|store/.test(address)) await map(page).first().waitFor();
    else await page.getByRole('main').getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectSound(page);
    await close();
  }
});
