import type { FastifyInstance } from 'fastify';
import { needsProof, permissionKey, reachPath, undeletePath, type Resource } from '../../../model/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { dataAnswer, messageAnswer } from '../envelope.ts';
import { callerOf } from '../request.ts';
import { readInput } from '../inputs.ts';
import { addRoute } from '../route.ts';

function readIds(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuseFields({ ids: 'msg.required' });
  const { ids, ...others } = body as Record<string, unknown>;
  for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
  return ids;
}

/** Takes back deletions where rows are soft-deleted (`x-delete: soft`), for who may delete; what cannot come back is said with its reason. */
export function addUndelete(app: FastifyInstance, data: DataLayer, resource: Resource): void {
  const path = undeletePath(resource);
  if (!path) return;
  const { name, permission, entity } = resource;
  addRoute(app, {
    method: 'POST',
    path,
    permission: permissionKey(permission, 'delete'),
    // All of a record comes back, also what nobody may change without a proof.
    proof: needsProof(entity),
    log: { module: name, action: 'undelete' },
    async handle(request) {
      request.logged = { payload: request.body };
      const { count, failures } = await data.undelete(name, readIds(request.body), callerOf(request));
      if (failures.length === 0) return dataAnswer(request, { count, failures }, 'msg.success.undelete');
      const reason = [...new Set(failures.map(({ message }) => message))].join('; ');
      if (count === 0) throw new Refusal('msg.undelete.failed', { params: { reason }, data: { count, failures } });
      return messageAnswer(request.t('msg.undelete.failed', { reason }), { count, failures });
    },
  });
}

const IDS = readInput<{ ids: number[] }>({
  type: 'object',
  required: ['ids'],
  additionalProperties: false,
  properties: { ids: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 200 } },
});

/** Tells, before a deletion, how many records of which kinds it takes along (`x-on-delete`), for who may delete. */
export function addReach(app: FastifyInstance, data: DataLayer, resource: Resource): void {
  const path = reachPath(resource);
  if (!path) return;
  addRoute(app, {
    method: 'GET',
    path,
    permission: permissionKey(resource.permission, 'delete'),
    async handle(request) {
      return dataAnswer(request, await data.reach(resource.name, IDS(request).ids, callerOf(request)));
    },
  });
}
