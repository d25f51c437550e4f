import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { accessibilityFaults, signInByApi, visit, type Language, type VisitOptions } from './browser.ts';
import { test } from './fixtures.ts';
import { ADMIN, startProduct, type Product } from './server.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

/** A product of its own: what is renamed here is called otherwise in the other tests. */
let product: Product;
let token: string;
beforeAll(async () => {
  product = await startProduct({ demo: inject('demos').product });
  token = await signInByApi(product.url, ADMIN);
});
afterAll(() => product?.stop());

type Row = Record<string, unknown> & { readonly id: number };
type Answer = { readonly statusCode: number; readonly message: string; readonly data: never };

async function call(method: string, path: string, body?: object): Promise<Answer['data']> {
  const answer = await fetch(`${product.url}/api${path}`, {
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
  at: async ({ browser }, provide) => {
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    await provide(async (path, choices = {}) => {
      const one = await visit(browser, { url: product.url, token, ...choices });
      visits.push(one);
      await one.page.goto(product.url + path);
      await one.page.locator('main h1').first().waitFor();
      return one.page;
    });
    const problems = visits.flatMap((one) => one.problems());
    for (const one of visits) await one.close();
    expect(problems.filter((problem) => !problem.includes('/api/search'))).toEqual([]);
  },
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Screen, number, name or what to do' });
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

describe('command palette', () => {
  here('Ctrl K finds a car by its plate; Enter opens it; it is remembered, and Esc closes', async ({ at }) => {
    const [car] = await rowsOf('/car/list?pageNo=1&pageSize=1');
    const page = await at('/store/list');
    await page.keyboard.press('Control+k');
    await box(page).fill(car!['plate'] as string);
    await page
      .getByRole('option', { name: car!['plate'] as string })
      .first()
      .waitFor();
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/car/detail/${car!.id}`);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: car!['plate'] as string })
      .waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
  });

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

  here('screens are found in any language, actions too; arrows walk round the end', async ({ at }) => {
    const page = await at('/store/list');
    await page.getByRole('button', { name: 'Search everything' }).click();
    await box(page).fill('角色');
    await page.getByRole('option', { name: /^Roles/ }).waitFor();
    await box(page).fill('sign out');
    await page.getByRole('option', { name: 'Sign out' }).waitFor();
    await box(page).fill('member');
    await page.getByRole('option', { name: /^Members/ }).waitFor();
    const first = await chosen(page).textContent();
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page).textContent()).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page).textContent()).toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/member/**');
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

  here(
    'a key opens the new order from anywhere, and is a letter while somebody types or a dialog is open',
    async ({ at }) => {
      const page = await at('/store/list');
      await page.keyboard.press('/');
      await page.keyboard.type('n');
      expect(page.url()).not.toContain('form=new');
      await page.locator('h1').first().click();
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.getByText('New order').waitFor();
      await page.keyboard.press('n');
      expect(page.url()).not.toContain('form=new');
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      await page.keyboard.press('n');
      await page.waitForURL('**/order/list?form=new');
      await page.getByRole('dialog').waitFor();
    },
  );

  here('nothing found and a failing server are said, and asking again helps', async ({ at }) => {
    const page = await at('/store/list');
    await page.keyboard.press('Control+k');
    await box(page).fill('no such thing anywhere');
    await page.getByText('Nothing found').waitFor();
    await page.route('**/api/search?*', (route) => route.abort());
    await box(page).fill('somebody');
    await page.getByText('The search failed').waitFor();
    await page.unroute('**/api/search?*');
    await page.getByRole('button', { name: 'Search again' }).click();
    await page.getByText('The search failed').waitFor({ state: 'detached' });
  });

  for (const mode of dueToday(['light', 'dark'] as const))
    here(`axe finds nothing in it (${mode})`, async ({ at }) => {
      const page = await at('/store/list', { mode });
      await page.keyboard.press('Control+k');
      await box(page).fill('or');
      await page.getByRole('option').first().waitFor();
      await settled(page);
      expect(await accessibilityFaults(page)).toEqual([]);
    });

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

here('? lists the keys of the page, but is a character while somebody types', async ({ at }) => {
  const page = await at('/car/list');
  await page.getByRole('tablist', { name: 'Open pages' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('a?b');
  expect(
    await page
      .getByRole('searchbox', { name: /Search/ })
      .first()
      .inputValue(),
  ).toBe('a?b');
  await page.getByRole('searchbox').first().fill('');
  await page.locator('h1').first().click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  expect(await keys.locator('dd').allTextContents()).toEqual(
    expect.arrayContaining(['Search the list', 'Search everything', 'Keyboard shortcuts', 'Close the chosen page']),
  );
  expect(await accessibilityFaults(page)).toEqual([]);
});

describe('menus', () => {
  const menu = (page: Page) => page.locator('nav[aria-label]').first();

  here('another name in three languages, another order and a hidden entry: the side menu follows', async ({ at }) => {
    type Node = Row & { url: string; title: Record<string, string>; sort: number; children: Node[] };
    const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    const all = flat((await rowsOf('/menu/list')) as Node[]);
    const entry = (url: string): Node => all.find((node) => node.url === url)!;
    const names: Record<Language, string> = { 'en-US': 'Rented cars', 'zh-CN': '在租车辆', 'th-TH': 'รถให้เช่า' };
    const [cars, report, brands] = [entry('/car/list'), entry('/basics/institution'), entry('/car/brand')];
    await call('POST', '/menu/save', { id: cars.id, title: names, sort: 500 });
    await call('POST', '/menu/save', { id: brands.id, status: 0 });
    for (const language of ['en-US', 'zh-CN', 'th-TH'] as const) {
      const page = await at('/car/list', { language });
      await page.getByRole('heading', { level: 1, name: names[language] }).waitFor();
      const links = await menu(page)
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.textContent]));
      const paths = links.map(([href]) => href);
      expect(links.find(([href]) => href === '/car/list')?.[1]).toBe(names[language]);
      expect(paths.indexOf('/car/list')).toBeGreaterThan(paths.indexOf(report.url));
      expect(paths).not.toContain('/car/brand');
      expect(await page.title()).toContain(names[language]);
    }
    await call('POST', '/menu/save', { id: cars.id, title: cars.title, sort: cars.sort });
    await call('POST', '/menu/save', { id: brands.id, status: 1 });
  });
});

describe('the permission tree', () => {
  /** A branch says beside its name how much of it is ticked. */
  const item = (page: Page, name: string) =>
    page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*(\\d+/\\d+)?$`) });

  here(
    'ticking an action ticks its page and half-ticks what is above; by mouse and by keys, kept after saving',
    async ({ at }) => {
      const { id } = (await call('POST', '/role/save', { name: 'Tree test', code: 'treetest', menuIds: [] })) as Row;
      const page = await at(`/system/role?form=${id}`);
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

  here('axe finds nothing in it in the dark', async ({ at }) => {
    const page = await at('/system/role?form=new', { mode: 'dark' });
    await page.getByRole('tree').waitFor();
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

here('two users are locked and unlocked by ticking them; who may not be is named', async ({ at }) => {
  const role = ((await call('GET', '/role/rolelist')) as Row[]).find(({ code }) => code === 'service');
  const password = 'Forecourt-9';
  for (const at of [1, 2])
    await call('POST', '/admin/user/save', {
      username: `batch${at}`,
      phone: `+668199900${at}`,
      roleId: role!.id,
      dataScope: 0,
      password,
    });
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
    await expect(signInByApi(product.url, { username: `batch${at}`, password })).rejects.toThrow();
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  for (const name of ['batch1', 'batch2']) await tick(name);
  await page.getByRole('toolbar').getByText('2 selected').waitFor();
  await run('Unlock');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  await expect(signInByApi(product.url, { username: 'batch1', password })).resolves.toMatch(/./);
});
