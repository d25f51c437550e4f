import type { Row } from 'forecourt/server';
import { HOUR, READINESS, VEHICLE } from '../../../rules/index.ts';
import { busyCars, iso, morning, type Occasion } from './busyCars.ts';

/** Purpose, kilometres, minutes and the note of a trip. */
const KINDS = [
  ['wash', 6, 45, ''],
  ['fuel', 4, 20, ''],
  ['wash', 8, 60, '内饰清洁 interior too'],
  ['staff', 38, 95, '去车管所 to the transport office'],
  ['fuel', 5, 25, ''],
  ['other', 17, 50, '试车 test drive after a repair'],
] as const;
const TRIPS = 18;

/** Trips without an order (D-CAR-20) of the last days, on cars that have stood since; their mileage follows. */
export function trips(occasion: Occasion, drivers: readonly number[]): readonly Row[] {
  const { cars, now } = occasion;
  const { isFree } = busyCars(occasion);
  const made: Row[] = [];
  for (const car of cars) {
    const [purpose, distance, minutes, note] = KINDS[made.length % KINDS.length]!;
    const start = morning(now, -1 - (made.length % 5)) + (made.length % 7) * HOUR;
    if (made.length === TRIPS) break;
    if (car.status !== VEHICLE.available || !isFree(car.id, { start, end: now })) continue;
    const end = start + minutes * 60_000;
    const startMileage = car.mileage;
    car.mileage += distance;
    if (purpose === 'wash') car['ready'] = READINESS.ready;
    made.push({
      ...{ id: made.length + 1, carId: car.id, storeId: car.storeId, purpose, note },
      driverId: drivers[made.length % drivers.length],
      ...{ startTime: iso(start), endTime: iso(end), startMileage, endMileage: car.mileage },
      ...{ previousMileage: startMileage, createTime: iso(end), updateTime: iso(end) },
    });
  }
  return made;
}
