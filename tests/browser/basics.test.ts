import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { arrival, SEEN, signInByApi, stepTo, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { expectSound, faultsOf } from './sound.ts';
import { REST } from './profiles.ts';
import { dueToday } from '../turns.ts';

interface Answered<T> {
  readonly statusCode: number;
  readonly data: T;
}

let token: Promise<string> | undefined;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  token ??= signInByApi(productUrl(), ADMIN);
  const answer = await fetch(`${productUrl()}/api${path}`, {
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

/** What stands at a field as its message. */
async function messageAt(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const page = field.page();
  const texts = ids.split(' ').filter(Boolean).map((id) => page.locator(`[id="${id}"]`).innerText()); // prettier-ignore
  return (await Promise.all(texts)).join(' ');
}

const CITY = { country: 'Thailand', latitude: 8, longitude: 99, timeZone: 'Asia/Bangkok', status: 1 };

test('a city is placed by a click, by the name of a place and by typing, keeps what was chosen, and goes after a question', async ({
  open,
}) => {
  const { page } = await open('/basics/city', { signedIn: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.getByRole('link', { name: 'New city' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field('City name').fill('Maptown');
  await field('Province').fill('Krabi');
  await field('Country').fill('Thailand');
  await field('City code').fill('BKK');
  // The map begins where the cities are, with their names, land and degrees.
  await page.locator('.map-degrees span').first().waitFor();
  await page.locator('.map-name span', { hasText: 'Bangkok' }).waitFor();

  await dialog.getByRole('combobox', { name: 'Search a place' }).fill('ao nang');
  await page.getByRole('option', { name: 'Ao Nang Krabi' }).click();
  expect(await numbers(page)).toEqual([8.032, 98.8223]);
  await page.locator('.map-pin').waitFor();
  await clickAt(page, 0.7, 0.3);
  const [latitude, longitude] = (await numbers(page)) as [number, number];
  expect(latitude).toBeGreaterThan(8.032);
  expect(longitude).toBeGreaterThan(98.8223);

  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  expect(await zone.inputValue()).toBe('Bangkok (Asia/Bangkok)');
  await zone.fill('tokyo');
  await page.getByRole('option', { name: 'Tokyo (Asia/Tokyo)' }).click();
  await field('Latitude').fill('91');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('Latitude'))).not.toBe('');
  await field('Latitude').fill('8.05');
  await field('Longitude').fill('98.9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('City code'))).toBe('City code already exists');
  await page.getByText('Save failed: Parameter error').waitFor();
  await field('City code').fill('MAP');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Created successfully').waitFor();
  expect(await cityCalled('Maptown')).toMatchObject({ latitude: 8.05, longitude: 98.9, timeZone: 'Asia/Tokyo' });
  expect(asked.filter((one) => !one.includes(productUrl()))).toEqual([]);

  const row = page.getByRole('row', { name: /Maptown/ });
  const deletions = () => asked.filter((one) => one.startsWith('DELETE')).length;
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Confirm deletion?').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([await row.count(), deletions()]).toEqual([1, 0]);
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('Deleted successfully').waitFor();
  // A city with stores stays, and it is said why.
  await page.getByRole('row', { name: /Phuket/ }).getByRole('button', { name: 'Delete' }).click(); // prettier-ignore
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^Delete failed: \d+ .+ use this record/).waitFor();
  expect(deletions()).toBe(2);
});

test('an area is drawn, its corners are dragged and taken back, it is cleared, drawn anew and typed, and never crosses itself', async ({
  open,
}) => {
  const { page } = await open('/store/add', { signedIn: true });
  const area = page.getByRole('textbox', { name: 'Service area' });
  const box = page.locator('.leaflet-container').last();
  const marks = box.locator('.map-corner');
  const corners = [[0.2, 0.2], [0.8, 0.25], [0.9, 0.6], [0.5, 0.9], [0.15, 0.7]] as const; // prettier-ignore
  const draw = async (places: readonly (readonly [number, number])[]): Promise<void> => {
    await page.getByRole('button', { name: /^Draw (area|anew)$/ }).click();
    // What stands below the map, so that the bar with the buttons does not lie over it.
    await area.scrollIntoViewIfNeeded();
    const { width, height } = (await box.boundingBox())!;
    for (const [index, [x, y]] of places.entries()) {
      await box.click({ position: { x: width * x, y: height * y } });
      await expect.poll(() => marks.count()).toBe(index + 1);
    }
    await marks.first().click();
    await page.getByText(`${places.length} corners`).waitFor();
  };
  const lines = async (): Promise<string[]> => (await area.inputValue()).split('\n').filter((line) => line !== '');
  await page.locator('.map-name span', { hasText: 'Bangkok' }).last().waitFor();
  await draw(corners);
  const drawn = await lines();
  expect(new Set(drawn).size).toBe(5);
  const points = drawn.map((line) => line.split(', ').map(Number) as [number, number]);
  // As they were clicked: north-west, north-east, east, south, west.
  expect(points[0]![0]).toBeGreaterThan(points[3]![0]);
  expect(points[2]![1]).toBe(Math.max(...points.map(([, longitude]) => longitude)));
  await expectSound(page);

  await marks.nth(2).hover();
  const from = (await marks.nth(2).boundingBox())!;
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await lines())[2]).not.toBe(drawn[2]);
  expect((await lines()).filter((_line, index) => index !== 2)).toEqual(drawn.filter((_line, index) => index !== 2));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(lines).toEqual(drawn);

  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await lines()).toEqual([]);
  await draw([corners[0], corners[2], corners[1], corners[4]]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(area)).toBe('The edges of the area cross or touch each other');
  await area.fill('7.8, 98.2\n7.8, 98.4\n7.9, 98.4\n7.9, 98.2');
  await page.getByText('4 corners').waitFor();
  await expect.poll(() => marks.count()).toBe(4);
  await expect.poll(() => messageAt(area)).not.toContain('cross');
});

test('the screen of car owners asks a person for six things and a company for all, and names a number that is taken', async ({
  open,
}) => {
  const { page } = await open('/basics/institution', { signedIn: true });
  await page.getByRole('heading', { level: 1, name: 'Car owners' }).waitFor();
  await page.getByText('Type: Owner').waitFor();
  await page.getByRole('link', { name: 'New institution' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await dialog.getByRole('radio', { name: 'Company' }).check();
  await field('Email').waitFor();
  const forCompany = await dialog.getByRole('textbox').count();
  await dialog.getByRole('radio', { name: 'Personal' }).check();
  await field('Email').waitFor({ state: 'detached' });
  expect(forCompany - (await dialog.getByRole('textbox').count())).toBe(3);
  await field('Name').fill('Somchai Owner');
  await field('Contact').fill('Somchai');
  await field('Phone').fill('+66811234567');
  await field('Address').fill('1 Beach Road');
  const taken = await call<{ list: { taxId: string }[] }>('GET', '/basics/institution/list');
  await field('Tax ID').fill(taken.list[0]!.taxId);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('Tax ID'))).toBe('Tax ID already exists');
  await field('Tax ID').fill('1101700203451');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Somchai Owner').waitFor();
  const { list } = await call<{ list: { id: number }[] }>('GET', '/basics/institution/list?keyword=Somchai%20Owner');
  made.push(() => call('DELETE', `/basics/institution/delete/${list[0]!.id}`));
  expect(list).toMatchObject([{ type: 1, ownerType: 1, email: '', licenseNo: '', legalPerson: '' }]);
});

test('users show what the screen promises, and their form asks for it', async ({ open }) => {
  const { page } = await open('/system/mgr_user', { signedIn: true });
  const heads = page.getByRole('columnheader');
  await heads.filter({ hasText: 'Create time' }).waitFor();
  expect((await heads.allInnerTexts()).filter(Boolean)).toEqual(
    ['ID', 'Username', 'Phone', 'Role', 'Supplier (or all)', 'Data permission', 'Status', 'Create time', 'Actions'], // prettier-ignore
  );
  await page.getByRole('link', { name: 'New system user' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [/^Username/, /^Phone/, /^Password/]) await dialog.getByRole('textbox', { name }).waitFor();
  for (const name of [/^Role/, /^Supplier/]) await dialog.getByRole('combobox', { name }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(dialog.getByRole('combobox', { name: /^Role/ }))).toBe('Please select role!');
  expect(await dialog.getByRole('textbox', { name: /^Username/ }).evaluate((box) => box === document.activeElement)).toBe(true); // prettier-ignore
  await dialog.getByRole('radio', { name: 'Selected stores' }).check();
  await dialog.getByRole('combobox', { name: /^(Selected )?stores/i }).waitFor();
});

test('a role and a menu entry are deleted after a question, and stay when one says no', async ({ open }) => {
  const role = { name: 'Short-lived role', code: 'shortLived', menuIds: [] };
  await call('POST', '/role/save', role);
  const title = { 'zh-CN': '短暂', 'en-US': 'Short-lived entry', 'th-TH': 'ชั่วคราว' };
  await call('POST', '/menu/save', { title, type: 3, path: 'short-lived' });
  const { page } = await open('/system/role', { signedIn: true });
  const dialog = page.getByRole('dialog');
  for (const [address, name] of [
    ['/system/role', role.name],
    ['/system/menu', title['en-US']],
  ] as const) {
    await stepTo(page, address);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Confirm deletion?').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await row.count()).toBe(1);
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByText('Deleted successfully').waitFor();
  }
});

const WORDS = {
  'en-US': { heading: 'Before and after', label: 'Province', normal: 'Normal', invalid: 'Invalid', changed: 'changed' },
  'th-TH': { heading: 'ก่อนและหลัง', label: 'จังหวัด', normal: 'ปกติ', invalid: 'ไม่ใช้งาน', changed: 'แก้ไข' },
} as const;

test('a row of the operation log opens to what changed, by labels and in the language of the reader', async ({
  open,
}) => {
  const { id } = await call<{ id: number }>('POST', '/basics/city/save', {
    ...CITY,
    cityName: 'Logtown',
    province: 'Old Province',
    cityCode: 'LOG',
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
    await page.goto(new URL(address, productUrl()).href);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).first().click(),
    ]);
    await page.getByText('Exported successfully').waitFor();
    // Nothing can be done to a row of a log.
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  }
});

/** The first address is loaded, the others are stepped to. */
async function expectSoundAt(page: Page, addresses: readonly string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await (index === 0 ? page.goto(new URL(address, productUrl()).href) : stepTo(page, address));
    if (/form=/.test(address)) await page.getByRole('dialog').getByRole('heading').first().waitFor();
    else await arrival(page);
    if (/city\?|store/.test(address)) await map(page).filter({ visible: true }).first().waitFor();
    await page.waitForFunction(() => ![...document.querySelectorAll('.MuiSkeleton-root')].some((one) => one.checkVisibility())); // prettier-ignore
    const { pathname } = new URL(address, productUrl());
    expect(new URL(page.url()).pathname).toBe(pathname);
    const faults = await faultsOf(page, { rules: { region: { enabled: false } } }, index === 0 ? [] : SEEN);
    expect([address, ...faults]).toEqual([address]);
  }
}

