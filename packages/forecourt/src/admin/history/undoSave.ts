import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { addressOf, type HistoryPage } from './useHistory.ts';

/**
 * How the save that answered `saved` is taken back; undefined where there is no version to come back to. Called, it restores the version before
 * and answers the server's words. It throws where somebody changed the record since: the server compares `updateTime`.
 */
export async function undoSave(
  provider: AdminDataProvider,
  model: Resource,
  saved: RaRecord,
): Promise<(() => Promise<string>) | undefined> {
  if (!model.entity.history || !saved['updateTime']) return undefined;
  try {
    const { data } = await provider.call<HistoryPage>('GET', addressOf(model, saved.id), { pageNo: 1, pageSize: 2 });
    const before = data.list[1];
    if (!before?.restorable) return undefined;
    const path = `${addressOf(model, saved.id, before.id)}/restore`;
    return async () => (await provider.call('POST', path, { updateTime: saved['updateTime'] })).message;
  } catch {
    // It is saved all the same.
    return undefined;
  }
}
