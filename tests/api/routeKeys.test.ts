import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { permissionKey } from 'forecourt/model';
import { startTestApp, type Client, type TestApp } from './app.ts';

/** Address of a screen, its documented key (D-PERM-02, D-PERM-03), and a call that the screen cannot do without. */
const SCREENS: readonly (readonly [path: string, key: string, call: string])[] = [
  ['/system/mgr_user', 'user-list', 'GET /admin/user/list'],
  ['/system/role', 'role-list', 'GET /role/list'],
  ['/system/menu', 'menu-list', 'GET /menu/list'],
  ['/system/syslog', 'syslog', 'GET /basics/OperationLog/list'],
  ['/system/loginlog', 'sysloginlog', 'GET /basics/LoginLog/list'],
  ['/basics/supplier', 'supplier', 'GET /supplier/pagelist'],
  ['/basics/city', 'citylist', 'GET /basics/city/list'],
  ['/basics/holiday', 'holiday-list', 'GET /basics/holiday/list'],
  ['/car/brand', 'brand', 'GET /car/brand/list'],
  ['/car/models', 'brand', 'GET /car/models/list'],
  ['/car/submodels', 'brand', 'GET /car/submodels/list'],
  ['/car/cartype', 'cartype', 'GET /car/cartype/list'],
  ['/store/list', 'store-list', 'GET /basics/store/list'],
  ['/store/add', 'store-add', 'POST /basics/store/save'],
  ['/store/edit', 'store-edit', 'POST /basics/store/save?id=1'],
  ['/car/list', 'car-list', 'GET /car/list'],
  ['/basics/institution', 'institution-list', 'GET /basics/institution/list'],
  ['/car/add', 'car-add', 'POST /car/save'],
  ['/car/edit', 'car-edit', 'POST /car/save?id=1'],
  ['/car/detail/:id', 'car-detail', 'GET /car/info/1'],
  ['/carprice/list', 'price-list', 'GET /carprice/list'],
  ['/carprice/edit', 'price-edit', 'POST /carprice/save?id=1'],
  ['/carprice/damage', 'price-list', 'GET /carprice/damage/list'],
  ['/order/list', 'order-list', 'GET /order/list'],
  ['/order/detail/:id', 'order-detail', 'GET /order/info/1'],
  ['/order/refund', 'order-refund', 'GET /order/refund/list'],
  ['/order/payment', 'order-payment', 'GET /order/payment/list'],
  ['/order/deposit', 'order-refund', 'GET /order/deposit/list'],
  ['/order/preauth', 'order-list', 'GET /order/preauth/list'],
  ['/order/depositsheld', 'order-refund', 'GET /order/deposit/held'],
  ['/order/deduct', 'order-deduct', 'GET /order/deduct/list'],
  ['/order/deductdetail/:id', 'deduct-detail', 'GET /order/deduct/info/1'],
  ['/channels/settag', 'channels-settag', 'GET /channels/settag/list'],
  ['/channels/flashrent', 'channels-flashrent', 'GET /channels/flashrent/list'],
  ['/coupon/editcoupon', 'coupon-list', 'GET /coupon/list'],
  ['/member/list', 'member-list', 'GET /member/list'],
  ['/member/blacklist', 'member-blacklist', 'GET /member/blacklist/list'],
  ['/member/document', 'member-document', 'GET /member/document/list'],
  ['/dashboard/analysis', 'dashboard-analysis', 'GET /dashboard/analysis'],
  ['/store/deliveryfee/:id', 'store-edit', 'POST /basics/store/savefestivalseting'],
  ['/store/deleveryinfo/:id', 'store-edit', 'POST /basics/store/save?id=1'],
  ['/store/seting/:id', 'store-edit', 'POST /basics/store/savefestivalseting'],
  ['/car/report', 'car-list', 'GET /car/report'],
  ['/car/gpsdevice', 'car-gpsdevice', 'GET /car/gpsdevice/list'],
  ['/car/inventory', 'car-inventoryv2', 'GET /car/inventory'],
  ['/car/stockview', 'car-inventory', 'GET /car/stockview'],
  ['/car/annualinspection', 'car-annualinspection', 'GET /car/annualinspection/list'],
  ['/car/insurance', 'car-insurance', 'GET /car/insurance/list'],
  ['/car/maintenance', 'car-maintenance', 'GET /car/maintenance/list'],
  ['/car/maintenanceinfo', 'car-maintenancelist', 'GET /car/maintenanceinfo/list'],
  ['/car/violation', 'car-violation', 'GET /car/violation/list'],
];

const WORDS = { list: undefined, create: 'add', edit: 'edit', show: 'detail' } as const;

const { resources, pages, dashboards } = application.model;

/** Keys of the pages as the browser guards them, by address. */
const guards = new Map<string, string | readonly string[] | undefined>([
  ...[...resources.values()].flatMap(({ route, permission, report, pages: further }) => [
    ...Object.entries(WORDS).flatMap(([view, word]) => {
      const path = route[view as keyof typeof WORDS];
      return path ? [[path, word ? `${permission.base}-${word}` : permission.route] as const] : [];
    }),
    ...(report ? [[report.path, permission.route] as const] : []),
    ...further.map((page) => [page.path, permissionKey(permission, page.permission ?? 'edit')] as const),
  ]),
  ...[...pages, ...dashboards].map((page) => [page.path, page.permission] as const),
]);

let test: TestApp;
let client: Client;
beforeAll(async () => {
  test = await startTestApp();
  client = await test.as('finance');
});
afterAll(() => test.close());

/** Gives the role of the client every permission but the wildcard and those with this key: also the words of a page without the page. */
async function holdAllBut(key: string): Promise<void> {
  await sql`
    update role set "menuIds" = array(select id from menu where path is null or path not in (${key}, 'index')) where code = 'finance'
  `.execute(test.db);
}

const callOf = (call: string): Promise<{ http: number }> => {
  const [method, address = ''] = call.split(' ');
  const [path = '', query] = address.split('?');
  return method === 'GET' ? client.get(path) : client.post(path, query ? { id: 1 } : {});
};

describe('a screen is open with its documented key alone', () => {
  it.each(SCREENS)('%s: %s', async (path, key, call) => {
    expect(guards.get(path)).toBe(key);
    await holdAllBut(key);
    // Where a form edits the record, the edit key opens what the form edits, so the detail needs both to be gone.
    const other = ['car-detail', 'deduct-detail'].includes(key) ? key.replace('detail', 'edit') : undefined;
    if (other) {
      await sql`update menu set status = 0 where path = ${other}`.execute(test.db);
    }
    await expect.poll(async () => (await callOf(call)).http).toBe(403);
    if (other) await sql`update menu set status = 1 where path = ${other}`.execute(test.db);
    await holdAllBut('nothing');
    await expect.poll(async () => (await callOf(call)).http).toBe(200);
  });
});
