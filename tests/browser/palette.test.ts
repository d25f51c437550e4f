import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { accessibilityFaults, signInByApi, toMode, type VisitOptions } from './browser.ts';
import { productUrl, test } from './fixtures.ts';
import { ADMIN } from './server.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

let token: string;
beforeAll(async () => {
  token = await signInByApi(productUrl(), ADMIN);
});

type Row = Record<string, unknown> & { readonly id: number };
type Answer = { readonly statusCode: number; readonly message: string; readonly data: never };

async function call(method: string, path: string, body?: object): Promise<Answer['data']> {
  const answer = await fetch(`${productUrl()}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { statusCode, message, data } = (await answer.json()) as Answer;
  if (statusCode !== 200) throw new Error(`${method} ${path}: ${message}`);
  return data;
}
const rowsOf = async (path: string): Promise<Row[]> => ((await call('GET', path)) as { list: Row[] }).list;

const here = test.extend<{ at: (path: string, choices?: Partial<VisitOptions>) => Promise<Page> }>({
  at: async ({ open }, provide) => {
    await provide(async (path, choices = {}) => {
      const { page } = await open(path, { signedIn: true, ...choices });
      await page.locator('main h1').first().waitFor();
      return page;
    });
  },
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Screen, number, name or what to do' });
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

describe('command palette', () => {
  for (const mode of dueToday(['light', 'dark'] as const))
    here(
      `Ctrl K finds a car by its plate; Enter opens it; it is remembered, and Esc closes; axe finds nothing in it (${mode})`,
      async ({ at }) => {
        const [car] = await rowsOf('/car/list?pageNo=1&pageSize=1');
        const plate = car!['plate'] as string;
        const page = await at('/store/list', { mode });
        await page.keyboard.press('Control+k');
        await box(page).fill('or');
        await page.getByRole('option').first().waitFor();
        await settled(page);
        expect(await accessibilityFaults(page)).toEqual([]);
        await box(page).fill(plate);
        await page.getByRole('option', { name: plate }).first().waitFor();
        expect(await box(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/car/detail/${car!.id}`);
        await page.keyboard.press('Control+k');
        await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: plate }).waitFor();
        await page.keyboard.press('Escape');
        await box(page).waitFor({ state: 'detached' });
      },
    );

  describe('on a slow network', () => {
    /** Holds the script of the palette back until it is let go. */
    const delayed = async (page: Page): Promise<() => void> => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/Palette-[^/]*\.js/, async (route) => {
        await released;
        await route.continue();
      });
      return release;
    };
    // By its place: while something lies over the page, no role leads to it.
    const search = (page: Page) => page.locator('main section:not([hidden]) input[type=search]').first();

    here(
      'what is typed before the palette is there ends in its box, and nothing in the field behind',
      async ({ at }) => {
        const page = await at('/store/list');
        const release = await delayed(page);
        await search(page).focus();
        await page.keyboard.press('Control+k');
        await page.keyboard.type('ord');
        expect(await search(page).inputValue()).toBe('');
        release();
        await box(page).waitFor();
        await page.keyboard.type('ers');
        expect(await box(page).inputValue()).toBe('orders');
        expect(await search(page).inputValue()).toBe('');
        await page.getByRole('option', { name: /^Orders/ }).waitFor();
        await page.keyboard.press('Escape');
        await box(page).waitFor({ state: 'detached' });
        expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true);
      },
    );

    here('Esc before it is there cancels', async ({ at }) => {
      const page = await at('/store/list');
      const release = await delayed(page);
      await search(page).focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('ord');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const arrived = page.waitForResponse(/\/Palette-[^/]*\.js/);
      release();
      await (await arrived).finished();
      await page.keyboard.type('x');
      expect(await search(page).inputValue()).toBe('x');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  here(
    'what can be done is found by its verb, in the language of the user, and its dialog opens over the record',
    async ({ at }) => {
      const orders = await rowsOf('/order/list?status=1&pageNo=1&pageSize=100');
      const order = orders.find(({ actions, plate }) => plate && (actions as string[]).includes('payment'))!;
      const say = async (page: Page, text: string, option: string): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').last().fill(text);
        await page.getByRole('option', { name: option, exact: false }).first().waitFor();
        expect(await chosen(page).textContent()).toContain(option);
        await page.keyboard.press('Enter');
      };
      const page = await at('/404');
      await say(page, `take payment ${order['orderNo'] as string}`, `Add payment · ${order['orderNo'] as string}`);
      await page.waitForURL(`**/order/detail/${order.id}?do=payment`);
      await page.getByRole('dialog', { name: 'Add payment' }).getByLabel('Amount').waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL(`**/order/detail/${order.id}`);
      await say(page, `cancel ${order['plate'] as string}`, 'Cancel order · ');
      await page.getByRole('dialog', { name: 'Cancel order' }).waitFor();
      await page.keyboard.press('Escape');
      await say(page, 'new coup', 'New coupon');
      await page
        .getByRole('dialog')
        .getByLabel('How many', { exact: false })
        .or(page.getByRole('dialog'))
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      const chinese = await at('/404', { language: 'zh-CN' });
      await say(chinese, `收款${order['orderNo'] as string}`, `添加收款 · ${order['orderNo'] as string}`);
      await chinese.waitForURL(`**/order/detail/${order.id}?do=payment`);
      await chinese.keyboard.press('Escape');
      await say(chinese, '新订单', '新增订单');
      await chinese.waitForURL('**/order/list?form=new');
    },
  );

  here('on a phone it fills the screen and is used by tapping', async ({ at }) => {
    const page = await at('/store/list', { width: 390, height: 780 });
    await page.getByRole('button', { name: 'Search everything' }).click();
    await box(page).fill('Roles');
    const option = page.getByRole('option', { name: /^Roles/ });
    await option.waitFor();
    expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await option.click();
    await page.waitForURL('**/system/role');
  });
});

