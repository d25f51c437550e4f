import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { AdminDataProvider } from '../../../framework/admin/index.ts';
import { minutesBetween, type OrderDraft } from './draft.ts';
import { useSettled, type Notice } from './useQuote.ts';

/** A car that can have the order's time at its store (D-AVAIL-01). */
export interface FreeCar {
  readonly id: number;
  readonly plate: string;
  readonly subModelId: number;
  readonly subModelName: string;
  readonly mileage: number;
  readonly etc: 0 | 1;
  readonly warnings?: readonly Notice[];
}

export interface FreeCars {
  readonly cars: readonly FreeCar[];
  /** How many are free of each model. */
  readonly counts: ReadonlyMap<number, number>;
  readonly known: boolean;
}

type Wish = Pick<OrderDraft, 'pickupStoreId' | 'returnStoreId' | 'plannedPickupTime' | 'plannedReturnTime' | 'etc'>;

/** All cars free for the wish, whatever their model: they narrow the models, count them and offer plates. */
export function useFreeCars(wish: Wish, excludeOrderId?: number): FreeCars {
  const provider = useDataProvider<AdminDataProvider>();
  const query = JSON.stringify({
    storeId: wish.pickupStoreId,
    returnStoreId: wish.returnStoreId,
    pickupTime: wish.plannedPickupTime,
    returnTime: wish.plannedReturnTime,
    excludeOrderId,
    ...(wish.etc === 1 ? { etc: 1 } : {}),
  });
  const complete =
    wish.pickupStoreId !== null && (minutesBetween(wish.plannedPickupTime, wish.plannedReturnTime) ?? 0) > 0;
  const asked = useSettled(query);
  const { data } = useQuery({
    queryKey: ['booking', 'free cars', asked],
    queryFn: async ({ signal }) =>
      (await provider.call<FreeCar[]>('GET', '/order/availablecars', JSON.parse(asked) as object, { signal })).data,
    enabled: complete && asked === query,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    retry: false,
  });
  return useMemo(() => {
    const counts = new Map<number, number>();
    for (const car of data ?? []) counts.set(car.subModelId, (counts.get(car.subModelId) ?? 0) + 1);
    return { cars: data ?? [], counts, known: data !== undefined && complete };
  }, [data, complete]);
}
