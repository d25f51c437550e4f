import type { Row } from 'forecourt/server';
import {
  DEFAULT_PARAMETERS,
  HOUR,
  MAINTENANCE,
  MINUTE,
  ORDER,
  VEHICLE,
  overlaps,
  type Interval,
  dateOf,
  DEFAULT_TIME_ZONE,
} from '../../../rules/index.ts';
import { at, iso, type Occasion } from './busyCars.ts';
import type { Car } from './fleet.ts';

/** What two renters had to say: the reason, what became of the old car, and the words of the clerk. */
const STORIES = [
  ['breakdown', 'shop', '变速箱异响 gearbox noise on the coast road'],
  ['wish', 'free', 'ลูกค้าขอรถที่ไม่มีกลิ่นบุหรี่ / asked for a car without the smell of smoke'],
] as const;

interface CarChanges {
  readonly carChange: Row[];
  readonly maintenance: Row[];
  readonly hold: Row[];
}

const paperUntil = (car: Car): string =>
  [
    String(car['inspectionExpiry'] ?? ''),
    String((car['compulsoryInsurance'] as Row | null)?.['endDate'] ?? ''),
  ].toSorted()[0]!;

/**
 * Two orders that are out go on with another car of the same model and store: one because the car broke down, which is in the shop since. Changes the orders,
 * their holds and both cars; adds the handovers and what the log says. Draws nothing by chance.
 */
export function carChanges(
  occasion: Occasion & { readonly tasks: Row[]; readonly recordChange: Row[]; readonly workOrders: number },
): CarChanges {
  const { cars, orders, holds, now } = occasion;
  const made: CarChanges = { carChange: [], maintenance: [], hold: [] };
  const taken = new Set<number>();
  // Whatever has the car: an order that is not over, or a hold of another kind.
  const isFree = (carId: number, span: Interval): boolean =>
    !taken.has(carId) &&
    !holds.some(
      (hold) =>
        hold['carId'] === carId &&
        overlaps(span, {
          start: at(hold, 'startTime'),
          end: hold['endTime'] === null ? null : at(hold, 'endTime'),
        }),
    );
  const carOf = new Map(cars.map((car) => [car.id, car]));
  for (const order of orders) {
    const story = STORIES[made.carChange.length];
    if (!story) break;
    const since = order['actualPickupTime'] === null ? now : at(order, 'actualPickupTime');
    const until = at(order, 'plannedReturnTime');
    if (order['status'] !== ORDER.pickedUp || since > now - 30 * HOUR || until < now + 3 * HOUR) continue;
    const old = carOf.get(order['carId'] as number)!;
    const time = Math.floor((now - 6 * HOUR) / MINUTE) * MINUTE;
    const span = { start: time - HOUR, end: until + 6 * HOUR };
    const fit = (car: Car): boolean =>
      car.status === VEHICLE.available &&
      car.storeId === old.storeId &&
      car.subModelId === old.subModelId &&
      paperUntil(car) > dateOf(until, DEFAULT_TIME_ZONE) &&
      isFree(car.id, span);
    const car = cars.find(fit);
    const isNeeded = holds.some(
      (hold) =>
        hold['carId'] === old.id &&
        hold['sourceId'] !== order['id'] &&
        at(hold, 'startTime') > since &&
        at(hold, 'startTime') < now + 30 * HOUR,
    );
    if (!car || isNeeded || old.storeId !== order['pickupStoreId']) continue;
    // Neither the one that was given nor the one that failed is given for another.
    taken.add(car.id).add(old.id);
    change(occasion, made, { order, old, car, since, time, story });
  }
  return made;
}

interface Changed {
  readonly order: Row;
  readonly old: Car;
  readonly car: Car;
  readonly since: number;
  readonly time: number;
  readonly story: (typeof STORIES)[number];
}

function change(
  { tasks, holds, recordChange, workOrders }: Parameters<typeof carChanges>[0],
  made: CarChanges,
  { order, old, car, since, time, story: [reason, fate, remark] }: Changed,
): void {
  const pickup = tasks.find((task) => task['orderId'] === order['id'] && task['type'] === 'pickup')!;
  const operatorId = pickup['operatorId'];
  const mileage = Number(pickup['mileage']) + Math.round(((time - since) / (24 * HOUR)) * 120);
  const handover = (type: string, one: Car, reading: number): Row => ({
    ...pickup,
    ...{ type, time: iso(time), carId: one.id, mileage: reading, oil: type === 'changeback' ? 5 : 8, remark },
    ...{ previousMileage: one.mileage, previousStoreId: one.storeId, storeId: old.storeId },
  });
  tasks.push(handover('changeback', old, mileage), handover('changeout', car, car.mileage));
  const stamps = { createTime: iso(time), updateTime: iso(time) };
  made.carChange.push({
    ...{
      orderId: order['id'],
      carId: old.id,
      newCarId: car.id,
      since: iso(since),
      time: iso(time),
      storeId: old.storeId,
    },
    ...{ reason, fate, remark, unread: null, price: 'kept', priceReason: null, difference: 0, operatorId, ...stamps },
  });
  old.mileage = mileage;
  old.status = VEHICLE.available;
  car.status = VEHICLE.rented;
  Object.assign(order, { carId: car.id, carSince: iso(time) });
  const hold = holds.find((one) => one['kind'] === 'order' && one['sourceId'] === order['id'])!;
  const until = at(order, 'plannedReturnTime') + DEFAULT_PARAMETERS.turnaroundMinutes * MINUTE;
  Object.assign(hold, { carId: car.id, startTime: iso(time), endTime: iso(until) });
  recordChange.push({
    ...{ entity: 'order', recordId: order['id'], time: iso(time), userId: operatorId, event: 'order.changecar' },
    ...{ before: { carId: old.id }, after: { carId: car.id } },
  });
  if (fate !== 'shop') return;
  const work = { carId: old.id, startTime: iso(time), endTime: iso(time + 30 * HOUR) };
  made.maintenance.push({
    ...{ ...work, subModelId: old.subModelId, storeId: old.storeId, institutionId: 8, storageFlag: 1, items: null },
    ...{ cost: 0, mileage, cycle: null, nextMileage: null, status: MAINTENANCE.inProgress, owner: null, images: [] },
    ...{ remark: `${String(order['orderNo'])} · ${remark}`, ...stamps },
  });
  made.hold.push({ ...work, kind: 'maintenance', sourceId: workOrders + made.maintenance.length });
}