here(
  '? lists the keys of the page, and n opens the new order from anywhere; both are characters while somebody types, and n does nothing behind a dialog',
  async ({ at }) => {
    const page = await at('/car/list');
    await page.getByRole('tablist', { name: 'Open pages' }).waitFor();
    const search = page.getByRole('searchbox', { name: /Search/ }).first();
    await page.keyboard.press('/');
    await page.keyboard.type('an?b');
    expect(await search.inputValue()).toBe('an?b');
    expect(page.url()).not.toContain('form=new');
    await search.fill('');
    await page.locator('h1').first().click();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('New order').waitFor();
    expect(await keys.locator('dd').allTextContents()).toEqual(
      expect.arrayContaining(['Search the list', 'Search everything', 'Keyboard shortcuts', 'Close the chosen page']),
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('n');
    expect(page.url()).not.toContain('form=new');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.waitForURL('**/order/list?form=new');
    await page.getByRole('dialog').waitFor();
  },
);

describe('the permission tree', () => {
  /** A branch says beside its name how much of it is ticked. */
  const item = (page: Page, name: string) =>
    page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*(\\d+/\\d+)?$`) });

  here(
    'ticking an action ticks its page and half-ticks what is above; by mouse and by keys, kept after saving',
    async ({ at }) => {
      const { id } = (await call('POST', '/role/save', { name: 'Tree test', code: 'treetest', menuIds: [] })) as Row;
      const page = await at(`/system/role?form=${id}`, { mode: 'system' });
      const tree = page.getByRole('tree');
      await tree.waitFor();
      await page.getByRole('searchbox', { name: 'Find a permission' }).fill('car-edit');
      await item(page, 'Edit').click();
      const states = async (): Promise<(string | null)[]> =>
        Promise.all(['Edit', 'Vehicles'].map((name) => item(page, name).last().getAttribute('aria-checked')));
      expect(await states()).toEqual(['true', 'mixed']);
      expect(await item(page, 'Vehicles').first().getAttribute('aria-checked')).toBe('mixed');
      await page.getByRole('searchbox', { name: 'Find a permission' }).fill('');
      await page.getByRole('button', { name: 'Collapse all' }).click();
      await tree.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(' ');
      expect(await item(page, 'System').getAttribute('aria-checked')).toBe('mixed');
      expect(await item(page, 'Users').getAttribute('aria-checked')).toBe('mixed');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Expand all' }).click();
      await toMode(page, 'dark');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await tree.waitFor({ state: 'detached' });
      const { tree: nodes, checked } = (await call('GET', `/role/permission?roleId=${id}`)) as {
        tree: Row[];
        checked: number[];
      };
      const paths = (list: Row[]): unknown[] =>
        list.flatMap((node) => [checked.includes(node.id) && node['path'], ...paths(node['children'] as Row[])]);
      expect(paths(nodes).filter(Boolean).toSorted()).toEqual(['car-edit', 'car-list', 'user-list']);
      await call('DELETE', `/role/delete/${id}`);
    },
  );
});

here('two users are locked and unlocked by ticking them; who may not be is named', async ({ at }) => {
  const role = ((await call('GET', '/role/rolelist')) as Row[]).find(({ code }) => code === 'service');
  const password = 'Forecourt-9';
  const made: number[] = [];
  for (const at of [1, 2]) {
    const { id } = (await call('POST', '/admin/user/save', {
      username: `batch${at}`,
      phone: `+668199900${at}`,
      roleId: role!.id,
      dataScope: 0,
      password,
    })) as Row;
    made.push(id);
  }
  const page = await at('/system/mgr_user?perPage=100');
  const tick = async (name: string): Promise<void> =>
    page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click();
  const run = async (verb: string): Promise<void> => {
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: verb, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    // It closes with the answer. Until then the bar is hidden behind it.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  expect(await page.getByRole('toolbar').count()).toBe(0);
  for (const name of ['batch1', 'batch2', 'Administrator']) await tick(name);
  await run('Lock');
  await page.getByText('Administrator: Not possible for your own account').waitFor();
  for (const at of [1, 2])
    await expect(signInByApi(productUrl(), { username: `batch${at}`, password })).rejects.toThrow();
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  for (const name of ['batch1', 'batch2']) await tick(name);
  await page.getByRole('toolbar').getByText('2 selected').waitFor();
  await run('Unlock');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  await expect(signInByApi(productUrl(), { username: 'batch1', password })).resolves.toMatch(/./);
  for (const id of made) await call('DELETE', `/admin/user/delete/${id}`);
});
