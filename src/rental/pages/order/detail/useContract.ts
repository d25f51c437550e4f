import { useRentalProvider } from '../../provider.ts';
import { useQuery } from '@tanstack/react-query';
import { type Identifier } from 'react-admin';

/** The contract of an order, read anew whenever it is opened: an unsigned one follows every change of the order. */
export function useContract(id: Identifier) {
  const provider = useRentalProvider();
  return useQuery({
    queryKey: ['order', 'contract', id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/contract/{id}', { id: Number(id) }, { signal })).data,
    staleTime: 0,
  });
}
