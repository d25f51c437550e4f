import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttp } from '../admin/providers/http.ts';
import { currentAddress, ownName, withBase, withoutBase } from '../browser/basePath.ts';
import { createAddress } from './address.tsx';
import { lastingStorage } from './lastingStorage.ts';

// The window is shared: what else stands in its head, such as the styles of components, stays.
const meta = Object.assign(document.createElement('meta'), { name: 'base-path', content: '/desk' });

beforeEach(() => {
  document.head.append(meta);
  window.history.replaceState(null, '', '/desk/order/list?page=2');
});
afterEach(() => {
  meta.remove();
  window.history.replaceState(null, '', '/');
});

it('routes know addresses without the path, the browser with it', () => {
  const { get, navigator, subscribe } = createAddress();
  const seen: string[] = [];
  const stop = subscribe(() => seen.push(get().location.pathname));
  expect(get().location.pathname).toBe('/order/list');
  expect(currentAddress()).toBe('/order/list?page=2');
  expect(navigator.createHref({ pathname: '/car/list', search: '?a=1', hash: '' })).toBe('/desk/car/list?a=1');
  navigator.push({ pathname: '/car/list', search: '', hash: '' });
  expect([window.location.pathname, get().location.pathname]).toEqual(['/desk/car/list', '/car/list']);
  navigator.replace('/car/add');
  expect([window.location.pathname, seen]).toEqual(['/desk/car/add', ['/car/list', '/car/add']]);
  stop();
});

it('other addresses stay as they are', () => {
  expect(['https://a.b/c', '//a.b/c', 'blob:x', 'x'].map(withBase)).toEqual([
    'https://a.b/c',
    '//a.b/c',
    'blob:x',
    'x',
  ]);
  expect(['/desktop/x', '/other', '/desk', '/desk/'].map(withoutBase)).toEqual(['/desktop/x', '/other', '/', '/']);
});

it('files are asked for below the path and saved without it', async () => {
  const asked: { url: string; body: unknown }[] = [];
  const http = createHttp({
    apiUrl: withBase('/api'),
    token: () => null,
    storage: window.localStorage,
    fetch: (url, init) => {
      asked.push({ url: url as string, body: init?.body });
      return Promise.resolve(
        new Response(JSON.stringify({ statusCode: 200, data: { list: [{ image: '/files/a.png', note: '/files no' }] } })),
      );
    },
  }); // prettier-ignore
  const { data } = await http('/cars/save', { method: 'POST', body: { image: '/desk/files/a.png', note: '/desk/x' } });
  expect(data).toEqual({ list: [{ image: '/desk/files/a.png', note: '/files no' }] });
  expect(asked).toEqual([{ url: '/desk/api/cars/save', body: '{"image":"/files/a.png","note":"/desk/x"}' }]);
});

it('what is stored does not meet what another program of the host stores', () => {
  window.localStorage.setItem('Access-Token', 'of another');
  const real = window.localStorage;
  const storage = lastingStorage(() => real, ownName);
  expect(storage.getItem('Access-Token')).toBeNull();
  storage.setItem('Access-Token', 'mine');
  expect([real.getItem('Access-Token'), real.getItem('/desk:Access-Token')]).toEqual(['of another', 'mine']);
  expect(Object.keys(storage)).toEqual(['Access-Token']);
  storage.clear();
  expect([real.getItem('Access-Token'), real.getItem('/desk:Access-Token')]).toEqual(['of another', null]);
});
