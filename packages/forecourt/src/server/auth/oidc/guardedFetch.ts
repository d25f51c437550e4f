import { createCall, DeliveryFailure, type Call } from '../../outbox/index.ts';

/** One call to a provider at most, milliseconds: below the time of an answer. */
const TIMEOUT_MS = 4_000;
/** Keys and discovery documents are some kilobytes. */
const LARGEST = 512 * 1024;

interface FetchOptions {
  readonly method: string;
  readonly headers: Headers | Record<string, string>;
  readonly body?: unknown;
}
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

const textOf = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new Error('a provider is sent text only');
};

function responseOf({ status, json }: Awaited<ReturnType<Call>>): Response {
  if (status < 200 || status === 429 || status >= 500) throw new DeliveryFailure(`http ${status}`);
  const body = json === undefined || [204, 205, 304].includes(status) ? null : JSON.stringify(json);
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

/** How providers are called: as listeners of webhooks are, without redirects, and at private addresses only where that is allowed. */
export function createFetch(allowPrivate: boolean, signal: AbortSignal): Fetch {
  const call = createCall({ allowPrivate, timeoutMs: TIMEOUT_MS, signal });
  return async (url, { method, headers, body }) => {
    const text = textOf(body);
    if (method === 'POST' ? text === undefined : method !== 'GET')
      throw new Error(`a provider is never sent ${method}`);
    return responseOf(
      await call({
        url,
        headers: Object.fromEntries(new Headers(headers)),
        largest: LARGEST,
        ...(text !== undefined && { body: text }),
      }),
    );
  };
}
