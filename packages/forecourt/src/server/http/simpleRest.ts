import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openingKeys, permissionKey, type Resource } from '../../model/index.ts';
import { MAX_PAGE_SIZE, type DataLayer, type ListQuery } from '../data/index.ts';
import { refuseFields } from '../errors.ts';
import { jsonAnswer, type Answer } from './envelope.ts';
import { callerOf, changeOptions } from './request.ts';
import { addRoute } from './route.ts';
import { addExport } from './transfer/index.ts';

function readJson(query: Record<string, unknown>, name: string, fits: (value: unknown) => boolean): unknown {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  try {
    const value: unknown = JSON.parse(String(text));
    if (fits(value)) return value;
  } catch {
    // Not JSON: refused like any other value that does not fit.
  }
  throw refuseFields({ [name]: 'msg.invalid' });
}

const isRange = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => Number.isSafeInteger(one) && one >= 0) &&
  value[1] >= value[0];
const isSort = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
const isFilter = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const PAGE: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'sortField', 'sortOrder']);

const flat = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** `sort` and `filter` of ra-data-simple-rest as the flat query of the house dialect. Any other parameter is refused. */
function toFlatQuery({ sort: sorted, filter: filtered, ...others }: Record<string, unknown>): Record<string, string> {
  for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
  const query = { sort: sorted, filter: filtered };
  const sort = readJson(query, 'sort', isSort) as [string, string] | undefined;
  const filter = (readJson(query, 'filter', isFilter) as Record<string, unknown> | undefined) ?? {};
  const list: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value === null || value === '') continue;
    if (name === 'q') list['keyword'] = flat(value);
    else if (name === 'id') list['ids'] = flat(value);
    else if (PAGE.has(name)) throw refuseFields({ [name]: 'msg.unknownField' });
    else list[name] = flat(value);
  }
  if (sort)
    Object.assign(list, { sortField: sort[0], sortOrder: sort[1].toUpperCase() === 'DESC' ? 'descend' : 'ascend' });
  return list;
}

/** The same with the page that `range` asks for, cut to the largest there is (D-API-03); `Content-Range` says what was answered. */
function toListQuery({ range, fields, ...query }: Record<string, unknown>): { list: ListQuery; first: number } {
  const list: Record<string, unknown> = toFlatQuery(query);
  const [first, last] = (readJson({ range }, 'range', isRange) as [number, number] | undefined) ?? [
    0,
    MAX_PAGE_SIZE - 1,
  ];
  const size = Math.min(last - first + 1, MAX_PAGE_SIZE);
  if (first % size !== 0) throw refuseFields({ range: 'msg.outOfRange' });
  Object.assign(list, {
    pageNo: String(first / size + 1),
    pageSize: String(size),
    ...(fields !== undefined && { fields }),
  });
  return { list, first };
}

/** The dialect of ra-data-simple-rest at /resources/{name}, for a resource that declares no paths of its own. */
export function addSimpleRest(app: FastifyInstance, data: DataLayer, resource: Resource): void {
  const { name, permission, entity } = resource;
  const path = `/resources/${name}`;
  const key = (word: string): string => permissionKey(permission, word);
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const recordAnswer = async (request: FastifyRequest, id: unknown, http = 200): Promise<Answer> =>
    jsonAnswer(await data.info(name, id, callerOf(request)), { http });

  addRoute(app, {
    method: 'GET',
    path,
    permission: permission.route,
    async handle(request) {
      const { list, first } = toListQuery(request.query as Record<string, unknown>);
      const page = JSON.parse(await data.list(name, list, callerOf(request))) as { list: unknown[]; total: number };
      const last = Math.max(first, first + page.list.length - 1);
      return jsonAnswer(JSON.stringify(page.list), {
        headers: { 'content-range': `${encodeURIComponent(name)} ${first}-${last}/${page.total}` },
      });
    },
  });
  addExport(app, data, resource, `${path}/export`, toFlatQuery);
  addRoute(app, {
    method: 'GET',
    path: `${path}/{id}`,
    permission: openingKeys(resource),
    handle: (request) => recordAnswer(request, idOf(request)),
  });
  if (entity.log) return;
  const save = async (request: FastifyRequest, id?: string): Promise<Answer> => {
    request.logged = { object: id?.slice(0, 60), payload: request.body };
    const body = request.body;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuseFields({ body: 'msg.invalid' });
    const { id: sent, ...values } = body as Record<string, unknown>;
    // Clients of this dialect send the id of the path in the body once more.
    if (id !== undefined && sent !== undefined && String(sent) !== id) throw refuseFields({ id: 'msg.givenTwice' });
    const input = id === undefined ? values : { ...values, id };
    const saved = await data.save(name, input, callerOf(request), changeOptions(request, input));
    const http = id === undefined ? 201 : 200;
    // What was only tried is there as it was before, or not at all.
    if (request.agent?.rehearsal) return jsonAnswer(JSON.stringify({ id: saved.id }), { http });
    return recordAnswer(request, saved.id, http);
  };
  addRoute(app, {
    method: 'POST',
    path,
    permission: key('add'),
    log: { module: name, action: 'save' },
    handle: (request) => save(request),
  });
  addRoute(app, {
    method: 'PUT',
    path: `${path}/{id}`,
    permission: key('edit'),
    log: { module: name, action: 'save' },
    handle: (request) => save(request, idOf(request)),
  });
  if (entity.deletion === 'never') return;
  addRoute(app, {
    method: 'DELETE',
    path: `${path}/{id}`,
    permission: key('delete'),
    log: { module: name, action: 'delete' },
    async handle(request) {
      const id = idOf(request);
      request.logged = { object: id.slice(0, 60) };
      await data.remove(name, id, callerOf(request), changeOptions(request, { id }));
      return jsonAnswer(JSON.stringify({ id: Number(id) }));
    },
  });
}
