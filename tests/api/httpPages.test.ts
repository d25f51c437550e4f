import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { fastify, type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { servePages } from '../../packages/forecourt/src/server/http/pages.ts';
import { application } from '../../src/application.ts';
import { startTestApp, type TestApp } from './app.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`;

let test: TestApp;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'forecourt-client-'));
  await mkdir(path.join(clientDir, 'assets'));
  await writeFile(
    path.join(clientDir, 'index.html'),
    '<!doctype html><html><head><title>x</title></head><body></body></html>',
  );
  await writeFile(path.join(clientDir, 'assets', 'main-abc.js'), SCRIPT);
  await writeFile(path.join(clientDir, 'assets', 'main-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  test = await startTestApp({ clientDir });
});
afterAll(async () => {
  await test.close();
  await rm(clientDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  test.app.inject({ url, headers });

describe('the page', () => {
  it.each([
    '/',
    '/index.html',
    '/order/detail/12?tab=fees',
    '/user/login',
    '/print/rental/1?key=x',
    '/print/vehiclecar',
    '/Order/List/',
    '/car/edit?id=1',
    '/account/settings/security',
    '/account/notifications',
    '/order/tasks',
  ])('is the answer to %s', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
    });
    expect(body).toContain('<title>x</title>');
  });

  it('is the answer to every address of a resource', async () => {
    const paths = [...application.model.resources.values()].flatMap(({ route, pages }) => [
      ...Object.values(route),
      ...pages.map(({ path }) => path),
    ]);
    expect(paths).toEqual(
      expect.arrayContaining(['/store/deleveryinfo/:id', '/store/deliveryfee/:id', '/store/seting/:id']),
    );
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) expect((await get(path.replace(/:\w+/, '1'))).statusCode, path).toBe(200);
  });

  const UNKNOWN = [
    '/healthz',
    '/metrics',
    '/.well-known/openid-configuration',
    '/no/such/page',
    '/apiary',
    '/order/detail',
    '/order/detail/1/2',
    '/store/deliveryinfo/1',
    '/store/setting/1',
    '/wp-login.php',
  ];
  it.each(UNKNOWN)('says 404 at %s to a person, as the page', async (url) => {
    const { statusCode, headers } = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each(UNKNOWN)('says 404 at %s to a probe, in the envelope', async (url) => {
    for (const headers of [{}, { accept: '*/*' }] as Record<string, string>[]) {
      const answer = await get(url, headers);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ statusCode: 404, data: null });
    }
  });

  it('asks search engines to stay away', async () => {
    const { statusCode, headers, body } = await get('/robots.txt');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toBe('User-agent: *\nDisallow: /\n');
  });

  it('names, of the files that lists begin with, those of its own address', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-client-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const files = {
      '': { '/a/list': ['assets/a.js'], '/b/list': ['assets/b.js'] },
      'en-US': { '': ['assets/en.js'], '/a/list': ['assets/a-en.js'] },
    };
    await writeFile(
      path.join(folder, 'index.html'),
      `<html><head><script type="application/json" id="first-files" nonce="__CSP_NONCE__">${JSON.stringify(files)}</script></head></html>`,
    );
    const app = fastify();
    const pages = await servePages(app, { clientDir: folder, imageOrigins: [] });
    app.get('/*', (_request, reply) => pages.send(reply));
    const at = async (address: string) =>
      JSON.parse(/"first-files"[^>]*>(.*?)<\/script>/s.exec((await app.inject(address)).body)![1]!) as object;
    expect(await at('/a/list?page=2')).toEqual({
      '': { '/a/list': ['assets/a.js'] },
      'en-US': { '': ['assets/en.js'], '/a/list': ['assets/a-en.js'] },
    });
    expect(await at('/__proto__')).toEqual({ '': {}, 'en-US': { '': ['assets/en.js'] } });
    // It is no script: the policy names none.
    expect((await app.inject('/')).headers['content-security-policy']).not.toContain('sha256-');
    await app.close();
  });

  it('names the tile server of the maps and lets pictures come from there, and from nowhere else without one', async () => {
    const without = await get('/');
    expect(without.headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
    expect(without.body).not.toContain('map-tiles');
    const origin = 'https://tiles.example.com';
    const app = fastify();
    const mapTiles = { url: `${origin}/{z}/{x}/{y}.png`, origin, credit: '"><script>' };
    const pages = await servePages(app, { clientDir, imageOrigins: [], mapTiles });
    app.get('/', (_request, reply) => pages.send(reply));
    const { headers, body } = await app.inject('/');
    await app.close();
    expect(headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${origin};`);
    expect(body).toContain(`<meta name="map-tiles" content="${origin}/{z}/{x}/{y}.png">`);
    expect(body).toContain('<meta name="map-credit-url" content="">');
    expect(body).not.toContain('<script>');
  });

  it('allows of inline scripts its own alone, by what it says', async () => {
    const script = "document.title='<b>';\n";
    const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-client-'));
    await writeFile(
      path.join(folder, 'index.html'),
      `<html><head><script type="module" src="/a.js"></script></head><body><script nonce="__CSP_NONCE__">${script}</script></body></html>`,
    );
    const app = fastify();
    const pages = await servePages(app, { clientDir: folder, imageOrigins: [] });
    app.get('/', (_request, reply) => pages.send(reply));
    const { headers } = await app.inject('/');
    await app.close();
    await rm(folder, { recursive: true });
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`; script-src 'self' 'sha256-${hash}';`);
  });

  it('allows no inline script that it does not have, and inline styles only with the nonce of this very answer', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const nonceOf = ({ body }: LightMyRequestResponse): string =>
      /<meta property="csp-nonce" nonce="([^"]+)">/.exec(body)![1]!;
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonceOf(first)}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each(['/api/no/such', '/files/nothing', '/assets/old-123.js'])('is not the answer to %s', async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/json');
  });

  it('is not the answer to anything but reading', async () => {
    expect((await test.app.inject({ method: 'POST', url: '/order/list' })).statusCode).toBe(404);
  });
});

describe('assets', () => {
  it('are kept for ever and come precompressed', async () => {
    const plain = await get('/assets/main-abc.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.body).toBe(SCRIPT);
    const small = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(small.rawPayload.length).toBeLessThan(200);
  });

  it('without a fingerprint are asked for anew', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('outside the folder are out of reach', async () => {
    for (const url of ['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json'])
      expect((await get(url)).body).not.toContain('"name"');
  });
});
