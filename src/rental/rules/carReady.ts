import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { VEHICLE } from './vehicleStates.ts';
import type { VehicleStatus } from './vehicleStates.ts';

/** Whether a car is washed, apart from its status (D-CAR-19). */
export const READINESS = { dirty: 0, ready: 1 } as const;
export type Readiness = (typeof READINESS)[keyof typeof READINESS];

/** A car that has never been marked is ready. */
export const isDirty = (car: { readonly ready?: number | null }): boolean => car.ready === READINESS.dirty;

/** May somebody say whether the car is washed (D-CAR-19)? Only of one that stands at a store. */
export const readinessProblems = ({ status }: { readonly status: number }): readonly Problem[] =>
  status === VEHICLE.pending || status === VEHICLE.available
    ? []
    : [problem(`vehicle.refusal.state.${status as VehicleStatus}`)];

/** Warns of a car that goes out unwashed (D-CAR-19); it stops nothing. */
export const dirtyWarnings = (car: { readonly dirty?: boolean }): readonly Problem[] =>
  car.dirty ? [problem('vehicle.warning.dirty', {}, 'carId')] : [];
