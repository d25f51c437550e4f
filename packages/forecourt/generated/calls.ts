import { exportPath, historyPath, importPath, type ImportState, type Resource } from '../model.ts';
import { readSheet } from 'read-excel-file/node';
import { parse } from 'csv-parse/sync';
import type { Answer, Client } from './run/application.ts';

export type Sample = Record<string, unknown>;
export type Format = 'csv' | 'xlsx';

/** An answer in either dialect: what it was, whatever envelope it came in. */
export interface Outcome {
  /** 200 for any success, else the refusal: 400, 401, 403, 404, 409. */
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  readonly text: string;
  readonly data: unknown;
}

export interface Page {
  readonly rows: readonly Sample[];
  readonly total: number;
  readonly text: string;
  readonly status: number;
}

/** The cells of an exported file, header first. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** All cells, to look for what must not be there. */
  readonly text: string;
  readonly status: number;
  readonly bytes: Buffer;
}

export interface ListRequest {
  readonly filter?: Readonly<Record<string, string>>;
  readonly sort?: readonly [string, 'asc' | 'desc'];
  readonly page?: number;
}

const PAGE = 100;
const BOUNDARY = 'forecourt-generated';

function outcomeOf({ http, statusCode, errors, text }: Answer<unknown>): Outcome {
  const status = statusCode || http;
  const json = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : null;
  const data = statusCode ? (json as { data: unknown }).data : json;
  return { status: status === 201 ? 200 : status, errors, text, data };
}

const fill = (path: string, id: number): string => `/api${path.replace(/\{\w+\}/, String(id))}`;

/** The generic calls of one resource, in the dialect that it speaks. */
export interface Calls {
  list(client: Client, request?: ListRequest): Promise<Page>;
  /** Undefined where the resource offers no choices of its own. */
  readonly options?: (client: Client, query?: Record<string, string>) => Promise<Outcome>;
  /** One record: by its own call, else out of the list. */
  read(client: Client, id: number): Promise<Outcome>;
  /** Undefined where the schema keeps no history. */
  readonly history?: (client: Client, id: number) => Promise<Outcome>;
  create(client: Client, values: Sample): Promise<Outcome & { readonly id: number }>;
  update(client: Client, id: number, values: Sample): Promise<Outcome>;
  readonly remove?: (client: Client, id: number) => Promise<Outcome>;
  readonly removeMany?: (client: Client, ids: readonly number[]) => Promise<Outcome>;
  readonly exported?: (
    client: Client,
    choices: { format: Format; values?: 'labels' | 'raw'; columns?: readonly string[]; sort?: ListRequest['sort'] },
    filter?: Readonly<Record<string, string>>,
  ) => Promise<Table>;
  readonly check?: (client: Client, file: Buffer, format: Format) => Promise<Outcome & { readonly state: ImportState }>;
  run(client: Client, importId: number): Promise<ImportState>;
  template(client: Client, format: Format): Promise<Answer<never>>;
}

async function tableOf({ http, bytes, statusCode }: Answer<never>, format: Format): Promise<Table> {
  const status = statusCode || http;
  if (status !== 200) return { header: [], rows: [], text: bytes.toString(), status, bytes };
  const cells: unknown[][] =
    format === 'csv' ? parse(bytes, { bom: true }) : ((await readSheet(bytes, { trim: false })) as unknown[][]);
  const [header = [], ...rows] = cells;
  return { header: header.map(String), rows, text: JSON.stringify(cells), status, bytes };
}

/** `a,b` of one column and others as a CSV file. */
export const csvOf = (header: readonly string[], rows: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(
    [header, ...rows]
      .map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(','))
      .join('\r\n'),
  );

