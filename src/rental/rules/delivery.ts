import { ZERO, formatTHB } from './money.ts';
import type { Satang } from './money.ts';
import { inDailyHours } from './night.ts';
import { problem } from './problem.ts';
import type { Problem, Verdict } from './problem.ts';
import type { DoorFees, PointFees } from './snapshot.ts';
import { MINUTE } from './storeTime.ts';
import type { Instant, TimeRange } from './storeTime.ts';

/** GeoJSON: rings of [longitude, latitude]; the first is the outline, the others are holes. */
export interface AreaPolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}

interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Fee row of kind 1 (D-ADM-07). */
export interface DeliveryPoint extends GeoPoint, PointFees {
  /** null: the store's service time. */
  readonly serviceTime: TimeRange | null;
}

/** What a store offers at the door (D-ADM-06). */
export interface DoorStore extends DoorFees {
  readonly timeZone: string;
  readonly serviceTime: TimeRange | null;
  readonly advanceMinutes: number;
  readonly serviceArea: AreaPolygon | null;
  /** The enabled ones. */
  readonly points: readonly DeliveryPoint[];
}

/** 0 at the store, 1 free and 2 paid at the door: pickup types and return types alike. */
export type DoorType = 0 | 1 | 2;
/** Bringing the car to the renter, or fetching it there. */
type DoorDirection = 'delivery' | 'pickup';
/** A listed point of the store, or a place on the map. */
export type DoorAddress = { readonly pointId: number } | GeoPoint;

export interface DoorRequest {
  readonly direction: DoorDirection;
  readonly type: DoorType;
  readonly address: DoorAddress | null;
  readonly time: Instant;
  readonly now: Instant;
  /** Orders of a channel get errors where staff are only warned. */
  readonly strict: boolean;
  /** A change that leaves this door and its time as they were: its advance is not asked again. */
  readonly kept: boolean;
  /** A change that leaves this address as it was: the store comes there, also where it has left the place out since. */
  readonly addressKept: boolean;
}

export interface DoorService extends Verdict {
  readonly fee: Satang;
}

/**
 * Fee of an address: the point's own, else the store's inside its area; null where the store does not go (D-PRICE-06). The fees may be
 * those of an order's booking (D-PRICE-09); where the store goes is asked of it as it is now.
 */
function doorFee(
  {
    direction,
    address,
    addressKept,
  }: Pick<DoorRequest, 'direction' | 'addressKept'> & { readonly address: DoorAddress },
  store: DoorStore,
  fees: DoorFees,
): Satang | null {
  if ('pointId' in address) {
    const offered = addressKept || store.points.some((each) => each.id === address.pointId);
    const point = fees.points.find((each) => each.id === address.pointId);
    if (!offered || !point) return null;
    return direction === 'delivery' ? point.deliveryFee : point.pickupFee;
  }
  return addressKept || (store.serviceArea !== null && inArea(address, store.serviceArea)) ? fees.fee : null;
}

/** Are the two the same place? */
export const sameAddress = (a: DoorAddress | null, b: DoorAddress | null): boolean => {
  if (a === null || b === null) return a === b;
  if ('pointId' in a || 'pointId' in b) return 'pointId' in a && 'pointId' in b && a.pointId === b.pointId;
  return a.latitude === b.latitude && a.longitude === b.longitude;
};

/**
 * Door service of one end of a trip: fee, and what stands against it (D-PRICE-06, D-ORD-19). Type 1 needs an address that costs
 * nothing, type 2 one that costs something; time and advance only warn staff. `fees` are those of the booking where there is one.
 */
export function doorService(request: DoorRequest, store: DoorStore, fees: DoorFees = store): DoorService {
  const { direction, type, address } = request;
  if (type === 0) return { fee: ZERO, errors: [], warnings: [] };
  const addressField = direction === 'delivery' ? 'pickupAddress' : 'returnAddress';
  const refused = (refusal: Problem): DoorService => ({ fee: ZERO, errors: [refusal], warnings: [] });

  if (address === null) return refused(problem('quote.error.addressRequired', {}, addressField));
  const fee = doorFee({ ...request, address }, store, fees);
  if (fee === null) return refused(problem('quote.error.outsideArea', {}, addressField));
  const typeField = direction === 'delivery' ? 'pickupType' : 'returnType';
  if (type === 1 && fee > 0) return refused(problem('quote.error.doorNotFree', { fee: formatTHB(fee) }, typeField));
  if (type === 2 && fee === 0) return refused(problem('quote.error.doorIsFree', {}, typeField));

  const concerns = timeConcerns(request, address, store);
  return request.strict ? { fee, errors: concerns, warnings: [] } : { fee, errors: [], warnings: concerns };
}

function timeConcerns({ direction, time, now, kept }: DoorRequest, address: DoorAddress, store: DoorStore): Problem[] {
  const field = direction === 'delivery' ? 'plannedPickupTime' : 'plannedReturnTime';
  const point = 'pointId' in address ? store.points.find((each) => each.id === address.pointId) : undefined;
  const hours = point?.serviceTime ?? store.serviceTime;
  const concerns: Problem[] = [];
  if (hours !== null && !inDailyHours(time, store.timeZone, hours)) {
    concerns.push(problem('quote.warning.doorTime', { start: hours.start, end: hours.end }, field));
  }
  if (!kept && time - now < store.advanceMinutes * MINUTE) {
    concerns.push(problem('quote.warning.doorAdvance', { minutes: store.advanceMinutes }, field));
  }
  return concerns;
}

/** Is the point inside the polygon and outside its holes? The border belongs to the area. */
export function inArea(point: GeoPoint, area: AreaPolygon): boolean {
  const [outline, ...holes] = area.coordinates;
  if (outline === undefined) return false;
  const place = position(point, outline);
  if (place !== 'inside') return place === 'border';
  return holes.every((hole) => position(point, hole) !== 'inside');
}

/** Even-odd rule along a ray to the east. */
function position(
  { longitude: x, latitude: y }: GeoPoint,
  ring: readonly (readonly number[])[],
): 'inside' | 'outside' | 'border' {
  let inside = false;
  for (let index = 0; index < ring.length; index += 1) {
    const [x1, y1] = ring[index] as [number, number];
    const [x2, y2] = ring[(index + 1) % ring.length] as [number, number];
    const cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    const between = Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2);
    if (cross === 0 && between) return 'border';
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}
