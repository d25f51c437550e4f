import { useCallback } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { madeOf, refusalOf, useAdminRuntime } from '../../admin/index.ts';
import { filteredList, useRecordTarget } from '../recordTarget.ts';

/** Something that the signed-in user is told of (D-SHELL-18). */
export interface Told {
  readonly id: number;
  readonly text: string;
  /** Wall clock of the application's zone. */
  readonly time: string;
  readonly read: boolean;
  readonly resource: string;
  readonly recordId: number;
  /** Filter of the resource's list, where it leads there. */
  readonly filter?: Readonly<Record<string, string>>;
}

interface Page {
  readonly list: readonly Told[];
  readonly next: number | null;
}

interface Unread {
  readonly unread: number;
  /** Whether the application tells anybody of anything. */
  readonly offered: boolean;
}

const KEY = ['notifications'] as const;
const LIST = '/account/notifications';
/** As the server calls what the listener is told of in person. */
const OF_NOTIFICATIONS = madeOf('_notification');
/** What is new is told as it happens; asked for also where nobody tells. */
const REFRESHED_MS = 300_000;
/** As many as the server counts: there are more. */
export const MOST_UNREAD = 100;

/** How much is new, told as it happens while the window is looked at. */
export function useUnread(): Unread | undefined {
  const { http } = useAdminRuntime();
  const { data } = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: async ({ signal }) => (await http<Unread>(`${LIST}/unread`, { signal })).data,
    refetchInterval: REFRESHED_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
    meta: OF_NOTIFICATIONS,
  });
  return data;
}

/** The newest ones, and more of them as they are asked for. */
export function useTold() {
  const { http } = useAdminRuntime();
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...KEY, 'list'],
    queryFn: async ({ pageParam, signal }) =>
      (await http<Page>(LIST, { query: pageParam === null ? {} : { before: String(pageParam) }, signal })).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: OF_NOTIFICATIONS,
  });
  return { ...query, list: data?.pages.flatMap(({ list }) => list) };
}

interface Reading {
  read(id: number): void;
  /** All that is there up to this one: what has come since is not swallowed. */
  readAll(upTo: number): void;
}

/** Marks what was read; a failure is said, and what is shown stays as the server has it. */
export function useReading(): Reading {
  const { http } = useAdminRuntime();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const mark = useCallback(
    (path: string, body: object): void => {
      const done = http(`${LIST}/${path}`, { method: 'POST', body }).catch((error: unknown) =>
        notify(refusalOf(error).message, { type: 'error' }),
      );
      void done.then(() => queryClient.invalidateQueries({ queryKey: KEY }));
    },
    [http, queryClient, notify],
  );
  return {
    read: (id) => mark('read', { ids: [id] }),
    readAll: (upTo) => mark('readall', { upTo }),
  };
}

/** Where a notification leads, as far as the reader may go there. */
export function useTarget(): (told: Told) => string | undefined {
  const { model } = useAdminRuntime();
  const targetOf = useRecordTarget();
  return ({ resource, recordId, filter }) => {
    const list = model.entries.get(resource)?.route.list;
    return filter && list ? filteredList(list, filter) : targetOf(resource, recordId);
  };
}
