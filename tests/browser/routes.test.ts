import { expect } from 'vitest';
import { dueToday } from '../turns.ts';
import { arrival, SEEN, signInByApi, stepTo, type Language } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { wordsOf } from './formModel.ts';
import { REST } from './profiles.ts';
import { ADMIN } from './server.ts';
import { faultsOf } from './sound.ts';
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
  ['/car/storage', 'Storage and offline orders'],
  ['/car/dispatchplan', 'Planned dispatches'],
  ['/car/forecast', 'Where cars will be'],
  ['/carprice/list', 'Vehicle prices'],
  ['/carprice/edit', 'Edit price'],
  ['/order/list', 'Orders'],
  ['/order/detail/1', 'Order detail'],
  ['/order/deduct', 'Deposit-free deductions'],
  ['/order/deductdetail/1', 'Deduction detail'],
  ['/order/refund', 'Refunds'],
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

/** Between them every language in both modes and both widths, and each mode in both widths. */
const LOOKS = [
  ['en-US', 'light', 1440],
  ['en-US', 'dark', 390],
  ['zh-CN', 'light', 390],
  ['zh-CN', 'dark', 1440],
  ['th-TH', 'light', 1440],
  ['th-TH', 'dark', 390],
] as const;

/** Every route in one look of the day, and which routes a look has. */
const routesOf = new Map(LOOKS.map((look) => [look, [] as (typeof ROUTES)[number][]]));
for (const [place, route] of ROUTES.entries())
  for (const look of dueToday(LOOKS, LOOKS.length, place)) routesOf.get(look)!.push(route);

const PAGES_KEPT = 8;

/** What the browser shows as the title of a page, by the texts of the menu and of the pages. */
function titleIn(language: Language): (address: string, title: string) => string {
  const words = wordsOf(language);
  return (address, title) =>
    language === 'en-US'
      ? `${title} - Car Rental Console`
      : `${words.text(`routes.${address.replace(/\?.*/, '').replace(/\d+$/, '{id}')}`)} - ${words.text('app.title')}`;
}

test.for([...routesOf])(
  'every documented route opens under its address, says its title, and is sound: in %s',
  { timeout: 300_000 },
  async ([[language, mode, width], routes], { open }) => {
    const { page } = await open(REST, { signedIn: true, language, mode, width });
    const titleOf = titleIn(language);
    const opened: (readonly [string, string])[] = [];
    const faults: string[] = [];
    for (const [index, [address]] of routes.entries()) {
      // Pages before stay behind their tabs, and axe reads them too: now and then all begin anew.
      const anew = index % PAGES_KEPT === 0;
      await (anew ? page.goto(new URL(address, page.url()).href) : stepTo(page, address));
      await arrival(page);
      const { pathname, search } = new URL(page.url());
      opened.push([pathname + search, await page.title()]);
      faults.push(...(await faultsOf(page, {}, anew ? [] : SEEN)).map((fault) => `${address}: ${fault}`));
    }
    expect(opened).toEqual(routes.map(([address, title]) => [address, titleOf(address, title)]));
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
  ['/user/login', /\/user-/],
  ['/404', /\/fail-/],
  ['/print/rental/1?key=none', /\/order-rental-/],
  ['/print/fsrental/1?key=none', /\/order-fsrental-/],
  ['/print/settlement/1?key=none', /\/order-settlement-/],
  ['/print/vehiclecar?id=1&key=none', /\/order-vehiclecar-/],
  ['/print/vehiclecar1?id=1&key=none', /\/order-vehiclecar-/],
] as const)(
  '%s loads the script group of its documented name, and no other group',
  async ([address, own], { open }) => {
    const { page, allow } = await open(REST);
    allow(/print|order\/sheet|Failed to load resource/);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(new URL(address, page.url()).href);
    await settled(page);
    const groups = scripts.filter((path) =>
      /\/assets\/(user|fail|order-(rental|fsrental|settlement|vehiclecar))-[^/]+\.js$/.test(path),
    );
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.filter((path) => !own.test(path))).toEqual([]);
  },
);
