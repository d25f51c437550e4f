import { aboutOrders, problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { orderSpan } from './places.ts';
import type { OrderHold } from './availability.ts';
import { machineOf, stateName, type Transition } from './machine.ts';
import { overlaps } from './storeTime.ts';
import type { Instant, Interval } from './storeTime.ts';

/** The states of a storage or offline order (D-STOCK-02). */
export const STORAGE = { stored: 1, online: 2, cancelled: -1 } as const;
export type StorageStatus = (typeof STORAGE)[keyof typeof STORAGE];
export type StorageEvent = 'new' | 'edit' | 'finish' | 'cancel' | 'leave';

type StorageTransition = Transition<StorageEvent, StorageStatus> & { readonly to: StorageStatus };

/** The storage machine, T1–T5 (D-STOCK-02). Back online and cancelled are final. */
export const STORAGE_TRANSITIONS: readonly StorageTransition[] = [
  { id: 'T1', event: 'new', from: null, to: 1, permission: 'stock-add' },
  { id: 'T2', event: 'edit', from: 1, to: 1, permission: 'stock-edit' },
  { id: 'T3', event: 'finish', from: 1, to: 2, permission: 'stock-enable' },
  { id: 'T4', event: 'cancel', from: 1, to: -1, permission: 'stock-disable' },
  { id: 'T5', event: 'leave', from: 1, to: 2, permission: 'car-disable' },
];

export const nextStorageState = machineOf(STORAGE_TRANSITIONS, (from) =>
  problem(`storage.refusal.state.${stateName(from, 'cancelled')}`),
);

interface StorageFacts {
  readonly storeId: number;
  readonly subModelId: number;
  /** The car as it stands, and its open orders. */
  readonly car: { readonly storeId: number; readonly subModelId: number };
  readonly orders: readonly OrderHold[];
  /** From the offline time on; without end while no time back online is known. */
  readonly span: Interval;
  readonly now: Instant;
}

/** May the car be put away (T1, T2)? It is of the store and the model that are named, and no order needs it meanwhile; those that do are named. */
export function storageGuard({ storeId, subModelId, car, orders, span, now }: StorageFacts): readonly Problem[] {
  const inTheWay = orders
    .filter((order) => overlaps(orderSpan(order, now), span))
    .toSorted((a, b) => a.plannedPickup - b.plannedPickup);
  return [
    ...(car.storeId === storeId ? [] : [problem('storage.refusal.otherStore', {}, 'carId')]),
    ...(car.subModelId === subModelId ? [] : [problem('storage.refusal.otherModel', {}, 'carId')]),
    ...aboutOrders(
      inTheWay,
      { all: 'storage.refusal.orders', some: 'storage.refusal.someOrders', none: 'storage.refusal.otherOrders' },
      'offlineTime',
    ),
  ];
}

/** May the car come back now (T3)? */
export function finishStorageGuard(facts: {
  readonly offlineTime: Instant;
  readonly onlineTime: Instant;
  readonly now: Instant;
}): readonly Problem[] {
  if (facts.onlineTime < facts.offlineTime) return [problem('storage.refusal.beforeOffline', {}, 'onlineTime')];
  return facts.onlineTime > facts.now ? [problem('storage.refusal.future', {}, 'onlineTime')] : [];
}

/** May it be called off (T4)? Only before it has begun. */
export const cancelStorageGuard = (facts: {
  readonly offlineTime: Instant;
  readonly now: Instant;
}): readonly Problem[] => (facts.now < facts.offlineTime ? [] : [problem('storage.refusal.begun')]);
