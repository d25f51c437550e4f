import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import type { DoorEnd } from './draft.ts';
import { useSettled } from './useQuote.ts';
import { useRentalProvider } from '../provider.ts';

/** A place that a car can be brought to or fetched from. */
export interface Place {
  /** Listed by the store; null: found on the map. */
  readonly pointId: number | null;
  readonly name: string;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Baht; null: the store's own fee, which the quote finds out. */
  readonly fee: number | null;
  readonly hours?: string;
}

interface PointRow {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly deliveryFee: number | null;
  readonly pickupFee: number | null;
  readonly startTime?: string;
  readonly endTime?: string;
}

const hoursOf = ({ startTime, endTime }: PointRow): string | undefined =>
  startTime && endTime ? `${startTime}–${endTime}` : undefined;

/** Delivery points of a store with the fee of this end of the trip (D-ORD-19). */
export function usePoints(
  storeId: number | null,
  end: DoorEnd,
): { places: readonly Place[]; loading: boolean; failed: boolean } {
  const provider = useRentalProvider();
  const {
    data = [],
    isPending,
    isError,
  } = useQuery({
    queryKey: ['deliveryFee', 'options', { storeId }],
    queryFn: async ({ signal }) =>
      (await provider.options('deliveryFee', { storeId, kind: 1, status: 1 }, { signal })).data as PointRow[],
    enabled: storeId !== null,
    staleTime: 60_000,
    retry: false,
  });
  const places = data.map((row): Place => ({
    pointId: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    fee: end === 'pickup' ? row.deliveryFee : row.pickupFee,
    hours: hoursOf(row),
  }));
  return { places, loading: isPending && storeId !== null, failed: isError };
}

/** Places by name, near the store's city. */
export function usePlaceSearch(
  typed: string,
  cityId: number | null | undefined,
): { places: readonly Place[]; searching: boolean; failed: boolean } {
  const provider = useRentalProvider();
  const keyword = useSettled(typed.trim(), 350);
  // An installation without a place service answers 404 to every word; once is enough to know.
  const [missing, setMissing] = useState(false);
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['booking', 'places', keyword, cityId],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/basics/searchplace', { keyword, cityId: cityId ?? undefined }, { signal })).data,
    enabled: keyword.length >= 2 && !missing,
    staleTime: 300_000,
    retry: false,
  });
  useEffect(() => {
    if (error instanceof HttpError && error.status === 404) setMissing(true);
  }, [error]);
  return {
    places: keyword.length >= 2 ? data.map((found): Place => ({ ...found, pointId: null, fee: null })) : [],
    searching: isFetching,
    failed: missing || error !== null,
  };
}
