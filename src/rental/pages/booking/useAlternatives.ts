import { useQuery } from '@tanstack/react-query';
import { madeOf } from 'forecourt/admin';
import type { Alternatives } from '../../calls/index.ts';
import type { Booking } from './useBooking.tsx';
import { useRentalProvider } from '../provider.ts';

/** What else can be booked where the model of the form has no car for its trip (D-AVAIL-04); undefined while that is not asked or not known. */
export function useAlternatives({
  draft,
  live,
  order,
}: Pick<Booking, 'draft' | 'live' | 'order'>): Alternatives | undefined {
  const provider = useRentalProvider();
  const { pickupStoreId, returnStoreId, subModelId, plannedPickupTime, plannedReturnTime, channel } = draft;
  const isShort =
    !live.stale &&
    draft.carId === null &&
    (live.quote?.errors ?? []).some(({ code, field }) => code === 'quote.error.noCar' && field === 'subModelId');
  const asked = {
    ...{ storeId: pickupStoreId!, subModelId: subModelId!, channel },
    ...{ pickupTime: plannedPickupTime, returnTime: plannedReturnTime },
    ...(returnStoreId !== null && { returnStoreId }),
    ...(order && { excludeOrderId: order.id }),
  };
  const { data } = useQuery({
    queryKey: ['booking', 'alternatives', asked],
    meta: madeOf('vehicle', 'order'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/order/alternatives', asked, { signal })).data,
    enabled: isShort && pickupStoreId !== null && subModelId !== null,
    staleTime: 15_000,
    retry: false,
  });
  return isShort ? data : undefined;
}
