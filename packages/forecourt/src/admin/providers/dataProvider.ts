import { HttpError, type DataProvider, type GetListParams, type Identifier, type RaRecord } from 'react-admin';
import type { Method } from '../../calls/index.ts';
import type { AdminModel, ResourceCalls } from '../model/adminModel.ts';
import { fileNameOf } from './fileNameOf.ts';
import { TRANSFER_TIMEOUT_MS, type Http, type HttpRequest } from './http.ts';
import { fieldsOf } from './narrowed.ts';
import { refusalOf } from './refusal.ts';
import { createSimpleRest } from './simpleRest.ts';

/** One record that a bulk action could not change, with the reason in the language of the user. */
export interface RowFailure {
  readonly id: Identifier;
  /** What the record is called, where the server says it. */
  readonly name?: string;
  readonly message: string;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  /** False for a POST that changes nothing. */
  readonly creates?: boolean;
}

/**
 * Any other call below /api: what fills no `{name}` of the path is the query of a GET, else the body. The type parameter says what is expected of
 * the answer; nothing checks it.
 */
type AnyCall = <T = unknown>(
  method: Method,
  path: string,
  payload?: object,
  options?: CallOptions,
) => Promise<{ data: T; message: string }>;

/** The same for calls that are declared: method and path say what is sent and answered. */
type DeclaredCall<Calls> = <M extends Method, P extends PathOf<Calls, M>>(
  method: M,
  path: P,
  payload: Calls[`${M} ${P}` & keyof Calls] extends { readonly input: infer I } ? I : never,
  options?: CallOptions,
) => Promise<{
  data: Calls[`${M} ${P}` & keyof Calls] extends { readonly answer: infer A } ? A : never;
  message: string;
}>;

type PathOf<Calls, M extends Method> = keyof Calls extends infer Name
  ? Name extends `${M} ${infer Path}`
    ? Path
    : never
  : never;

