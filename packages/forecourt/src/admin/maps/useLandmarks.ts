import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { placeSearch, type Place } from './settings.ts';

/** Where the application is at home: what its place search answers to no word. */
export function useLandmarks(enabled: boolean): readonly Place[] | undefined {
  const provider = useDataProvider<AdminDataProvider>();
  const path = placeSearch();
  const { data } = useQuery({
    queryKey: ['map', 'landmarks', path],
    queryFn: async ({ signal }) => (await provider.call<Place[]>('GET', path!, {}, { signal })).data,
    enabled: enabled && path !== undefined,
    staleTime: 300_000,
    retry: false,
  });
  return data;
}