/** The resource's calls; whoever asks for one that it does not have gets a clear fault. */
export function callsOf(resource: Resource): Calls {
  const { name, api, dialect, entity } = resource;
  const simple = dialect === 'simple-rest';
  const base = `/resources/${name}`;
  const exports = exportPath(resource);
  const imports = importPath(resource, entity);
  const past = historyPath(resource);
  const needed = (path: string | undefined, call: string): string => {
    if (path === undefined) throw new Error(`${name} has no ${call}`);
    return path;
  };
  const queryOf = ({ filter = {}, sort, page = 0 }: ListRequest, paged: boolean): Record<string, string> => {
    if (simple)
      return {
        filter: JSON.stringify(filter),
        ...(sort && { sort: JSON.stringify([sort[0], sort[1].toUpperCase()]) }),
        ...(paged && { range: JSON.stringify([page * PAGE, page * PAGE + PAGE - 1]) }),
      };
    return {
      ...filter,
      ...(sort && { sortField: sort[0], sortOrder: sort[1] === 'desc' ? 'descend' : 'ascend' }),
      ...(paged && { pageNo: String(page + 1), pageSize: String(PAGE) }),
    };
  };
  const get = (client: Client, url: string, query: Record<string, string> = {}): Promise<Answer<never>> =>
    client.inject({ method: 'GET', url, query });

  const list: Calls['list'] = async (client, request = {}) => {
    const path = simple ? base : needed(api.list, 'list');
    const answer = await get(client, `/api${path}`, queryOf(request, true));
    const { status, data, text } = outcomeOf(answer);
    if (status !== 200) return { rows: [], total: 0, text, status };
    if (simple) {
      const total = Number(/\/(\d+)$/.exec(String(answer.headers['content-range']))?.[1]);
      return { rows: data as Sample[], total, text, status };
    }
    const page = data as { list: Sample[]; total: number };
    return { rows: page.list, total: page.total, text, status };
  };
  const info = simple ? `${base}/{id}` : api.info;
  const deletes = entity.deletion !== 'never' && !entity.log;
  const remove = deletes ? (simple ? `${base}/{id}` : api.delete) : undefined;

  return {
    list,
    ...(api.options && {
      options: async (client, query) => outcomeOf(await get(client, `/api${api.options!}`, query)),
    }),
    async read(client, id) {
      if (info) return outcomeOf(await get(client, fill(info, id)));
      const { rows, text, status } = await list(client, { filter: { [simple ? 'id' : 'ids']: String(id) } });
      return { status: status === 200 && rows.length === 0 ? 404 : status, errors: {}, text, data: rows[0] };
    },
    ...(past && { history: async (client, id) => outcomeOf(await get(client, fill(past, id))) }),
    async create(client, values) {
      const url = `/api${simple ? base : needed(api.save, 'save')}`;
      const outcome = outcomeOf(await client.inject({ method: 'POST', url, payload: values }));
      return { ...outcome, id: (outcome.data as { id?: number } | null)?.id ?? 0 };
    },
    async update(client, id, values) {
      if (simple) return outcomeOf(await client.inject({ method: 'PUT', url: `/api${base}/${id}`, payload: values }));
      return outcomeOf(
        await client.inject({ method: 'POST', url: `/api${needed(api.save, 'save')}`, payload: { ...values, id } }),
      );
    },
    ...(remove && {
      remove: async (client, id) => outcomeOf(await client.inject({ method: 'DELETE', url: fill(remove, id) })),
    }),
    ...(deletes &&
      api.deleteMany && {
        removeMany: async (client, ids) =>
          outcomeOf(await client.inject({ method: 'POST', url: `/api${api.deleteMany!}`, payload: { ids: [...ids] } })),
      }),
    ...(exports && {
      async exported(client, { format, values, columns, sort }, filter) {
        const query = {
          ...queryOf({ filter, sort }, false),
          format,
          ...(values && { values }),
          ...(columns && { columns: columns.join(',') }),
        };
        return tableOf(await get(client, `/api${exports}`, query), format);
      },
    }),
    ...(imports && {
      async check(client, file, format) {
        const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="file.${format}"\r\ncontent-type: text/csv\r\n\r\n`;
        const outcome = outcomeOf(
          await client.inject({
            method: 'POST',
            url: `/api${imports}`,
            headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
            payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
          }),
        );
        return { ...outcome, state: outcome.data as ImportState };
      },
    }),
    async run(client, importId) {
      for (;;) {
        const answer = outcomeOf(
          await client.inject({ method: 'POST', url: `/api${imports!}/${importId}/run`, payload: {} }),
        );
        if (answer.status !== 200) throw new Error(`the import of ${name} stopped: ${answer.text}`);
        const state = answer.data as ImportState;
        if (state.state === 'done') return state;
      }
    },
    template: (client, format) => get(client, `/api${imports!}/template`, { format }),
  };
}

/** All rows of a list, page after page. */
export async function allRows(calls: Calls, client: Client, request: ListRequest = {}): Promise<Sample[]> {
  const rows: Sample[] = [];
  for (let page = 0; ; page++) {
    const found = await calls.list(client, { ...request, page });
    if (found.status !== 200) throw new Error(`the list is refused: ${found.text}`);
    rows.push(...found.rows);
    if (rows.length >= found.total || found.rows.length === 0) return rows;
  }
}
