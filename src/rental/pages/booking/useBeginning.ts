import { useQuery } from '@tanstack/react-query';
import { useRentalProvider } from '../provider.ts';
import type { OrderDraft } from './draft.ts';
import { renterOf } from './useMembers.ts';

/** What a booking begins with where it is opened from a member, a car, a model or a free time. */
export interface Beginning {
  readonly loading: boolean;
  /** Undefined: from nowhere, or of a record that this user may not read. */
  readonly draft?: Partial<OrderDraft>;
  /** When the car is wanted, as the store's wall clock: a day, or a day and a time. */
  readonly wanted?: string;
}

type Known = Readonly<Record<string, unknown>>;

const idIn = (known: Known, name: string): number | undefined =>
  typeof known[name] === 'number' ? known[name] : undefined;

/** What is known without asking: the store and the model. */
function placeIn(known: Known): Partial<OrderDraft> {
  const [storeId, subModelId] = [idIn(known, 'storeId'), idIn(known, 'subModelId')];
  return {
    ...(storeId !== undefined && { pickupStoreId: storeId, returnStoreId: storeId }),
    ...(subModelId !== undefined && { subModelId, carId: null }),
  };
}

/**
 * Says what a booking begins with: the member (`memberId`), the car (`carId`), the model (`subModelId`), the store (`storeId`) and the time (`time`) that it
 * is opened from. Reads the member, or the car where the store is not known with it.
 */
export function useBeginning(known: Known = {}): Beginning {
  const provider = useRentalProvider();
  const [memberId, carId] = [idIn(known, 'memberId'), idIn(known, 'carId')];
  const place = placeIn(known);
  const isKnown = place.pickupStoreId !== undefined && place.subModelId !== undefined;
  const asks = memberId !== undefined || (carId !== undefined && !isKnown);
  const { data, isLoading } = useQuery({
    queryKey: ['booking', 'beginning', { memberId, carId }],
    queryFn: async ({ signal }): Promise<Partial<OrderDraft>> => {
      if (memberId !== undefined)
        return renterOf((await provider.call('GET', '/member/info/{id}', { id: memberId }, { signal })).data);
      const { storeId, subModelId } = (await provider.call('GET', '/car/info/{id}', { id: carId! }, { signal })).data;
      return { carId: carId!, subModelId, pickupStoreId: storeId, returnStoreId: storeId };
    },
    enabled: asks,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const said = carId !== undefined && isKnown ? { ...place, carId } : place;
  const draft = asks ? data : Object.keys(said).length > 0 ? said : undefined;
  return { loading: isLoading, draft, wanted: typeof known['time'] === 'string' ? known['time'] : undefined };
}
