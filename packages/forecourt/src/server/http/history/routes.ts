import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  callChangesPath,
  historyPath,
  openingKeys,
  permissionKey,
  permits,
  type Resource,
} from '../../../model/index.ts';
import { readPageNumbers, type DataLayer } from '../../data/index.ts';
import { refuseFields } from '../../errors.ts';
import { dataAnswer, textAnswer } from '../envelope.ts';
import { callerOf, changeOptions } from '../request.ts';
import { addRoute } from '../route.ts';

const DEFAULT_SIZE = 20;

function readPage(query: Record<string, unknown>): { pageNo: number; pageSize: number } {
  const { pageNo, pageSize, ...others } = query;
  for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
  return readPageNumbers({ pageNo, pageSize }, DEFAULT_SIZE);
}

function readUpdateTime(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== 'object' || Array.isArray(body)) throw refuseFields({ body: 'msg.invalid' });
  const { updateTime, ...others } = body as Record<string, unknown>;
  for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
  if (updateTime === undefined || updateTime === null || updateTime === '') return undefined;
  if (typeof updateTime !== 'string') throw refuseFields({ updateTime: 'msg.badDate' });
  return updateTime;
}

const paramsOf = (request: FastifyRequest): { id: string; entry: string } =>
  request.params as { id: string; entry: string };

/** What a call of the operation log changed, for who may see its row. */
export function addCallChanges(app: FastifyInstance, data: DataLayer, resource: Resource): void {
  const path = callChangesPath(resource);
  if (!path) return;
  addRoute(app, {
    method: 'GET',
    path,
    permission: permissionKey(resource.permission, 'detail'),
    handle: async (request) => dataAnswer(request, await data.versions.ofCall(paramsOf(request).id, callerOf(request))),
  });
}

/**
 * The history of a record, for who may read it, and, where it is `restorable`, the way back to one of its versions, for who may change
 * it.
 */
export function addHistory(app: FastifyInstance, data: DataLayer, resource: Resource, restorable: boolean): void {
  const path = historyPath(resource);
  if (!path) return;
  const { name, permission } = resource;
  const edit = permissionKey(permission, 'edit');
  addRoute(app, {
    method: 'GET',
    path,
    permission: openingKeys(resource),
    async handle(request) {
      const choices = {
        ...readPage(request.query as Record<string, unknown>),
        mayRestore: restorable && permits(request.actor.permissions, edit),
      };
      return dataAnswer(request, await data.versions.page(name, paramsOf(request).id, choices, callerOf(request)));
    },
  });
  if (!restorable) return;
  addRoute(app, {
    method: 'GET',
    path: `${path}/{entry}`,
    permission: edit,
    async handle(request) {
      const { id, entry } = paramsOf(request);
      return dataAnswer(request, await data.versions.difference(name, id, entry, callerOf(request)));
    },
  });
  addRoute(app, {
    method: 'POST',
    path: `${path}/{entry}/restore`,
    permission: edit,
    log: { module: name, action: 'restore' },
    async handle(request) {
      const { id, entry } = paramsOf(request);
      const { body } = request;
      request.logged = { object: id.slice(0, 60), payload: { ...(body as object | null), entry } };
      const updateTime = readUpdateTime(body);
      const options = changeOptions(request, { id, entry, updateTime });
      const saved = await data.versions.restore(name, id, entry, updateTime, callerOf(request), options);
      return textAnswer(request, saved, 'msg.success.restore');
    },
  });
}
