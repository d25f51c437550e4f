import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { madeOf } from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, type AreaPolygon, type TimeRange } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';

export interface Store {
  readonly id: number;
  readonly storeName: string;
  readonly cityId: number | null;
  readonly cityName?: string;
  /** Where door service reaches (GeoJSON polygon); of stores in the list of all open ones. */
  readonly serviceArea?: AreaPolygon | null;
}

export interface Stores {
  /** Of the user's own data permission: where orders can be made. */
  readonly own: readonly Store[];
  /** All open ones: where a car can come back. */
  readonly all: readonly Store[];
  readonly loading: boolean;
  /** How long before a pickup the store must know of it; stores of others say nothing of it. */
  leadOf(storeId: number | null): number;
  /** When it is open; null: always, or another's, which says nothing of it. */
  hoursOf(storeId: number | null): TimeRange | null;
  /** Zone of the store's city: the clock of its orders (D-GEN-06). */
  zoneOf(storeId: number | null): string;
}

const FRESH_MS = 5 * 60_000;
const fixed = { staleTime: FRESH_MS, retry: false } as const;

/** The stores to choose from and their clocks. */
export function useStores(): Stores {
  const provider = useRentalProvider();
  const own = useQuery({
    ...fixed,
    queryKey: ['booking', 'own stores'],
    meta: madeOf('store'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/basics/getstore', {}, { signal })).data,
  });
  const all = useQuery({
    ...fixed,
    queryKey: ['store', 'options', {}],
    queryFn: async ({ signal }) => (await provider.options('store', {}, { signal })).data as Store[],
  });
  const cities = useQuery({
    ...fixed,
    queryKey: ['city', 'options', {}],
    queryFn: async ({ signal }) => (await provider.options('city', {}, { signal })).data,
  });
  return useMemo(() => {
    const open = new Set(all.data?.map((store) => store.id));
    const stores = new Map([...(own.data ?? []), ...(all.data ?? [])].map((store) => [store.id, store]));
    const zones = new Map(cities.data?.map((city) => [city.id, String(city['timeZone'] ?? '')]));
    return {
      own: (own.data ?? []).filter((store) => open.size === 0 || open.has(store.id)),
      all: all.data ?? [],
      loading: own.isPending || all.isPending,
      leadOf: (id) => own.data?.find((store) => store.id === id)?.minAdvanceMinutes ?? 0,
      hoursOf: (id) => own.data?.find((store) => store.id === id)?.businessHours ?? null,
      zoneOf: (id) => zones.get(stores.get(id ?? 0)?.cityId ?? 0) || DEFAULT_TIME_ZONE,
    };
  }, [own.data, own.isPending, all.data, all.isPending, cities.data]);
}
