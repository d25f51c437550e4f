import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { visit } from './browser.ts';
import { PHOTO } from './desk.ts';
import { test } from './fixtures.ts';
import { ADMIN, startProduct, type Product } from './server.ts';

const PATH = '/desk';

/** Requests for anything that is not below the path. */
const outside: string[] = [];

/** A proxy that sends what lies below the path to the product, without the path or with it, and knows nothing else. */
async function startProxy(target: () => string, strips: boolean): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    // Where the profile of the browser puts what is stored beforehand (profiles.ts).
    if (url === '/robots.txt') return void outgoing.writeHead(200, { 'content-type': 'text/plain' }).end();
    if (!url.startsWith(`${PATH}/`)) {
      outside.push(`${method} ${url}`);
      return void outgoing.writeHead(404).end();
    }
    const to = new URL(target());
    const sent = ask(
      { host: to.hostname, port: to.port, method, headers, path: strips ? url.slice(PATH.length) : url },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
        outgoing.on('close', () => answer.destroy());
      },
    );
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

let product: Product | undefined;
const proxies: { url: string; server: Server }[] = [];
beforeAll(async () => {
  product = await startProduct({
    demo: inject('demo'),
    environment: { PUBLIC_URL: `https://example.com${PATH}`, TRUST_PROXY: 'loopback' },
  });
  for (const strips of [true, false]) proxies.push(await startProxy(() => product!.url, strips));
}, 120_000);
afterAll(async () => {
  for (const { server } of proxies) {
    server.closeAllConnections();
    server.close();
  }
  await product?.stop();
});

const TITLE = 'Orders';

test.for([
  ['takes the path away', 0],
  ['leaves the path', 1],
] as const)(
  'below a path of a proxy that %s, the desk is signed in, read, changed, printed and left, and asks for nothing outside it',
  async ([, which], { browser }) => {
    const { url } = proxies[which]!;
    outside.length = 0;
    const { page, context, problems, allow, close } = await visit(browser, { url, fresh: true });
    const pathOf = (): string => new URL(page.url()).pathname;

    // A deep address leads to sign-in and back.
    await page.goto(`${url}${PATH}/order/list`);
    await page.getByLabel('Username or phone').fill(ADMIN.username);
    expect(pathOf()).toBe(`${PATH}/user/login`);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    expect(pathOf()).toBe(`${PATH}/order/list`);

    // A record opens by a click and stays when the page is loaded again.
    await page.locator('tbody tr a[href]').first().click();
    await expect.poll(pathOf).toMatch(/^\/desk\/order\/detail\/\d+$/);
    const record = pathOf();
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
    expect(pathOf()).toBe(record);
    await page.goBack();
    await page.getByRole('heading', { name: TITLE }).waitFor();

    // A sheet opens in a tab of its own.
    await page.goto(`${url}${PATH}/order/list?filter=${encodeURIComponent('{"status":"3"}')}`);
    const row = page.locator('tbody tr').first();
    await row.getByRole('button', { name: 'More actions' }).click();
    const [sheet] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Print rental sheet' }).click(),
    ]);
    await sheet.waitForURL(`**${PATH}/print/rental/**`);
    await sheet.getByText('Rental agreement').first().waitFor();
    await sheet.close();

    // A picture is uploaded, shown from below the path, and still there after the page is loaded again.
    await page.goto(`${url}${PATH}/account/settings/basic`);
    const picture = page.getByRole('group', { name: 'Avatar' });
    await picture.locator('input[type=file]').setInputFiles(PHOTO);
    const src = (): Promise<string | null> => picture.locator('img').first().getAttribute('src');
    await picture.locator('img').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(src).toMatch(/^\/desk\/files\//);
    const shown = await page.request.get(`${url}${await src()}`);
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/png']);
    await page.reload();
    await expect.poll(src).toMatch(/^\/desk\/files\//);

    // What is stored is stored below the path, and nothing beside it.
    const keys = await page.evaluate(() => {
      const own = document.createElement('iframe');
      document.body.append(own);
      return Object.keys(own.contentWindow!.localStorage);
    });
    expect(keys.filter((key) => key.startsWith(`${PATH}:`)).length).toBeGreaterThan(0);
    expect(keys).not.toContain('Access-Token');

    // Signing out ends at sign-in.
    await page.goto(`${url}${PATH}/order/list`);
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Are you sure you want to exit the system?').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).last().click();
    await expect.poll(pathOf).toBe(`${PATH}/user/login`);

    expect(outside).toEqual([]);
    allow(/answer: 401/);
    expect(problems()).toEqual([]);
    await close();
  },
);

test('a change that somebody else makes arrives below the path', async ({ browser }) => {
  const { url } = proxies[0]!;
  const signIn = await fetch(`${product!.url}/api/admin/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { data } = (await signIn.json()) as { data: { token: string } };
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${product!.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json', 'idempotency-key': `${Date.now()}` },
      body: body && JSON.stringify(body),
    });
    return ((await answer.json()) as { data: T }).data;
  }; // prettier-ignore
  const { page, close } = await visit(browser, { url, fresh: true });
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `${PATH}:Access-Token`,
    JSON.stringify({ value: data.token, expire: Date.now() + 86_400_000 }),
  ] as const);
  const streaming = page.waitForRequest((request) => request.headers()['accept'] === 'text/event-stream');
  await page.goto(`${url}${PATH}/basics/supplier`);
  expect(new URL((await streaming).url()).pathname).toBe(`${PATH}/api/live`);
  const { list } = await call<{ list: { id: number; name: string }[] }>('/supplier/pagelist?pageNo=1&pageSize=1');
  const one = list[0]!;
  await page.getByText(one.name).first().waitFor();
  await call('/supplier/save', { id: one.id, name: `${one.name} (new)` });
  await page.getByText(`${one.name} (new)`).first().waitFor();
  await close();
});
