import { useDataProvider, type Identifier } from 'react-admin';
import { useQuery } from '@tanstack/react-query';
import { historyPath, type Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';

/** One property before and after, on the wire; relations with the titles of what they name. */
export interface RecordedChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly titles?: { readonly before?: string; readonly after?: string };
}

export interface HistoryEntry {
  readonly id: number;
  readonly time: string;
  readonly userName: string;
  readonly event: string;
  readonly created: boolean;
  readonly restored: string | null;
  readonly restorable: boolean;
  readonly changes: readonly RecordedChange[];
}

export interface HistoryPage {
  readonly list: readonly HistoryEntry[];
  readonly totalPage: number;
}

/** What restoring a version would change, and what stays although it was different. */
interface RecordDifference {
  readonly updateTime: string;
  readonly changes: readonly RecordedChange[];
  readonly left: readonly { readonly field: string; readonly reason: string }[];
}

/** Address of a record's history below /api; with an entry, of that version. */
export function addressOf(model: Resource, id: Identifier, entry?: number): string {
  const path = historyPath(model)!.replace('{id}', encodeURIComponent(String(id)));
  return entry === undefined ? path : `${path}/${entry}`;
}

/** One page of a record's history, newest first. */
export function useHistory(model: Resource, id: Identifier, pageNo: number) {
  const provider = useDataProvider<AdminDataProvider>();
  return useQuery({
    queryKey: [model.name, 'history', String(id), pageNo],
    retry: false,
    queryFn: async ({ signal }) =>
      (await provider.call<HistoryPage>('GET', addressOf(model, id), { pageNo }, { signal })).data,
  });
}

/** How the record as it is now differs from one of its versions; asked anew each time. */
export function useDifference(model: Resource, id: Identifier, entry: number) {
  const provider = useDataProvider<AdminDataProvider>();
  return useQuery({
    queryKey: [model.name, 'difference', String(id), entry],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await provider.call<RecordDifference>('GET', addressOf(model, id, entry), {}, { signal })).data,
  });
}
