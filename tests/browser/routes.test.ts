import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dueToday } from '../turns.ts';
import { arrival, screenshot, SEEN, signInByApi, stepTo, type Language } from './browser.ts';
import { api } from './desk.ts';
import { productUrl, test } from './fixtures.ts';
import { wordsOf } from './formModel.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';
import { faultsOf, plainFaultsOf } from './sound.ts';
import { settled } from './settled.ts';

/** Documented addresses that need a session and have a page, and their titles. */
const ROUTES: readonly (readonly [string, string])[] = [
  ['/index', 'Home'],
  ['/dashboard/workplace', 'Workplace'],
  ['/system/mgr_user', 'Users'],
  ['/system/role', 'Roles'],
  ['/system/menu', 'Menus'],
  ['/system/syslog', 'Operation log'],
  ['/system/loginlog', 'Login log'],
  ['/basics/supplier', 'Suppliers'],
  ['/basics/city', 'Cities'],
  ['/basics/holiday', 'Holiday prices'],
  ['/car/brand', 'Brands'],
  ['/car/models', 'Models'],
  ['/car/submodels', 'Sub-models'],
  ['/car/cartype', 'Vehicle types'],
  ['/store/list', 'Stores'],
  ['/store/add', 'Add store'],
  ['/store/edit?id=1', 'Edit store'],
  ['/store/deliveryfee/1', 'Delivery points and fees'],
  ['/store/deleveryinfo/1', 'Door service information'],
  ['/store/seting/1', 'Store settings'],
  ['/car/list', 'Vehicles'],
  ['/basics/institution', 'Car owners'],
  ['/car/add', 'Add vehicle'],
  ['/car/edit?id=1', 'Edit vehicle'],
  ['/car/detail/1', 'Vehicle detail'],
  ['/car/report', 'Vehicle report'],
  ['/car/insurance', 'Insurance'],
  ['/car/maintenanceinfo', 'Maintenance work orders'],
  ['/car/stockview', 'Stock schedule'],
  ['/car/inventory', 'Inventory'],
  ['/car/storage', 'Out of service'],
  ['/car/dispatchplan', 'Planned dispatches'],
  ['/car/forecast', 'Where cars will be'],
  ['/carprice/list', 'Vehicle prices'],
  ['/carprice/edit', 'Edit price'],
  ['/carprice/damage', 'Damage prices'],
  ['/order/list', 'Orders'],
  ['/order/detail/1', 'Order detail'],
  ['/order/deduct', 'Charges to deposit-free rentals'],
  ['/order/deductdetail/1', 'Deduction detail'],
  ['/order/refund', 'Refunds'],
  ['/order/deposit', 'Deposits'],
  ['/order/preauth', 'Authorisations'],
  ['/order/depositsheld', 'Deposits on a date'],
  ['/member/list', 'Members'],
  ['/member/blacklist', 'Blacklist'],
  ['/coupon/editcoupon', 'Coupons'],
  ['/channels/settag', 'Fliggy tag setting'],
  ['/channels/flashrent', 'Zuzuche flash rent'],
  ['/channels/message', 'Messages of channels'],
  ['/channels/difference', 'Differences to channels'],
  ['/channels/setting', 'Channel settings'],
  ['/account/settings/basic', 'Basic settings'],
  ['/account/settings/security', 'Security settings'],
  ['/account/settings/custom', 'Personalisation'],
  ['/account/settings/binding', 'Account binding'],
  ['/account/settings/notification', 'Notification settings'],
];

const firstOf = async (list: string): Promise<{ readonly id: number; readonly orderId: number }> =>
  (await api<{ list: { id: number; orderId: number }[] }>(`${list}&pageNo=1&pageSize=1`)).list[0]!;

