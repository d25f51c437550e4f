import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { daysBetween } from './storeTime.ts';
import type { DateText } from './storeTime.ts';

/** A code of the table expiryAlert, and the number that belongs beside its word. */
export interface ExpiryAlert {
  readonly alert: 'normal' | 'expiringSoon' | 'overdue';
  /** Days left, or days overdue. */
  readonly days: number;
}

/** Alert of a policy or an inspection (D-UPK-03). `today` is the store's day; the last day itself still covers. */
export function expiryAlert(date: DateText, today: DateText, alertDays: number): ExpiryAlert {
  const days = daysBetween(today, date);
  if (days < 0) return { alert: 'overdue', days: -days };
  return { alert: days <= alertDays ? 'expiringSoon' : 'normal', days };
}

interface MaintenanceAlert {
  readonly alert: 'normal' | 'dueSoon' | 'overdue';
  readonly remainingKm: number;
}

/** Alert of a car's next maintenance: overdue at it and past it, due soon within `alertKm` before (D-UPK-02). */
export function maintenanceAlert(mileage: number, nextMileage: number, alertKm: number): MaintenanceAlert {
  const remainingKm = nextMileage - mileage;
  if (remainingKm <= 0) return { alert: 'overdue', remainingKm };
  return { alert: remainingKm <= alertKm ? 'dueSoon' : 'normal', remainingKm };
}

/** May the next inspection be due on this day (D-UPK-04)? `moved`: the entry would belong to another vehicle than before. */
export function inspectionProblem(facts: {
  readonly next: DateText;
  readonly today: DateText;
  readonly moved: boolean;
}): Problem | null {
  if (facts.moved) return problem('inspection.refusal.otherCar', {}, 'carId');
  if (facts.next <= facts.today) return problem('inspection.refusal.notLater', {}, 'nextInspectionDate');
  return null;
}

/** What a vehicle has driven, in kilometres; one whose reading was cleared counts from nothing. */
export const knownMileage = (car: { readonly mileage: number | null }): number => car.mileage ?? 0;

/** May the speedometer of a vehicle be set to this (D-UPK-02)? Backwards only with a reason. Kilometres. */
export function mileageProblem(facts: {
  readonly mileage: number;
  readonly known: number;
  readonly reason: string;
}): Problem | null {
  return facts.mileage < facts.known && facts.reason.trim() === ''
    ? problem('maintenance.refusal.mileageReason', { mileage: facts.known }, 'remark')
    : null;
}
