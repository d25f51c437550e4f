import type { Random } from 'forecourt/model';
import type { Row } from 'forecourt/server';
import { DAY, HOUR, ORDER, STORAGE, VEHICLE } from '../../../rules/index.ts';
import type { StorageStatus } from '../../../rules/index.ts';
import { at, busyCars, iso, morning, type Occasion } from './busyCars.ts';
import type { Car } from './fleet.ts';

/** What is put away: how many cars, of which kind, from which day on, for how long (null: nobody knows yet), and how it stands. */
interface Plan {
  readonly cars: number;
  readonly kind: 1 | 2;
  readonly day: number;
  readonly days: number | null;
  readonly status: StorageStatus;
  readonly remark: string;
}

const PLANS: readonly Plan[] = [
  { cars: 4, kind: 1, day: -12, days: 5, status: STORAGE.online, remark: '洗车与内饰 detailing' },
  { cars: 3, kind: 2, day: -6, days: 3, status: STORAGE.online, remark: '拍照 photos for the channels' },
  { cars: 4, kind: 1, day: -2, days: 6, status: STORAGE.stored, remark: '等待配件 waiting for a part' },
  { cars: 2, kind: 2, day: -1, days: null, status: STORAGE.stored, remark: '保险理赔 insurance claim' },
  { cars: 3, kind: 1, day: 4, days: 7, status: STORAGE.stored, remark: '淡季入库 low season' },
  { cars: 2, kind: 2, day: 9, days: 4, status: STORAGE.cancelled, remark: '已取消 not needed' },
];
/** Orders without a plate whose model's free cars are put away, so that the forecast has something to say. */
const SHORTAGES = 4;
const SMALL_POOL = 3;
const REPAIR: Plan = { cars: 1, kind: 2, day: 0, days: 3, status: STORAGE.stored, remark: '事故维修 accident repair' };

/** Storage and offline orders on cars that nobody has booked then, and their holds. */
export function storage(
  random: Random,
  occasion: Occasion,
): { readonly storageOrder: readonly Row[]; readonly hold: readonly Row[] } {
  const { cars, orders, now } = occasion;
  const { isFree, take } = busyCars(occasion);
  const storageOrder: Row[] = [];
  const hold: Row[] = [];
  const put = (car: Car, plan: Plan, start: number): boolean => {
    const end = plan.days === null ? null : start + plan.days * DAY;
    if (!isFree(car.id, { start, end })) return false;
    take(car.id, { start, end });
    const id = storageOrder.length + 1;
    const [startTime, endTime] = [iso(start), end === null ? null : iso(end)];
    storageOrder.push({
      id,
      ...{ kind: plan.kind, status: plan.status, remark: plan.remark },
      ...{ carId: car.id, storeId: car.storeId, subModelId: car.subModelId },
      ...{ offlineTime: startTime, onlineTime: endTime },
      createTime: iso(Math.min(start, now) - 3 * HOUR),
      updateTime: iso(Math.min(start, now) - 3 * HOUR),
    });
    if (plan.status !== STORAGE.cancelled)
      hold.push({ carId: car.id, kind: 'storage', sourceId: id, startTime, endTime });
    return true;
  };
  const listed = cars.filter((car) => car.status === VEHICLE.available);
  const poolOf = (order: Row): readonly Car[] =>
    listed.filter((car) => car.storeId === order['pickupStoreId'] && car.subModelId === order['subModelId']);
  const waiting = orders.filter(
    (order) =>
      order['status'] === ORDER.approved &&
      order['carId'] === null &&
      at(order, 'plannedPickupTime') > now + 2 * DAY &&
      poolOf(order).length <= SMALL_POOL,
  );
  for (const order of waiting.slice(0, SHORTAGES))
    for (const car of poolOf(order)) put(car, REPAIR, at(order, 'plannedPickupTime') - 12 * HOUR);
  for (const plan of PLANS)
    for (let left = plan.cars, tries = 0; left > 0 && tries < 200; tries += 1)
      if (put(random.pick(listed), plan, morning(now, plan.day))) left -= 1;
  return { storageOrder, hold };
}
