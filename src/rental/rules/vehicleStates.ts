import { problem } from './problem.ts';
import { machineOf, type Transition } from './machine.ts';

/** The states of a vehicle (D-CAR-02). */
export const VEHICLE = { pending: 0, available: 1, rented: 2, sold: 3, totalLoss: 4 } as const;
export type VehicleStatus = (typeof VEHICLE)[keyof typeof VEHICLE];
/** Those of the vehicles that are offered. */
export const LISTED = [VEHICLE.available, VEHICLE.rented] as const;

/** The states of a vehicle's audit. */
export const AUDIT = { pending: 0, passed: 1 } as const;

export type VehicleEvent =
  | 'add'
  | 'copy'
  | 'import'
  | 'audit'
  | 'list'
  | 'delist'
  | 'pickup'
  | 'return'
  | 'rejectpickup'
  | 'rejectreturn'
  | 'changeout'
  | 'changeback'
  | 'dispatch'
  | 'sold'
  | 'totalloss'
  | 'changeowner'
  | 'edit'
  | 'delete';

type VehicleTransition = Transition<VehicleEvent, VehicleStatus>;

type Move = readonly [VehicleStatus | null, VehicleStatus | null];
const row = (id: string, event: VehicleEvent, permission: string, ...moves: readonly Move[]): VehicleTransition[] =>
  moves.map(([from, to]) => ({ id, event, from, to, permission }));

/** The vehicle machine, V1–V13 (D-CAR-03). Sold and total loss are final. */
export const VEHICLE_TRANSITIONS: readonly VehicleTransition[] = [
  ...row('V1', 'add', 'car-add', [null, 0]),
  ...row('V1', 'copy', 'car-add', [null, 0]),
  ...row('V1', 'import', 'car-import', [null, 0]),
  ...row('V2', 'audit', 'car-enable', [0, 0]),
  ...row('V3', 'list', 'car-enable', [0, 1]),
  ...row('V4', 'delist', 'car-disable', [1, 0]),
  ...row('V5', 'pickup', 'order-edit', [1, 2]),
  ...row('V6', 'return', 'order-edit', [2, 1]),
  ...row('V6', 'rejectpickup', 'order-enable', [2, 1]),
  ...row('V7', 'rejectreturn', 'order-enable', [1, 2]),
  ...row('V5', 'changeout', 'order-edit', [1, 2]),
  ...row('V6', 'changeback', 'order-edit', [2, 1]),
  ...row('V8', 'dispatch', 'car-edit', [0, 0], [1, 0]),
  ...row('V9', 'sold', 'car-disable', [0, 3], [1, 3]),
  ...row('V10', 'totalloss', 'car-disable', [0, 4], [1, 4]),
  ...row('V11', 'changeowner', 'car-edit', [0, 0], [1, 1]),
  ...row('V12', 'edit', 'car-edit', [0, 0], [1, 1], [2, 2]),
  ...row('V13', 'delete', 'car-delete', [0, null]),
];

export const nextVehicleState = machineOf(VEHICLE_TRANSITIONS, (from) =>
  problem(`vehicle.refusal.state.${from ?? 'none'}`),
);
