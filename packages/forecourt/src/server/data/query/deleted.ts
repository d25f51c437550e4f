import type { Resource } from '../../../model/index.ts';
import { forbidden, refuseFields } from '../../errors.ts';
import type { ListQuery } from '../caller.ts';
import { hasPermission, type Reading } from './engine.ts';

/** Parameter of a list that asks for the soft-deleted rows instead of the others. */
const DELETED = 'deleted';

/** Whether the resource's list takes the parameter: its rows can be soft-deleted, and it has no filter of that name itself. */
const takesDeleted = ({ entity, list }: Resource): boolean =>
  entity.deletion === 'soft' && !list.filters.some(({ name }) => name === DELETED);

/** Takes the parameter out of a list request. Refuses with 403 those who may not delete. */
export function readDeleted(
  query: Reading,
  resource: Resource,
  request: ListQuery,
): { readonly deleted: boolean; readonly request: ListQuery } {
  if (!(DELETED in request) || !takesDeleted(resource)) return { deleted: false, request };
  const { [DELETED]: given, ...others } = request;
  if (given === undefined || given === null || given === '' || given === 'false' || given === '0')
    return { deleted: false, request: others };
  if (given !== 'true' && given !== '1') throw refuseFields({ [DELETED]: 'msg.invalid' });
  if (!hasPermission(query.engine, resource.entity, query.actor, 'delete')) throw forbidden();
  return { deleted: true, request: others };
}
