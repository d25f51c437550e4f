import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { type AdminDataProvider, madeOf, useCan } from 'forecourt/admin';
import type { OrderDraft } from './draft.ts';
import { useSettled } from './useQuote.ts';

/** A member as the search answers it; the phone may be masked. */
export interface Member {
  readonly id: number;
  readonly name: string;
  readonly countryCode: string;
  readonly phone: string;
  readonly idType?: number | null;
  readonly idNo?: string;
  readonly status: number;
  readonly blacklist?: BlacklistEntry | readonly BlacklistEntry[] | null;
}

export interface BlacklistEntry {
  readonly type: number;
  readonly reason: string;
}

const MASKED = /\*/;

/** What of a member can be put into the form: a masked value is none. */
export function renterOf(member: Member): Partial<OrderDraft> {
  const whole = (text: string | undefined): string => (text && !MASKED.test(text) ? text : '');
  return {
    renterName: whole(member.name),
    renterCountryCode: member.countryCode || '+86',
    renterPhone: whole(member.phone),
    ...(member.idType ? { renterIdType: member.idType } : {}),
    renterIdNo: whole(member.idNo),
  };
}

const SHORTEST_KEYWORD = 2;

/** Members whose name, phone or ID number holds what is typed; `settled` once they are those of what is typed now. */
export function useMembers(typed: string): { members: readonly Member[]; settled: boolean } {
  const provider = useDataProvider<AdminDataProvider>();
  const keyword = useSettled(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ['member', 'options', { keyword }],
    queryFn: async ({ signal }) => (await provider.options('member', { keyword }, { signal })).data as Member[],
    enabled: keyword.length >= SHORTEST_KEYWORD,
    staleTime: 30_000,
    retry: false,
  });
  return { members: keyword.length >= SHORTEST_KEYWORD ? data : [], settled: !isFetching && keyword === typed.trim() };
}

/** The entries that name this phone, for those who may see the blacklist; the server asks everybody's in any case (D-ORD-09). */
export function useBlacklisted(phone: string): BlacklistEntry | undefined {
  const provider = useDataProvider<AdminDataProvider>();
  const allowed = useCan('member-blacklist');
  const keyword = useSettled(phone.replace(/[\s-]/g, ''), 400);
  const { data } = useQuery({
    queryKey: ['booking', 'blacklist', keyword],
    meta: madeOf('blacklist'),
    queryFn: async ({ signal }) =>
      (
        await provider.call<{ list: BlacklistEntry[] }>(
          'GET',
          '/member/blacklist/list',
          { keyword, pageNo: 1, pageSize: 1 },
          { signal },
        )
      ).data.list,
    enabled: allowed && keyword.length >= 7,
    staleTime: 60_000,
    retry: false,
  });
  return data?.[0];
}
