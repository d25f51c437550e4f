import { useRentalProvider } from '../provider.ts';
import { useQuery } from '@tanstack/react-query';

/** Codes of the channels that orders come from, asked for once a session (D-CODE-02); undefined until they are here. */
export function useChannels(): readonly number[] | undefined {
  const provider = useRentalProvider();
  const { data } = useQuery({
    queryKey: ['booking', 'channels'],
    queryFn: async ({ signal }) => (await provider.call('GET', '/basics/orderchannel', {}, { signal })).data,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return data?.filter(({ status }) => status === 1).map(({ code }) => code);
}
