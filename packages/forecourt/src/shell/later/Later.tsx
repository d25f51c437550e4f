import { useTexts } from '../../admin/index.ts';
import { GoKeys } from './GoKeys.tsx';
import { IdleEnd } from './IdleEnd.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { RowKeys } from './RowKeys.tsx';

/** What every page has and no first page waits for: keys from list to list and from row to row, the bar without a connection, and the end of a session that nobody uses. */
export function Later() {
  useTexts('shell.later');
  return (
    <>
      <GoKeys />
      <RowKeys />
      <OfflineBar />
      <IdleEnd />
    </>
  );
}
