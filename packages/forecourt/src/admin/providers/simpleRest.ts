import { HttpError, type DataProvider } from 'react-admin';
import type { Http, HttpRequest } from './http.ts';
import { fieldsOf } from './narrowed.ts';

/** The server counts exactly up to here; a total above it means "more". */
const COUNTED_TO = 10_000;

const VERBS = [
  'getOne',
  'getMany',
  'getManyReference',
  'create',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
] as const;
type Verb = (typeof VERBS)[number];

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
  /** Loaded with the first call: an application that documents all its paths never needs it. `more` stands at the end of its addresses. */
  const provider = async (more = ''): Promise<DataProvider> => {
    const { default: create } = await import('ra-data-simple-rest');
    const ask = (url: string, options?: FetchOptions) => client(`${url}${more}`, options);
    return create('/resources', ask as Parameters<typeof create>[1]);
  };
  type AnyVerb = (resource: string, params: unknown) => Promise<unknown>;
  const verb =
    (name: Verb): AnyVerb =>
    async (resource, params) =>
      ((await provider())[name] as AnyVerb)(resource, params);
  return {
    ...(Object.fromEntries(VERBS.map((name) => [name, verb(name)])) as DataProvider),
    async getList(resource, params) {
      const fields = fieldsOf(params.meta);
      const more = fields === undefined ? '' : `&fields=${encodeURIComponent(fields)}`;
      const page = await (await provider(more)).getList(resource, params);
      return (page.total ?? 0) > COUNTED_TO ? { ...page, meta: { totalAtLeast: true } } : page;
    },
  };
}