let changed: Promise<string> | undefined;
/** Where the log shows a change that was made of a city. */
const changeOfCity = (): Promise<string> =>
  (changed ??= (async () => {
    const city = { ...CITY, cityName: 'Changed town', province: 'Old Province', cityCode: 'CHT' };
    const { id: cityId } = await call<{ id: number }>('POST', '/basics/city/save', city);
    made.push(() => call('DELETE', `/basics/city/delete/${cityId}`));
    await call('POST', '/basics/city/save', { id: cityId, province: 'New Province' });
    const [{ id }] = (await call<{ list: [{ id: number }] }>('GET', '/basics/OperationLog/list?module=city')).list;
    return `/system/syslog/detail/${id}`;
  })());

// The screens themselves are looked at in both modes, wide and on a phone, in English and Chinese, by routes.test.ts.
test.for(
  dueToday([
    ['dark', 'zh-CN', ['/basics/institution?form=new', '/system/role?form=3']],
    ['light', 'en-US', ['/basics/city?form=new', '/system/mgr_user?form=2']],
  ] as const),
)(
  'in a wide window the forms and a row of the log are readable by everybody: %s, %s',
  async ([mode, language, forms], { open }) => {
    const { page } = await open(REST, { signedIn: true, mode, language });
    await expectSoundAt(page, mode === 'dark' ? [...forms, await changeOfCity()] : forms);
  },
);

test.for(dueToday(['dark', 'light'] as const))(
  'on a phone the screens are readable by everybody in Thai: %s',
  async (mode, { open }) => {
    const { page } = await open(REST, { signedIn: true, mode, language: 'th-TH', width: 390, height: 844 });
    await expectSoundAt(
      page,
      mode === 'light'
        ? ['/system/syslog', await changeOfCity(), '/basics/city', '/basics/institution?form=new', '/system/role?form=3', '/system/menu'] // prettier-ignore
        : ['/system/loginlog', '/basics/city?form=new', '/basics/institution', '/store/edit?id=1', '/system/mgr_user', '/system/mgr_user?form=2', '/basics/supplier'], // prettier-ignore
    );
  },
);
