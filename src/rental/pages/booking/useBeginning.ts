import { useQuery } from '@tanstack/react-query';
import { useRentalProvider } from '../provider.ts';
import type { OrderDraft } from './draft.ts';
import { renterOf } from './useMembers.ts';

/** What a booking begins with where it is opened from a member or a car. */
export interface Beginning {
  readonly loading: boolean;
  /** Undefined: from nowhere, or of a record that this user may not read. */
  readonly draft?: Partial<OrderDraft>;
}

const idIn = (known: Readonly<Record<string, unknown>>, name: string): number | undefined =>
  typeof known[name] === 'number' ? known[name] : undefined;

/** Reads the member (`memberId`) or the car (`carId`) that a booking is opened from: who rents, or which car leaves which store. */
export function useBeginning(known: Readonly<Record<string, unknown>> = {}): Beginning {
  const provider = useRentalProvider();
  const [memberId, carId] = [idIn(known, 'memberId'), idIn(known, 'carId')];
  const { data, isLoading } = useQuery({
    queryKey: ['booking', 'beginning', { memberId, carId }],
    queryFn: async ({ signal }): Promise<Partial<OrderDraft>> => {
      if (memberId !== undefined)
        return renterOf((await provider.call('GET', '/member/info/{id}', { id: memberId }, { signal })).data);
      const { storeId, subModelId } = (await provider.call('GET', '/car/info/{id}', { id: carId! }, { signal })).data;
      return { carId: carId!, subModelId, pickupStoreId: storeId, returnStoreId: storeId };
    },
    enabled: memberId !== undefined || carId !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { loading: isLoading, draft: data };
}
