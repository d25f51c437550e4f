import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import type { Client } from './app.ts';
import { accountsOf, type Accounts } from './accounts.ts';
import { startRentalApp, type RentalApp } from './rental.ts';

/** Choices that every signed-in user may ask for, and why. Whoever adds to it has to say so here. */
const SESSION: Readonly<Record<string, string>> = {
  '/basics/citylist': 'master data: names of cities and their zones',
  '/basics/storelist': 'master data: names of the open stores',
  '/basics/institutionlist': 'master data: names of companies',
  '/supplier/list': 'master data: names of suppliers',
  '/role/rolelist': 'the specification opens the names of roles',
  '/car/brandlist': 'master data: the catalogue',
  '/car/modelslist': 'master data: the catalogue',
  '/car/submodelslist': 'master data: the catalogue',
  '/car/cartypelist': 'master data: the catalogue',
  '/car/options': 'the specification opens the picker of cars; it shows those of the own stores',
};

/** All others, each with the keys of its list and of every screen that offers it. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  // Its list; the form of documents; the booking form; the question of a merge.
  '/member/options': ['member-list', 'document-add', 'document-edit', 'order-add', 'membermerge-add'],
  // Its list; the forms of deductions, refunds and authorisations.
  '/order/options': ['order-list', 'deduct-add', 'deduct-edit', 'refund-add', 'order-add', 'order-edit'],
  // Its list; the form of deductions.
  '/car/violation/options': ['car-violation', 'deduct-add', 'deduct-edit'],
  // Its list; the filters of the operation log, of payments, trips and drawer counts; who gives staff to orders; whom an API key calls as, who signs in when a provider is down.
  '/admin/user/options': [
    ...['user-list', 'syslog', 'order-payment', 'order-dayclose', 'order-edit'],
    ...['car-trip', 'trip-add', 'trip-edit', 'apikey', 'apikey-add', 'apikey-edit'],
    ...['signinprovider-add', 'signinprovider-edit'],
    ...['webhook', 'webhook-add', 'webhook-edit'],
  ],
  // Its tree; the form of roles.
  '/menu/options': ['menu-list', 'menu-add', 'menu-edit', 'role-add', 'role-edit'],
  // Their page; the booking form.
  '/basics/store/deliveryfeelist': ['store-detail', 'order-add', 'order-edit'],
  // Its list; holiday prices in list, detail and form of prices; the holidays of a store's settings.
  '/basics/holidaylist': [
    ...['holiday-list', 'price-list', 'price-detail', 'price-add', 'price-edit'],
    ...['store-detail', 'store-edit'],
  ],
};

let app: RentalApp;
let accounts: Accounts;
beforeAll(async () => {
  app = await startRentalApp();
  const admin = await app.as('admin');
  accounts = accountsOf(app, () => admin);
});
afterAll(() => app?.close());

let count = 0;
/** Somebody who holds these keys and no others; the screen of roles would add their pages. */
async function holderOf(keys: readonly string[]): Promise<Client> {
  const code = `choices${++count}`;
  const { rows } = await sql<{ id: number }>`
    insert into role (name, code, "menuIds") select ${code}, ${code}, coalesce(array_agg(id), '{}') from menu where path = any(${[...keys]}::text[])
    returning id
  `.execute(app.db);
  return (await accounts.makeUser({ roleId: rows[0]!.id })).client;
}

const paths = [...application.model.resources.values()].flatMap(({ api }) => api.options ?? []);

describe('choices', () => {
  it('are all in one of the two tables', () => {
    expect(paths.toSorted()).toEqual([...Object.keys(SESSION), ...Object.keys(GUARDED)].toSorted());
  });

  it('are closed to a user without a permission, but for those of the first table', async () => {
    const nobody = await holderOf([]);
    const opened: string[] = [];
    for (const path of paths) if ((await nobody.get(path)).http !== 403) opened.push(path);
    expect(opened.toSorted()).toEqual(Object.keys(SESSION).toSorted());
  });

  it.each(Object.entries(GUARDED))(
    'of %s are opened by each of its keys alone and by no others',
    async (path, keys) => {
      const all = [
        ...new Set([
          ...Object.values(GUARDED).flat(),
          ...[
            'member-query',
            'member-detail',
            'member-add',
            'member-edit',
            'order-detail',
            'user-edit',
            'violation-edit',
          ],
          ...[
            'car-list',
            'deduct-detail',
            'order-refund',
            'coupon-list',
            'member-document',
            'role-list',
            'member-merge',
          ],
        ]),
      ];
      const others = await holderOf(all.filter((key) => !keys.includes(key)));
      expect((await others.get(path)).http).toBe(403);
      for (const key of keys) expect([key, (await (await holderOf([key])).get(path)).http]).toEqual([key, 200]);
    },
  );

  it('of members are closed to a driver, also by their ids', async () => {
    const driver = await app.as('delivery');
    expect((await driver.get('/member/options?ids=1,2,3')).http).toBe(403);
    expect((await driver.get('/member/options?keyword=a')).http).toBe(403);
  });
});
