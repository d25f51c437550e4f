import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { addressOf, type HistoryPage } from './useHistory.ts';

/**
 * Brings back the version before the save that answered `saved`; answers the server's words. Throws where there is none to come back to, and
 * where somebody changed the record since: the server compares `updateTime`.
 */
export async function undoSave(provider: AdminDataProvider, model: Resource, saved: RaRecord): Promise<string> {
  const { data } = await provider.call<HistoryPage>('GET', addressOf(model, saved.id), { pageNo: 1, pageSize: 2 });
  const before = data.list[1];
  if (!before?.restorable) throw new Error('admin.history.noWayBack');
  const { message } = await provider.call('POST', `${addressOf(model, saved.id, before.id)}/restore`, {
    updateTime: saved['updateTime'],
  });
  return message;
}
