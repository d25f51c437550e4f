import { useQuery } from '@tanstack/react-query';
import { madeOf } from 'forecourt/admin';
import type { OrderMatch } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

/** What is known of an offence while it is typed. */
interface Offence {
  readonly carId: unknown;
  readonly time: unknown;
  /** Stands for the car where none is chosen. */
  readonly noticePlate?: unknown;
}

interface Found {
  /** undefined while it is not known, null for nobody. */
  readonly match: OrderMatch | null | undefined;
  /** Why no car could be found. */
  readonly refusal: string | undefined;
}

const carIn = ({ carId, noticePlate }: Offence) =>
  typeof carId === 'number'
    ? { carId }
    : typeof noticePlate === 'string' && noticePlate.trim() !== ''
      ? { noticePlate: noticePlate.trim() }
      : undefined;

/** Who had the car, or the car of that plate, at that time. */
export function useOrderMatch(offence: Offence): Found {
  const provider = useRentalProvider();
  const car = carIn(offence);
  const { time } = offence;
  const asked = car && typeof time === 'string' && time.length >= 16 ? { ...car, time } : undefined;
  const { data, error } = useQuery({
    queryKey: ['violation', 'order', asked],
    meta: madeOf('order'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/violation/matchorder', asked!, { signal })).data,
    enabled: asked !== undefined,
    retry: false,
  });
  return { match: asked && data, refusal: asked && error ? error.message : undefined };
}
