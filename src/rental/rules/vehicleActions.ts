import { vehicleTransition } from './vehicleStates.ts';
import type { VehicleEvent, VehicleStatus } from './vehicleStates.ts';

/** Buttons of the vehicle list; the order's events (pickup, return …) are not among them. */
export type VehicleAction = Extract<
  VehicleEvent,
  'edit' | 'copy' | 'audit' | 'list' | 'delist' | 'dispatch' | 'changeowner' | 'sold' | 'totalloss' | 'delete'
>;
const ACTIONS: readonly VehicleAction[] = [
  'audit',
  'list',
  'delist',
  'edit',
  'dispatch',
  'changeowner',
  'copy',
  'sold',
  'totalloss',
  'delete',
];

/** Actions that state, audit and permissions allow, the next sensible one first (D-CAR-03). */
export function vehicleActions(
  facts: { readonly status: VehicleStatus; readonly auditStatus: number },
  can: (permission: string) => boolean,
): readonly VehicleAction[] {
  return ACTIONS.filter((action) => {
    const transition = vehicleTransition(action === 'copy' ? null : facts.status, action);
    if (!transition || !can(transition.permission)) return false;
    if (action === 'audit' || action === 'delete') return facts.auditStatus === 0;
    return action !== 'list' || facts.auditStatus === 1;
  });
}

export interface VehicleLabels {
  /** vehicleGenericLabel; null for sold cars, which are none of the four (D-CAR-02). */
  readonly generic: 'inUse' | 'unused' | 'maintenance' | 'scrapped' | null;
  /** dashboardVehicleState. */
  readonly dashboard: 'renting' | 'available' | 'pendingListing' | 'sold' | 'scrapped';
}

const DASHBOARD = { 0: 'pendingListing', 1: 'available', 2: 'renting', 3: 'sold', 4: 'scrapped' } as const;

/** Derived labels of a vehicle (D-CAR-02). `inMaintenance`: an open work order with storage flag. */
export function vehicleLabels(facts: {
  readonly status: VehicleStatus;
  readonly inMaintenance: boolean;
}): VehicleLabels {
  const dashboard = DASHBOARD[facts.status];
  if (facts.status === 2) return { generic: 'inUse', dashboard };
  if (facts.status === 4) return { generic: 'scrapped', dashboard };
  if (facts.status === 3) return { generic: null, dashboard };
  return { generic: facts.inMaintenance ? 'maintenance' : 'unused', dashboard };
}
