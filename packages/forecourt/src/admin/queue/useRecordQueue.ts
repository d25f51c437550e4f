import { useState } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';

interface RecordQueue {
  /** The record to look at; undefined once there is none left, or while the first is asked for. */
  readonly record: RaRecord | undefined;
  /** How many wait, those that were put off among them. */
  readonly waiting: number;
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Done with the record, or put off: the next one comes. */
  readonly next: () => void;
}

/** So many are asked for at once; whoever puts off more than that begins anew with those. */
const AT_ONCE = 25;
const oldestFirst = { field: 'id', order: 'ASC' } as const;

/**
 * The records of a list under a filter, one after the other, the oldest first. Asked for anew after each, so that what somebody else has dealt with
 * meanwhile is not offered any more.
 */
export function useRecordQueue(model: Resource, filter: Readonly<Record<string, unknown>>): RecordQueue {
  const [seen, setSeen] = useState<ReadonlySet<RaRecord['id']>>(new Set());
  const { data, total, isPending, isFetching, error, refetch } = useGetList(
    model.name,
    { filter, sort: oldestFirst, pagination: { page: 1, perPage: AT_ONCE } },
    { retry: false, refetchOnWindowFocus: false },
  );
  const record = data?.find(({ id }) => !seen.has(id));
  const leftOver = record === undefined && (data ?? []).length > 0 && (total ?? 0) > AT_ONCE;
  return {
    record: record ?? (leftOver ? data![0] : undefined),
    waiting: total ?? 0,
    loading: isPending || (record === undefined && isFetching),
    error,
    retry: () => void refetch(),
    next() {
      if (record) setSeen(new Set([...seen, record.id]));
      void refetch();
    },
  };
}
