import type { Problem } from '../../rules/index.ts';
import type { OrderRow } from '../database.ts';
import type { Draft } from './draft.ts';

type Part = keyof Draft;

/** Who rents: corrected at any time, because nothing of the rental hangs on it. */
const RENTER_PARTS: readonly Part[] = ['renterName', 'renterCountryCode', 'renterPhone', 'renterIdType', 'renterIdNo'];

const ENDS: readonly Part[] = ['pickup', 'returned', 'pickupStoreId', 'returnStoreId'];
const doorOf = (end: 'pickup' | 'return'): readonly Part[] => [
  ...([`${end}Type`, `${end}PointId`, `${end}Address`, `${end}Latitude`, `${end}Longitude`, `${end}StoreId`] as const),
  end === 'pickup' ? 'pickup' : 'returned',
];

/** The parts that decide whether a problem at a field is there. */
const DECIDE: Readonly<Record<string, readonly Part[]>> = {
  pickupStoreId: ['pickupStoreId', 'pickup'],
  returnStoreId: ['returnStoreId', 'returned'],
  plannedPickupTime: ['pickup', 'pickupStoreId', 'serviceType'],
  plannedReturnTime: ENDS,
  subModelId: ['subModelId', 'carId', ...ENDS],
  carId: ['subModelId', 'carId', ...ENDS],
  // A car of another model asks for a remark.
  remark: ['remark', 'subModelId', 'carId'],
  channelOrderNo: ['channelOrderNo', 'channel'],
  serviceType: ['serviceType', 'subModelId', 'pickup', 'pickupStoreId'],
  pickupType: doorOf('pickup'),
  pickupAddress: doorOf('pickup'),
  returnType: doorOf('return'),
  returnAddress: doorOf('return'),
};

const bookedAs = (order: OrderRow, part: Part): unknown => {
  if (part === 'pickup') return order.plannedPickupTime.getTime();
  return part === 'returned' ? order.plannedReturnTime.getTime() : order[part as keyof OrderRow];
};

/** Empty texts and absent values are one; documents are compared by what they say. */
const said = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));

/** The parts in which a draft is another than its order. */
const changedParts = (draft: Draft, order: OrderRow): ReadonlySet<Part> =>
  new Set((Object.keys(draft) as Part[]).filter((part) => said(draft[part]) !== said(bookedAs(order, part))));

/** Whether a draft changes who rents and nothing else (O25). */
export function changesRenter(draft: Draft, order: OrderRow): boolean {
  const changed = [...changedParts(draft, order)];
  return changed.length > 0 && changed.every((part) => RENTER_PARTS.includes(part));
}

/**
 * Problems of what the draft changes: a store that has closed, a pause, a holiday or a car that came later do not keep an order from being corrected elsewhere
 * (D-ORD-34). All of them for a new order.
 */
export function concerning(problems: readonly Problem[], draft: Draft, order: OrderRow | null): readonly Problem[] {
  if (order === null || problems.length === 0) return problems;
  const changed = changedParts(draft, order);
  return problems.filter(({ field }) => {
    const parts = field === undefined ? undefined : (DECIDE[field] ?? (field in draft ? [field as Part] : undefined));
    return parts === undefined || parts.some((part) => changed.has(part));
  });
}
