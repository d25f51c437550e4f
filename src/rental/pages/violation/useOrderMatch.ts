import { useQuery } from '@tanstack/react-query';
import { madeOf } from '../../../framework/admin/index.ts';
import type { OrderMatch } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

/** Who had the car at that time: undefined while it is not known, null for nobody. */
export function useOrderMatch(carId: unknown, time: unknown): OrderMatch | null | undefined {
  const provider = useRentalProvider();
  const asked =
    typeof carId === 'number' && typeof time === 'string' && time.length >= 16 ? { carId, time } : undefined;
  const { data } = useQuery({
    queryKey: ['violation', 'order', asked],
    meta: madeOf('order'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/violation/matchorder', asked!, { signal })).data,
    enabled: asked !== undefined,
    retry: false,
  });
  return asked && data;
}
