import type { ListViewName } from '../../../model/index.ts';
import { deviceToday } from '../../controls/wallClock.ts';
import ResourceList from '../../list/ResourceList.tsx';
import { NO_LABELS } from '../../model/resourceLabels.ts';
import type { Call, Reply } from '../../testing/fakeServer.ts';
import { renderAdmin } from '../../testing/renderAdmin.tsx';
import { loadOwnView } from '../ownViews.ts';
import { isPaged } from '../useListView.ts';

export const today = deviceToday();
export const ROWS = [
  { id: 1, title: 'Dune', state: 0, fromDate: today, toDate: today, updateTime: '2027-01-01 10:00:00' },
  { id: 2, title: 'Emma', state: 1, fromDate: '', toDate: '', updateTime: '2027-01-01 10:00:00' },
];
/** A server with these two books, one without any, and one that fails. */
export const answer = (total = 2) => ({ 'GET /books/list': (): Reply => ({ data: { list: ROWS, total } }) });
export const none = { 'GET /books/list': (): Reply => ({ data: { list: [], total: 0 } }) };
export const failing = { 'GET /books/list': (): Reply => ({ status: 500, message: 'Operation failed' }) };

/** Views load when they are first seen, which takes longer than a test waits. */
export const loadView = (view: ListViewName): Promise<void> => loadOwnView(view, NO_LABELS);

/** The list of books, in one of its views. */
export async function showView(
  view: ListViewName,
  answers: Record<string, (call: Call) => Reply> = answer(),
  more: object = {},
) {
  if (!isPaged(view)) await loadView(view);
  return renderAdmin(<ResourceList resource="book" />, {
    at: `/books/list?view=${view}`,
    answers,
    ...more,
  });
}