/** react-admin's verbs and what the house dialect adds to them. An application names its declared calls (`CallTable`). */
export interface AdminDataProvider<Calls = undefined> extends DataProvider {
  /** Runs a declared action: `payload.id` fills `{id}` in its path or travels in the body, beside its fixed values. */
  action<T = unknown>(
    resource: string,
    name: string,
    payload?: Readonly<Record<string, unknown>>,
  ): Promise<{ data: T; message: string }>;
  /** Choices for a relation: `keyword` and narrowing values. */
  options(
    resource: string,
    params?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<{ data: RaRecord[] }>;
  readonly call: [Calls] extends [undefined] ? AnyCall : DeclaredCall<Calls>;
  /** Deletes one by one (or by the batch path) and reports every row that stays, with its reason (D-FW-02). */
  deleteEach(resource: string, ids: readonly Identifier[]): Promise<{ data: Identifier[]; failed: RowFailure[] }>;
  /** A file streamed by the server, whole in memory at the end; name from Content-Disposition. */
  download(path: string, query?: Readonly<Record<string, unknown>>): Promise<{ data: Blob; name: string }>;
}

interface StepOfSeveral {
  readonly ids: readonly Identifier[];
  readonly [name: string]: unknown;
}

interface Page {
  readonly list: RaRecord[];
  readonly total: number;
  /** The count was cut off: there are at least this many ("10,000+"). */
  readonly totalAtLeast?: boolean | number;
}

const MAX_PAGE = 100;

/** The path with its parameters, and what of the payload stands in none. */
function addressed(path: string, payload: object = {}): { path: string; rest: Record<string, unknown> | undefined } {
  const rest: Record<string, unknown> = { ...payload };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  return { path: filled, rest: Object.keys(rest).length > 0 ? rest : undefined };
}

const fill = (path: string, id: unknown): string => path.replace('{id}', encodeURIComponent(String(id)));

const pathOf = (calls: ResourceCalls, verb: keyof ResourceCalls['api']): string => {
  const path = calls.api[verb];
  if (!path) throw new Error(`resource "${calls.name}" has no ${verb} path`);
  return path;
};

/** A page, or a list that the server answers bare (options, trees): cut to the page asked for. */
function pageOf(
  answer: Page | RaRecord[],
  params: Partial<GetListParams>,
): { data: RaRecord[]; total: number; meta?: { totalAtLeast: boolean } } {
  if (!Array.isArray(answer)) {
    return { data: answer.list, total: answer.total, ...(answer.totalAtLeast ? { meta: { totalAtLeast: true } } : {}) };
  }
  const { page = 1, perPage = answer.length } = params.pagination ?? {};
  return { data: answer.slice((page - 1) * perPage, page * perPage), total: answer.length };
}

/**
 * What to save. A form of react-admin's own sends the whole record, also what nobody may change: of that only the differences count,
 * and the version they were made from. Whoever sends a part means all of it, and so does who keeps what was only proposed (settings).
 */
const changesOf = (data: Partial<RaRecord>, before: RaRecord | undefined): Partial<RaRecord> =>
  before?.['updateTime'] && Object.keys(before).every((name) => name in data)
    ? Object.fromEntries(
        Object.entries(data).filter(
          ([name, value]) => name === 'updateTime' || JSON.stringify(value) !== JSON.stringify(before[name]),
        ),
      )
    : data;

/** Maps react-admin's verbs onto the documented paths (D-FW-02); resources without paths go to ra-data-simple-rest (D-FW-04). */
export function createDataProvider({ model, http }: { model: AdminModel; http: Http }): AdminDataProvider {
  const simpleRest = createSimpleRest(http);

  const callsOf = (name: string): Promise<ResourceCalls> => model.calls(name);

  const listQuery = ({ pagination, sort, filter, meta }: Partial<GetListParams>): Record<string, unknown> => ({
    ...(pagination ? { pageNo: pagination.page, pageSize: Math.min(pagination.perPage, MAX_PAGE) } : {}),
    ...(sort?.field ? { sortField: sort.field, sortOrder: sort.order === 'DESC' ? 'descend' : 'ascend' } : {}),
    ...(filter as Record<string, unknown> | undefined),
    ...(fieldsOf(meta) && { fields: fieldsOf(meta) }),
  });

  const list = async (resource: string, params: Partial<GetListParams>) => {
    const { data } = await http<Page | RaRecord[]>(pathOf(await callsOf(resource), 'list'), {
      query: listQuery(params),
      signal: params.signal,
    });
    return pageOf(data, params);
  };

  const one = async (resource: string, id: Identifier, request: HttpRequest = {}): Promise<RaRecord> => {
    const { api } = await callsOf(resource);
    if (api.info) return (await http<RaRecord>(fill(api.info, id), request)).data;
    const { data } = await list(resource, {
      pagination: { page: 1, perPage: 1 },
      filter: { id },
      signal: request.signal,
    });
    const found = data.find((record) => String(record.id) === String(id));
    if (!found) throw new HttpError('admin.error.notFound', 404, {});
    return found;
  };

  /** Saves, then reads the record again: the server completes, masks and stamps it. Who may not read it keeps what was sent. */
  const save = async (resource: string, sent: Partial<RaRecord>) => {
    const { data } = await http<Partial<RaRecord> | null>(pathOf(await callsOf(resource), 'save'), {
      method: 'POST',
      body: sent,
    });
    const known = { ...sent, ...data } as RaRecord;
    if (known.id === undefined) return known;
    return one(resource, known.id).catch(() => known);
  };

  /** A step of one record, taken with several: each for itself. What all of them refuse is refused as it would be for one. */
  const each = async <T>(
    path: string,
    { ids, ...rest }: StepOfSeveral,
    bodyOf: (id: Identifier, body: object) => object,
  ): Promise<{ data: T; message: string }> => {
    const failures: RowFailure[] = [];
    let first: unknown;
    let message = '';
    for (const id of ids) {
      try {
        ({ message } = await http<unknown>(fill(path, id), { method: 'POST', body: bodyOf(id, rest) }));
      } catch (error) {
        first ??= error;
        const { message: whole, errors } = refusalOf(error);
        failures.push({ id, message: Object.values(errors)[0] ?? whole });
      }
    }
    if (first !== undefined && failures.length === ids.length) throw first as Error;
    return { data: { failures } as T, message };
  };

  const deleteEach: AdminDataProvider['deleteEach'] = async (resource, ids) => {
    const { api } = await callsOf(resource);
    if (api.deleteMany) {
      const { data } = await http<{ failures?: RowFailure[] } | null>(api.deleteMany, {
        method: 'POST',
        body: { ids },
      });
      const failed = data?.failures ?? [];
      const kept = new Set(failed.map(({ id }) => String(id)));
      return { data: ids.filter((id) => !kept.has(String(id))), failed };
    }
    const data: Identifier[] = [];
    const failed: RowFailure[] = [];
    for (const id of ids) {
      try {
        await provider.delete(resource, { id });
        data.push(id);
      } catch (error) {
        failed.push({ id, message: (error as Error).message });
      }
    }
    return { data, failed };
  };

  const house = {
    getList: list,
    getOne: async (resource, { id, signal }) => ({ data: await one(resource, id, { signal }) }),
    getMany: async (resource, { ids, signal }) => {
      const chunks = Array.from({ length: Math.ceil(ids.length / MAX_PAGE) }, (_, index) =>
        ids.slice(index * MAX_PAGE, (index + 1) * MAX_PAGE),
      );
      const pages = await Promise.all(
        chunks.map((chunk) =>
          list(resource, { pagination: { page: 1, perPage: MAX_PAGE }, filter: { ids: chunk }, signal }),
        ),
      );
      return { data: pages.flatMap((page) => page.data) };
    },
    getManyReference: (resource, { target, id, filter, pagination, sort, signal }) =>
      list(resource, { pagination, sort, filter: { ...(filter as object), [target]: id }, signal }),
    create: async (resource, { data }) => ({ data: await save(resource, data) }),
    update: async (resource, { id, data, previousData }) => ({
      data: await save(resource, { ...changesOf(data, previousData), id }),
    }),
    updateMany: async (resource, { ids, data }) => {
      const path = pathOf(await callsOf(resource), 'save');
      for (const id of ids) await http(path, { method: 'POST', body: { ...data, id } });
      return { data: ids };
    },
    delete: async (resource, { id, previousData }) => {
      await http(fill(pathOf(await callsOf(resource), 'delete'), id), { method: 'DELETE' });
      return { data: previousData ?? { id } };
    },
    deleteMany: async (resource, { ids }) => {
      const { data, failed } = await deleteEach(resource, ids);
      if (data.length === 0 && failed[0]) throw new HttpError(failed[0].message, 400, { failed });
      return { data };
    },
  } as DataProvider;

  /** Each verb goes to the dialect its resource speaks. */
  const route = (verb: keyof DataProvider) => async (resource: string, params: unknown) => {
    const { [verb]: ask } = (await callsOf(resource)).dialect === 'house' ? house : simpleRest;
    return (ask as (resource: string, params: unknown) => Promise<unknown>)(resource, params);
  };
  const verbs = [
    'getList',
    'getOne',
    'getMany',
    'getManyReference',
    'create',
    'update',
    'updateMany',
    'delete',
    'deleteMany',
  ] as const;

  const provider = {
    ...Object.fromEntries(verbs.map((verb) => [verb, route(verb)])),
    supportAbortSignal: true,

    action: async (resource, name, payload = {}) => {
      const { actions } = model.loaded(resource) ?? (await callsOf(resource));
      const action = actions.find((one) => one.name === name);
      if (!action) throw new Error(`resource "${resource}" has no action "${name}"`);
      const inPath = action.post.includes('{id}');
      const { id, ...rest } = { ...action.body, ...payload } as Record<string, unknown>;
      const bodyOf = (of: unknown, body: object) =>
        inPath || of === undefined ? body : { [action.idAs ?? 'id']: of, ...body };
      if ((inPath || action.each) && id === undefined && Array.isArray(rest['ids']))
        return each(action.post, rest as StepOfSeveral, bodyOf);
      return http(fill(action.post, id), { method: 'POST', body: bodyOf(id, rest) });
    },

    options: async (resource, params = {}, options = {}) => {
      const { api } = await callsOf(resource);
      if (api.options) {
        const { data } = await http<RaRecord[] | Page>(api.options, { query: params, signal: options.signal });
        return { data: Array.isArray(data) ? data : data.list };
      }
      const { data } = await provider.getList(resource, {
        pagination: { page: 1, perPage: 50 },
        sort: { field: 'id', order: 'ASC' },
        filter: params,
        signal: options.signal,
      });
      return { data };
    },

    call: (method: Method, declared: string, payload?: object, options: CallOptions = {}) => {
      const { path, rest } = addressed(declared, payload);
      return http(path, { method, ...(method === 'GET' ? { query: rest } : { body: rest }), ...options });
    },

    deleteEach,

    download: async (path, query) => {
      const response = await http.raw(path, { query, timeout: TRANSFER_TIMEOUT_MS });
      return { data: await response.blob(), name: fileNameOf(response.headers.get('Content-Disposition')) };
    },
  } as AdminDataProvider;

  return provider;
}
