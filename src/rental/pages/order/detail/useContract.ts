import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import type { AdminDataProvider } from '../../../../framework/admin/index.ts';
import type { ContractInfo } from './ContractText.tsx';

/** The contract of an order, read anew whenever it is opened: an unsigned one follows every change of the order. */
export function useContract(id: Identifier) {
  const provider = useDataProvider<AdminDataProvider>();
  return useQuery({
    queryKey: ['order', 'contract', id],
    queryFn: async ({ signal }) =>
      (await provider.call<ContractInfo>('GET', `/order/contract/${id}`, {}, { signal })).data,
    staleTime: 0,
  });
}
