import type { Resource } from '../../../model/index.ts';

/**
 * Whether versions can be brought back: only through the generic save. Where a command saves (`served`: `POST /order/save`), going past it
 * would leave out what it checks.
 */
export function isRestorable({ api, dialect, entity }: Resource, served: ReadonlySet<string>): boolean {
  if (entity.log || !entity.history) return false;
  return dialect === 'simple-rest' || (api.save !== undefined && !served.has(`POST ${api.save}`));
}
