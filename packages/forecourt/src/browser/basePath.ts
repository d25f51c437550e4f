/**
 * Below a proxy that serves other programs too, all addresses of this one begin with a path (`/admin`), which the server writes into the
 * page (PUBLIC_URL). Routes, calls and stored addresses are without it: it is put on and taken off where the browser is spoken to.
 */
export const basePath = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** An address of this application as the browser has to ask for it. Whole addresses (`https:`, `blob:`) stay as they are. */
export const withBase = (address: string): string => (/^\/(?!\/)/.test(address) ? basePath() + address : address);

/** A pathname of the browser as routes know it. */
export function withoutBase(pathname: string): string {
  const base = basePath();
  if (base === '' || (pathname !== base && !pathname.startsWith(`${base}/`))) return pathname;
  return pathname.slice(base.length) || '/';
}

/** Where the browser is, as routes know it: path and search. */
export const currentAddress = (): string => withoutBase(window.location.pathname) + window.location.search;

/** A name in a storage that all programs of one host share. */
export const ownName = (name: string): string => (basePath() === '' ? name : `${basePath()}:${name}`);

const FILE = /^\/files\/\S+$/;

/** Addresses of files in what the server answers, as the browser has to ask for them: for `JSON.parse`. */
export const filesWithBase = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && FILE.test(value) ? withBase(value) : value;

/** The way back: for `JSON.stringify`. */
export const filesWithoutBase = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && FILE.test(withoutBase(value)) ? withoutBase(value) : value;
