import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HttpError, useNotify, useRefresh, useTranslate } from 'react-admin';
import { refusalOf } from 'forecourt/admin';
import type { ChangedPrice, RentalCalls } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

export type PercentWish = RentalCalls['POST /carprice/preview']['input'];
export type CopyWish = RentalCalls['POST /carprice/previewcopy']['input'];
/** What is to be previewed; undefined while something of it is missing. */
export type Wish =
  | { readonly kind: 'percent'; readonly input: PercentWish }
  | { readonly kind: 'copy'; readonly input: CopyWish };

/** The way back: what was changed now becomes what was there, over the versions that the change left behind. */
const inverseOf = (
  rows: readonly ChangedPrice[],
  done: readonly { readonly id: number; readonly updateTime: string }[],
): readonly ChangedPrice[] => rows.map((row, at) => ({ ...row, ...done[at], before: row.after, after: row.before }));

/** As the call answers them: those that are there by id, then those that are made. */
const inCallOrder = (rows: readonly ChangedPrice[]): readonly ChangedPrice[] => [
  ...rows.filter(({ id }) => id !== null).toSorted((a, b) => a.id! - b.id!),
  ...rows.filter(({ id }) => id === null),
];

/** A change of many prices: its preview, saving it, and its inverse as the next preview. */
export function usePriceChange(wish: Wish | undefined) {
  const provider = useRentalProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [back, setBack] = useState<readonly ChangedPrice[] | undefined>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>();
  const preview = useQuery({
    queryKey: ['price', 'change', wish],
    queryFn: async ({ signal }) =>
      (wish!.kind === 'percent'
        ? await provider.call('POST', '/carprice/preview', wish!.input as PercentWish, { signal })
        : await provider.call('POST', '/carprice/previewcopy', wish!.input as CopyWish, { signal })
      ).data.rows,
    enabled: wish !== undefined && back === undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const rows = back ?? (wish ? (preview.data ?? []) : []);

  const save = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    const sent = inCallOrder(rows);
    try {
      const { data, message } = await provider.call('POST', '/carprice/change', {
        rows: sent.map(({ id, updateTime, storeId, subModelId, after }) => ({
          id,
          updateTime,
          storeId,
          subModelId,
          after,
        })),
      });
      notify(message, { type: 'success' });
      refresh();
      // What was taken away again has no way back from here.
      setBack(sent.every(({ after }) => after !== null) ? inverseOf(sent, data.rows) : []);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { message } = refusalOf(error);
      setRefusal(translate(message, { _: message }));
      if (back === undefined) await preview.refetch();
    } finally {
      setBusy(false);
    }
  };
  return { rows, isBack: back !== undefined, loading: preview.isFetching, error: preview.error, busy, refusal, save };
}
