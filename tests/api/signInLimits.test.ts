import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { application } from '../../src/application.ts';
import { buildApp } from 'forecourt/server';
import { PASSWORD, startTestApp, type TestApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Whether somebody at this address gets in. */
async function signsIn(
  username: string,
  password: string,
  ip: string,
  app: FastifyInstance = test.app,
): Promise<boolean> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/user/login',
    headers: { 'x-forwarded-for': ip, 'accept-language': 'en-US' },
    payload: { username, password },
  });
  const { statusCode, message } = answer.json<{ statusCode: number; message: string }>();
  expect(answer.statusCode).toBe(200);
  if (statusCode !== 200) expect(message).toBe('Login failed, please try again later');
  return statusCode === 200;
}

let names = 0;
/** Wrong tries from one address, each under another name. */
async function spray(count: number, ip: string | ((n: number) => string), app?: FastifyInstance): Promise<void> {
  for (let n = 0; n < count; n++)
    expect(await signsIn(`sprayed${++names}`, 'wrong-word', typeof ip === 'string' ? ip : ip(n), app)).toBe(false);
}

describe('sign-in from one address', () => {
  it('ends after thirty failures, whatever the names; other addresses go on', async () => {
    await spray(29, '203.0.113.1');
    expect(await signsIn('ops', PASSWORD, '203.0.113.1')).toBe(true);
    await spray(2, '203.0.113.1');
    expect(await signsIn('clerk', PASSWORD, '203.0.113.1')).toBe(false);
    expect(await signsIn('clerk', PASSWORD, '203.0.113.2')).toBe(true);
  });

  it('goes on for who signed in from there before', async () => {
    expect(await signsIn('finance', PASSWORD, '203.0.113.3')).toBe(true);
    await spray(30, '203.0.113.3');
    expect(await signsIn('fleet', PASSWORD, '203.0.113.3')).toBe(false);
    expect(await signsIn('finance', PASSWORD, '203.0.113.3')).toBe(true);
    expect(await signsIn('finance', 'wrong-word', '203.0.113.3')).toBe(false);
  });

  it('counts the addresses of one IPv6 network together', async () => {
    await spray(30, (n) => `2001:db8:0:7::${(n + 1).toString(16)}`);
    expect(await signsIn('fleet', PASSWORD, '2001:db8:0:7:ffff::1')).toBe(false);
    expect(await signsIn('fleet', PASSWORD, '2001:db8:0:8::1')).toBe(true);
  });

  it('is counted by all nodes together', async () => {
    const settings = { dataDir: test.dataDir, logLevel: 'silent', trustProxy: ['loopback'], imageOrigins: [] };
    const other = await buildApp({
      ...application,
      pool: test.pool,
      settings: { ...settings, defaultZone: 'Asia/Bangkok' },
    });
    await spray(15, '203.0.113.4');
    await spray(15, '203.0.113.4', other);
    for (const app of [test.app, other]) expect(await signsIn('pickup', PASSWORD, '203.0.113.4', app)).toBe(false);
    await other.close();
  });
});

describe('sign-in under one name', () => {
  it('ends after five failures from one address; nobody elsewhere is locked out', async () => {
    for (let n = 0; n < 5; n++) expect(await signsIn('service', 'wrong-word', '203.0.113.5')).toBe(false);
    expect(await signsIn('service', PASSWORD, '203.0.113.5')).toBe(false);
    expect(await signsIn('service', PASSWORD, '203.0.113.6')).toBe(true);
  });
});

describe('an answer to who came by TLS', () => {
  const headersOf = async (url: string, headers: Record<string, string>, app = test.app) =>
    (await app.inject({ url, headers })).headers;

  it('tells browsers to come by nothing else, where a trusted proxy says so', async () => {
    for (const url of ['/api/health/live', '/no/such/path'])
      expect(await headersOf(url, { 'x-forwarded-proto': 'https' })).toMatchObject({
        'strict-transport-security': 'max-age=15552000',
      });
    expect(await headersOf('/api/health/live', {})).not.toHaveProperty('strict-transport-security');
  });

  it('believes nobody else', async () => {
    const settings = { dataDir: test.dataDir, logLevel: 'silent', trustProxy: [], imageOrigins: [] };
    const bare = await buildApp({
      ...application,
      pool: test.pool,
      settings: { ...settings, defaultZone: 'Asia/Bangkok' },
    });
    const headers = await headersOf('/api/health/live', { 'x-forwarded-proto': 'https' }, bare);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['permissions-policy']).toContain('geolocation=()');
    await bare.close();
  });
});
