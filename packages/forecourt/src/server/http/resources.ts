import type { FastifyInstance } from 'fastify';
import { choiceKeys, exportPath, openingKeys, permits, permissionKey, type Resource } from '../../model/index.ts';
import type { ResourceHooks } from '../contract.ts';
import type { DataLayer, ListQuery, RemoveManyResult } from '../data/index.ts';
import { forbidden, Refusal } from '../errors.ts';
import type { Translate } from '../messages.ts';
import { dataAnswer, messageAnswer, textAnswer } from './envelope.ts';
import { callerOf, changeOptions } from './request.ts';
import { addRoute } from './route.ts';
import { addExport } from './transfer/index.ts';

/** Whether a save creates: no id, or an empty one (D-API-04). */
function creates(body: unknown): boolean {
  const id =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)['id']
      : undefined;
  return id === undefined || id === null || id === '';
}

/** The id a save names, as the log keeps it. */
function idOf(body: unknown): string | undefined {
  const id = creates(body) ? undefined : (body as Record<string, unknown>)['id'];
  return typeof id === 'number' || typeof id === 'string' ? String(id).slice(0, 60) : undefined;
}

/** "Delete failed: 3 books use this shop" (D-ADM-19); what is not found or not allowed is said as everywhere. */
const deletionFailed = (error: unknown, t: Translate): unknown =>
  error instanceof Refusal && error.code === 400
    ? new Refusal('msg.delete.failed', { params: { reason: t(error.key, error.params) } })
    : error;

/** "Anna, Boon: Not possible for your own account"; a record that was deleted alone needs no name. */
function reasonsOf(failures: RemoveManyResult['failures'], asked: number): string {
  const names = new Map<string, string[]>();
  for (const { name, message } of failures)
    names.set(message, [...(names.get(message) ?? []), ...(name ? [name] : [])]);
  return [...names]
    .map(([reason, called]) => (asked > 1 && called.length > 0 ? `${called.join(', ')}: ${reason}` : reason))
    .join('; ');
}

/**
 * The generic calls of one resource in the house dialect, at its documented paths. `taken` says which paths commands serve
 * themselves.
 */
export function addResource(
  app: FastifyInstance,
  data: DataLayer,
  resource: Resource,
  taken: (method: string, path: string) => boolean,
  { whole }: ResourceHooks = {},
): void {
  const { name, api, permission, entity } = resource;
  const key = (word: string): string => permissionKey(permission, word);
  const free = (method: string, path: string | undefined): path is string => path !== undefined && !taken(method, path);
  const writable = !entity.log;

  if (free('GET', api.list)) {
    addRoute(app, {
      method: 'GET',
      path: api.list,
      permission: permission.route,
      async handle(request) {
        const query = request.query as ListQuery;
        if (whole && !query['pageNo'] && !query['pageSize']) {
          const answer = await data.read(callerOf(request), (context) => whole(query, context), { shown: true });
          if (answer !== undefined) return dataAnswer(request, answer);
        }
        return textAnswer(request, await data.list(name, query, callerOf(request)));
      },
    });
  }
  if (free('GET', api.options)) {
    addRoute(app, {
      method: 'GET',
      path: api.options,
      permission: choiceKeys(data.model, resource),
      handle: async (request) =>
        textAnswer(request, await data.options(name, request.query as ListQuery, callerOf(request))),
    });
  }
  if (free('GET', api.info)) {
    addRoute(app, {
      method: 'GET',
      path: api.info,
      // Whoever may change a record may see what there is to change, and no more.
      permission: openingKeys(resource),
      handle: async (request) =>
        textAnswer(request, await data.info(name, (request.params as { id: string }).id, callerOf(request))),
    });
  }
  if (writable && free('POST', api.save)) {
    addRoute(app, {
      method: 'POST',
      path: api.save,
      permission: [...new Set([key('add'), key('edit')])],
      log: { module: name, action: 'save' },
      async handle(request) {
        const { body } = request;
        request.logged = { object: idOf(body), payload: body };
        if (!permits(request.actor.permissions, key(creates(body) ? 'add' : 'edit'))) throw forbidden();
        return dataAnswer(
          request,
          await data.save(name, body, callerOf(request), changeOptions(request, body)),
          'msg.success.save',
        );
      },
    });
  }
  if (writable && entity.deletion !== 'never' && free('DELETE', api.delete)) {
    addRoute(app, {
      method: 'DELETE',
      path: api.delete,
      permission: key('delete'),
      log: { module: name, action: 'delete' },
      async handle(request) {
        const { id } = request.params as { id: string };
        request.logged = { object: id.slice(0, 60) };
        await data.remove(name, id, callerOf(request), changeOptions(request, { id })).catch((error: unknown) => {
          throw deletionFailed(error, request.t);
        });
        return dataAnswer(request, null, 'msg.success.delete');
      },
    });
  }
  if (writable && entity.deletion !== 'never' && free('POST', api.deleteMany)) {
    addRoute(app, {
      method: 'POST',
      path: api.deleteMany,
      permission: key('delete'),
      log: { module: name, action: 'deleteMany' },
      async handle(request) {
        const { ids, ...rest } = (request.body ?? {}) as { ids?: unknown };
        if (Object.keys(rest).length > 0)
          throw new Refusal('msg.parameterError', { fields: { [Object.keys(rest)[0]!]: 'msg.unknownField' } });
        request.logged = { payload: { ids } };
        const { count, failures } = await data.removeMany(name, ids, callerOf(request));
        const reasons = reasonsOf(failures, count + failures.length);
        if (count === 0 && failures.length > 0)
          throw new Refusal('msg.delete.failed', { params: { reason: reasons }, data: { count, failures } });
        if (failures.length === 0) return dataAnswer(request, { count, failures }, 'msg.success.delete');
        return messageAnswer(request.t('msg.delete.failed', { reason: reasons }), { count, failures });
      },
    });
  }
  const exported = exportPath(resource);
  if (free('GET', exported)) addExport(app, data, resource, exported, (query) => query);
}
