import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { madeOf } from 'forecourt/admin';
import { minutesBetween, type OrderDraft } from './draft.ts';
import { useSettled } from './useQuote.ts';
import { useRentalProvider } from '../provider.ts';
import type { AvailableCarsInput, FreeCar } from '../../calls/index.ts';

export interface FreeCars {
  readonly cars: readonly FreeCar[];
  /** How many are free of each model. */
  readonly counts: ReadonlyMap<number, number>;
  readonly known: boolean;
}

type Wish = Pick<OrderDraft, 'pickupStoreId' | 'returnStoreId' | 'plannedPickupTime' | 'plannedReturnTime' | 'etc'>;

/** All cars free for the wish, whatever their model: they narrow the models, count them and offer plates. */
export function useFreeCars(wish: Wish, excludeOrderId?: number): FreeCars {
  const provider = useRentalProvider();
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
    meta: madeOf('vehicle', 'order'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/availablecars', JSON.parse(asked) as AvailableCarsInput, { signal })).data,
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
