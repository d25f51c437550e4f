import type { RaRecord } from 'react-admin';
import { REMEMBERED_PREFIX } from '../providers/session.ts';

interface RememberedPage {
  readonly data: RaRecord[];
  readonly total?: number;
}

/** Few enough that reading them costs no frame. */
const MOST_ROWS = 20;

const keyOf = (resource: string): string => `${REMEMBERED_PREFIX}rows.${resource}`;

/** The rows this list showed last, painted while fresh ones are fetched. They end with the session, like everything remembered. */
export function recallRows(storage: Storage, resource: string): RememberedPage | undefined {
  try {
    return (JSON.parse(storage.getItem(keyOf(resource)) ?? 'null') as RememberedPage | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberRows(storage: Storage, resource: string, page: RememberedPage): void {
  try {
    storage.setItem(keyOf(resource), JSON.stringify({ data: page.data.slice(0, MOST_ROWS), total: page.total }));
  } catch {
    // A full storage only costs the quick start.
    storage.removeItem(keyOf(resource));
  }
}
