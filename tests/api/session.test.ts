import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('signing in', () => {
  it('answers a token that works', async () => {
    const { http, data } = await test.nobody.post<{ token: string }>('/admin/user/login', {
      username: 'admin',
      password: PASSWORD,
    });
    expect(http).toBe(200);
    expect(data.token).toMatch(/^[\w-]{43}$/);
    const admin = await test.as('admin');
    const info = await admin.get('/admin/user/info');
    expect(info.data).toMatchObject({
      username: 'admin',
      name: 'Administrator',
      roles: [{ code: 'super' }],
      permission: [{ path: 'index' }],
    });
  });
});

describe('generic calls', () => {
  it('save and list', async () => {
    const admin = await test.as('admin');
    const saved = await admin.post<{ id: number }>('/car/brand/save', { name: 'Toyota' });
    expect(saved).toMatchObject({ http: 200, statusCode: 200, message: 'Saved successfully' });
    const list = await admin.get<{ list: unknown[] }>('/car/brand/list');
    expect(list.data.list).toMatchObject([{ id: saved.data.id, name: 'Toyota' }]);
  });
});
