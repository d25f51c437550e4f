import { useRentalProvider } from '../provider.ts';
import { useQuery } from '@tanstack/react-query';
import { type Identifier } from 'react-admin';

/** The contract of an order, read anew whenever it is opened: an unsigned one follows every change of the order. `carId`: with that car. */
export function useContract(id: Identifier, carId?: number) {
  const provider = useRentalProvider();
  return useQuery({
    queryKey: ['order', 'contract', id, carId],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/contract/{id}', { id: Number(id), carId }, { signal })).data,
    staleTime: 0,
  });
}