/** What a change of a city left in the log; the city is gone when the file has ended. */
async function changeOfCity(): Promise<string> {
  const city = { country: 'Thailand', latitude: 8, longitude: 99, timeZone: 'Asia/Bangkok', status: 1 };
  const names = { cityName: 'Changed town', province: 'Old Province', cityCode: 'CHT' };
  const { id } = await api<{ id: number }>('/basics/city/save', { ...city, ...names });
  await api('/basics/city/save', { id, province: 'New Province' });
  const change = await firstOf('/basics/OperationLog/list?module=city');
  await api(`/basics/city/delete/${id}`, undefined, 'DELETE');
  return `/system/syslog/detail/${change.id}`;
}

/** Further screens, tabs of a record, views of a list and forms over it; those of a record that the demonstration has. */
const SCREENS: readonly (string | (() => Promise<string>))[] = [
  '/dashboard/analysis?compare=before',
  '/basics/institution?form=new',
  '/basics/city?form=new',
  '/system/role?form=3',
  '/system/mgr_user?form=2',
  '/system/outbox',
  '/system/apikey?form=new',
  '/system/signinprovider?form=new',
  '/system/webhook?form=new',
  changeOfCity,
  '/car/maintenance',
  async () => `/car/maintenanceinfo/detail/${(await firstOf('/car/maintenanceinfo/list?status=0')).id}`,
  '/car/insurance/policies',
  '/car/annualinspection',
  '/car/annualinspection/entries',
  '/car/violation',
  async () => `/car/violation/${(await firstOf('/car/violation/list?status=0')).id}`,
  '/car/violation?form=new',
  '/car/gpsdevice',
  '/car/gpsdevice?view=map',
  async () => `/car/gpsdevice/${(await firstOf('/car/gpsdevice/list?state=fault')).id}`,
  async () => `/order/detail/${(await firstOf('/order/deduct/list?status=3')).orderId}?tab=account`,
  '/order/dayclose?storeId=5',
  '/order/payment',
  '/order/drawercount',
  '/order/preparation',
  '/car/trip',
  '/account/settings/devices',
];

/** Between them every language in both modes and both widths, and each mode in both widths. */
const LOOKS = [
  ['en-US', 'light', 1440],
  ['en-US', 'dark', 390],
  ['zh-CN', 'light', 390],
  ['zh-CN', 'dark', 1440],
  ['th-TH', 'light', 1440],
  ['th-TH', 'dark', 390],
] as const;

/** What is to be opened, and its title where one is documented. */
type Opened = readonly [address: string | (() => Promise<string>), title?: string];

/** Each of them is opened in one look of the day, and every third day axe judges it: in eighteen days in all six looks. */
const TURNS = [true, false, false].flatMap((judged) => LOOKS.map((look) => ({ look, judged })));
/** Which of them a look has. */
const openedIn = new Map(LOOKS.map((look) => [look, [] as { readonly one: Opened; readonly judged: boolean }[]]));
for (const [place, one] of [...ROUTES, ...SCREENS.map((screen): Opened => [screen])].entries())
  for (const { look, judged } of dueToday(TURNS, TURNS.length, place)) openedIn.get(look)!.push({ one, judged });

/** Pages before stay behind their tabs, and a page keeps what it drew: now and then all begin anew. */
const PAGES_KEPT = 14;

/** Waits for the page, or for the form over it, and for what they ask for. */
async function drawn(page: Page, address: string): Promise<void> {
  if (/form=/.test(address)) await page.getByRole('dialog').getByRole('heading').first().waitFor();
  else await arrival(page);
  await settled(page);
  if (/city\?form|store\/(add|edit)|view=map/.test(address))
    await page.locator('.leaflet-container').filter({ visible: true }).first().waitFor();
  // A form hides the page below it.
  await page.waitForFunction(() => ![...document.querySelectorAll('.MuiSkeleton-root')].some((one) => one.checkVisibility())); // prettier-ignore
}

/** What the browser shows as the title of a page, by the texts of the menu and of the pages. */
function titleIn(language: Language): (address: string, title: string) => string {
  const words = wordsOf(language);
  return (address, title) =>
    language === 'en-US'
      ? `${title} - Car Rental Console`
      : `${words.text(`routes.${address.replace(/\?.*/, '').replace(/\d+$/, '{id}')}`)} - ${words.text('app.title')}`;
}

