import type { Instant } from './storeTime.ts';
import { HOUR } from './storeTime.ts';
import { problem, type Problem } from './problem.ts';

/** What a device reports of itself. */
export interface GpsReading {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
  /** Kilometres an hour. */
  readonly speed: number;
  /** Kilometres that the device has counted; null where it counts none. */
  readonly mileage: number | null;
}

/** What was last believed of it. */
export type GpsKnown = { readonly [Name in keyof GpsReading]: GpsReading[Name] | null };

/** Why a report is not believed. */
type GpsFault = 'future' | 'badPosition' | 'sea' | 'jump' | 'mileageBack' | 'mileageJump';

/** A clock may be so much ahead of ours. */
const CLOCK_MS = 10 * 60_000;
/** Nothing on wheels is faster, and a first fix may be so far off. */
const FASTEST_KMH = 300;
const SLACK_KM = 5;

const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres between two places on the globe. */
export function kilometresBetween(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
): number {
  const half = (from: number, to: number): number => Math.sin(rad(to - from) / 2) ** 2;
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const isPlace = ({ latitude, longitude }: GpsReading): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);

/**
 * What is wrong with a report, or null. A report that is wrong in one thing is believed in nothing. What a car can drive is counted from the
 * last report that was believed.
 */
export function gpsFault(
  reading: GpsReading,
  known: GpsKnown,
  { now, isLand }: { readonly now: Instant; readonly isLand: (latitude: number, longitude: number) => boolean },
): GpsFault | null {
  if (reading.time > now + CLOCK_MS) return 'future';
  if (!isPlace(reading)) return 'badPosition';
  if (!isLand(reading.latitude, reading.longitude)) return 'sea';
  const reach =
    known.time === null ? Infinity : (FASTEST_KMH * Math.max(0, reading.time - known.time)) / HOUR + SLACK_KM;
  const { latitude, longitude } = known;
  if (latitude !== null && longitude !== null && kilometresBetween(reading, { latitude, longitude }) > reach)
    return 'jump';
  if (reading.mileage === null || known.mileage === null) return null;
  if (reading.mileage < known.mileage) return 'mileageBack';
  return reading.mileage - known.mileage > reach ? 'mileageJump' : null;
}

/** A report tells something new when it is younger than the last that was believed. */
export const isNews = (reading: GpsReading, known: Pick<GpsKnown, 'time'>): boolean =>
  known.time === null || reading.time > known.time;

/** Whole kilometres that the car has driven since the last report, for its own mileage. */
export const drivenSince = (reading: GpsReading, known: GpsKnown): number =>
  reading.mileage === null || known.mileage === null ? 0 : Math.max(0, reading.mileage - known.mileage);

export const carTakenProblem = (deviceNo: string): Problem => problem('gps.refusal.carTaken', { deviceNo }, 'carId');
export const boundProblem = (): Problem => problem('gps.refusal.bound');
export const notBoundProblem = (): Problem => problem('gps.refusal.notBound');
export const goneProblem = (): Problem => problem('gps.refusal.carGone', {}, 'carId');
