import { afterEach, expect, it, vi } from 'vitest';
import type { Http } from './http.ts';
import { uploadFile } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the connection is cut', (request: Travelling) => request.onerror?.()],
  ['the server says nothing', (request: Travelling) => request.onload?.()],
])('an upload of which %s has failed, in the documented word', async (_how, end) => {
  vi.stubGlobal('XMLHttpRequest', Travelling);
  const http = {
    apiUrl: '/api',
    headers: () => ({}),
    refusal: (_status: number, { message }: { message: string }) => new Error(message),
  } as Http;
  const sent = uploadFile(http, new File(['x'], 'p.png', { type: 'image/png' }));
  end(Travelling.last!);
  await expect(sent).rejects.toThrow('admin.upload.failed');
});

it('an upload may take two minutes, and then says that nobody answered', async () => {
  vi.stubGlobal('XMLHttpRequest', Travelling);
  const http = { apiUrl: '/api', headers: () => ({}) } as Http;
  const sent = uploadFile(http, new File(['x'], 'p.png', { type: 'image/png' }));
  expect(Travelling.last!.timeout).toBe(120_000);
  Travelling.last!.ontimeout?.();
  await expect(sent).rejects.toThrow('admin.error.timeout');
});

/** A request that has left and not arrived. */
class Travelling {
  static last: Travelling | undefined;
  readonly upload = {};
  readonly status = 502;
  readonly response = null;
  timeout = 0;
  ontimeout?: () => void;
  onerror?: () => void;
  onload?: () => void;
  constructor() {
    Travelling.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
}