test.for([...openedIn])(
  'every documented route opens under its address, says its title, and is sound, as is every further screen: in %s',
  { timeout: 300_000 },
  async ([[language, mode, width], all], { open }) => {
    const { page } = await open(REST, { signedIn: true, language, mode, width });
    const titleOf = titleIn(language);
    const opened: string[] = [];
    const wanted: string[] = [];
    const faults: string[] = [];
    let shellSeen = false;
    for (const [index, { one, judged }] of all.entries()) {
      const [place, title] = one;
      const address = typeof place === 'string' ? place : await place();
      const anew = index % PAGES_KEPT === 0;
      await (anew ? page.goto(new URL(address, page.url()).href) : stepTo(page, address));
      await drawn(page, address);
      const { pathname, search } = new URL(page.url());
      opened.push(pathname + search, ...(title ? [await page.title()] : []));
      wanted.push(address, ...(title ? [titleOf(address, title)] : []));
      // What stands around all pages is judged with the first.
      const found = await (judged ? faultsOf(page, {}, shellSeen ? SEEN : []) : plainFaultsOf(page));
      shellSeen ||= judged;
      faults.push(...found.map((fault) => `${address}: ${fault}`));
      await screenshot(page, `${address.replaceAll(/\W+/g, '-').slice(1)}-${language}-${mode}-${width}`, {
        fullPage: true,
      });
    }
    expect(opened).toEqual(wanted);
    expect(faults).toEqual([]);
  },
);

test('without a session every one of them leads to sign-in, with the way back, and shows no shell', async ({
  open,
}) => {
  const { page } = await open('/user/login');
  await page.getByLabel('Username or phone').waitFor();
  for (const [address] of [...ROUTES, ['/no/such/path']] as const) {
    await stepTo(page, address ?? '');
    await page.waitForURL('**/user/login?*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(address);
  }
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('tablist').count()).toBe(0);
});

test('a route whose key is missing is unknown: /404 inside the shell, its tab with it', async ({ open }) => {
  const token = await signInByApi(productUrl(), { username: 'clerk1', password: ADMIN.password });
  const { page } = await open('/car/list', { token });
  await page.getByRole('heading', { level: 1, name: 'Vehicles' }).waitFor();
  await stepTo(page, '/system/role');
  await page.waitForURL('**/404');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(await page.title()).toBe('Page not found - Car Rental Console');
  await page.getByRole('tab', { name: 'Page not found' }).waitFor();
  expect(await page.getByRole('tab', { name: 'Roles' }).count()).toBe(0);
});

test.for([
  [
    'public pages load',
    [
      ['/user/login', /\/user-/],
      ['/404', /\/fail-/],
    ],
  ],
  [
    'sheets load',
    [
      ['/print/rental/1?key=none', /\/order-rental-/],
      ['/print/fsrental/1?key=none', /\/order-fsrental-/],
      ['/print/settlement/1?key=none', /\/order-settlement-/],
      ['/print/deposit/1?key=none', /\/order-deposit-/],
      ['/print/vehiclecar?id=1&key=none', /\/order-vehiclecar-/],
      ['/print/vehiclecar1?id=1&key=none', /\/order-vehiclecar-/],
    ],
  ],
] as const)('%s the script group of their documented names, and no other group', async ([, pages], { open }) => {
  const { page, allow } = await open(REST);
  allow(/print|order\/sheet|Failed to load resource/);
  let scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  for (const [address, own] of pages) {
    scripts = [];
    await page.goto(new URL(address, page.url()).href);
    const groups = (): readonly string[] =>
      scripts.filter((path) =>
        /\/assets\/(user|fail|order-(rental|fsrental|settlement|deposit|vehiclecar))-[^/]+\.js$/.test(path),
      );
    await expect.poll(groups, { message: address }).not.toEqual([]);
    await settled(page);
    expect([address, groups().filter((path) => !own.test(path))]).toEqual([address, []]);
  }
});
