import simpleRestProvider from 'ra-data-simple-rest';
import { HttpError, type DataProvider } from 'react-admin';
import type { Http, HttpRequest } from './http.ts';

/** The server counts exactly up to here; a total above it means "more". */
const COUNTED_TO = 10_000;

interface FetchOptions {
  readonly method?: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** ra-data-simple-rest under `{apiUrl}/resources`, over the same client: token, language, time limit and refusals as everywhere. */
export function createSimpleRest(http: Http): DataProvider {
  const client = async (url: string, { method = 'GET', body, signal }: FetchOptions = {}) => {
    const request: HttpRequest = {
      method: method as HttpRequest['method'],
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
      signal,
    };
    const response = await http.raw(url, request);
    const text = await response.text();
    const json = text ? (JSON.parse(text) as unknown) : null;
    const refused = json as { statusCode?: number; message?: string; data?: { errors?: unknown } } | null;
    if (typeof refused?.statusCode === 'number' && refused.statusCode !== 200) {
      throw new HttpError(refused.message ?? '', refused.statusCode, { ...refused, errors: refused.data?.errors });
    }
    return { status: response.status, headers: response.headers, body: text, json };
  };
  const provider = simpleRestProvider('/resources', client as Parameters<typeof simpleRestProvider>[1]);
  return {
    ...provider,
    async getList(resource, params) {
      const page = await provider.getList(resource, params);
      return (page.total ?? 0) > COUNTED_TO ? { ...page, meta: { totalAtLeast: true } } : page;
    },
  };
}
