import type { DoorAddress } from '../../rules/index.ts';
import type { Draft } from './draft.ts';

type Door = Pick<
  Draft,
  | 'pickupPointId'
  | 'pickupAddress'
  | 'pickupLatitude'
  | 'pickupLongitude'
  | 'returnPointId'
  | 'returnAddress'
  | 'returnLatitude'
  | 'returnLongitude'
>;

/** Where the car goes at one end of the trip: a listed point, or a place on the map that has a name; null while neither is chosen. */
export function doorAddress(draft: Door, end: 'pickup' | 'return'): DoorAddress | null {
  const pointId = draft[`${end}PointId`];
  if (pointId !== null) return { pointId };
  const latitude = draft[`${end}Latitude`];
  const longitude = draft[`${end}Longitude`];
  return draft[`${end}Address`] === null || latitude === null || longitude === null ? null : { latitude, longitude };
}
