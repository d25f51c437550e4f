/** Where users open the application. */
export interface PublicUrl {
  /** Without a slash at its end: links begin with it. */
  readonly url: string;
  /** What all addresses begin with below a proxy (`/admin`); empty where the application has a host of its own. */
  readonly path: string;
}

/** First parts of addresses that the server itself has. */
const TAKEN = ['api', 'files', 'assets'];
const PATH = /^(\/[\w.~-]+)*$/;

/** The address in `PUBLIC_URL`; undefined without one, or where it is wrong, which is told. */
export function readPublicUrl(
  read: (name: string) => string | undefined,
  report: (problem: string) => void,
): PublicUrl | undefined {
  const text = read('PUBLIC_URL');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url?.pathname.replace(/\/$/, '') ?? '';
  if (!url || !/^https?:$/.test(url.protocol) || !PATH.test(path) || url.origin + path !== text.replace(/\/$/, '')) {
    report(
      `PUBLIC_URL must be the address of the first page, such as https://desk.example.com or https://example.com/desk, not "${text}"`,
    );
    return undefined;
  }
  const [, first = ''] = path.split('/');
  if (TAKEN.includes(first)) {
    report(`PUBLIC_URL cannot have a path that begins with "/${first}": the server has addresses below it`);
    return undefined;
  }
  return { url: url.origin + path, path };
}

/**
 * The address of a request without the path of the application. Some proxies take it away, others do not: both are understood. An address that
 * goes on without it stays as it is.
 */
export function withoutPath(address: string, path: string): string {
  if (path === '' || !address.startsWith(path)) return address;
  const rest = address.slice(path.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : address;
}

/** A page of the application that lies below its own path, if any: behind a proxy that takes the path away the two could not be told apart. */
export const pageBelow = (path: string, pages: Iterable<string>): string | undefined =>
  path === '' ? undefined : [...pages].find((page) => page === path || page.startsWith(`${path}/`));
