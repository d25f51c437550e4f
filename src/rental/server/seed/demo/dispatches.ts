import type { Random } from 'forecourt/model';
import type { Row } from 'forecourt/server';
import { DAY, DISPATCH_PLAN, VEHICLE } from '../../../rules/index.ts';
import type { DispatchPlanStatus } from '../../../rules/index.ts';
import { busyCars, iso, morning, type Occasion } from './busyCars.ts';
import type { Car } from './fleet.ts';
import { STORES } from './places.ts';

/** From which day on a car goes, counted from today, which cars may, and how the plan stands; one that is past is overdue. */
interface Plan {
  readonly day: number;
  readonly of: 'waiting' | 'listed';
  readonly status: DispatchPlanStatus;
  readonly remark: string;
}
const PLANS: readonly Plan[] = [
  { day: -1, of: 'waiting', status: DISPATCH_PLAN.planned, remark: '等司机 waiting for a driver' },
  { day: 1, of: 'waiting', status: DISPATCH_PLAN.planned, remark: '' },
  { day: 1, of: 'listed', status: DISPATCH_PLAN.planned, remark: '补充旺季车辆 cars for the high season' },
  { day: 2, of: 'listed', status: DISPATCH_PLAN.planned, remark: '机场店缺车 the airport is short' },
  { day: 4, of: 'listed', status: DISPATCH_PLAN.planned, remark: '' },
  { day: 3, of: 'listed', status: DISPATCH_PLAN.cancelled, remark: '客户续租 the renter keeps it' },
];
/** Cars are booked weeks ahead: it takes a while until one has nothing to do any more. */
const LATEST_DAY = 45;

/** Another store in the same city where there is one, so that nobody drives a car through half the country. */
function goal(random: Random, car: Car): number {
  const others = STORES.flatMap((_store, index) => (index + 1 === car.storeId ? [] : [index + 1]));
  const near = others.filter((id) => STORES[id - 1]![1] === STORES[car.storeId - 1]![1]);
  return random.pick(near.length > 0 ? near : others);
}

/** Planned dispatches of cars that nobody has booked from then on, those of the cars that came from another store, and the holds. */
export function dispatches(
  random: Random,
  occasion: Occasion,
): { readonly dispatchPlan: readonly Row[]; readonly hold: readonly Row[] } {
  const { cars, now } = occasion;
  const { isFree, take } = busyCars(occasion);
  const dispatchPlan: Row[] = [];
  const hold: Row[] = [];
  const add = (car: Car, fromStoreId: number, toStoreId: number, depart: number, rest: Row): number => {
    const id = dispatchPlan.length + 1;
    const time = iso(Math.min(depart, now) - DAY);
    dispatchPlan.push({
      ...{ id, carId: car.id, subModelId: car.subModelId, fromStoreId, toStoreId, departTime: iso(depart) },
      ...{ createTime: time, updateTime: time },
      ...rest,
    });
    return id;
  };
  const candidates = {
    waiting: cars.filter((car) => car.status === VEHICLE.pending && car['dispatchTime'] === null),
    listed: cars.filter((car) => car.status === VEHICLE.available),
  };
  const next = (of: readonly Car[], from: number): { readonly car: Car; readonly depart: number } | undefined => {
    for (let day = from; day <= LATEST_DAY; day += 1) {
      const depart = morning(now, day);
      const car = of.find((each) => isFree(each.id, { start: depart, end: null }));
      if (car) return { car, depart };
    }
    return undefined;
  };
  for (const { day, of, ...plan } of PLANS) {
    const found = next(candidates[of], day);
    if (!found) continue;
    const { car, depart } = found;
    take(car.id, { start: depart, end: null });
    const id = add(car, car.storeId, goal(random, car), depart, { ...plan, doneTime: null });
    if (plan.status === DISPATCH_PLAN.planned)
      hold.push({ carId: car.id, kind: 'dispatch', sourceId: id, startTime: iso(depart), endTime: null });
  }
  for (const car of cars) {
    const dispatched = car['dispatchTime'];
    if (typeof dispatched !== 'string') continue;
    const done = Date.parse(dispatched.replace(' ', 'T').replace(/[+]07$/, '+07:00'));
    add(car, goal(random, car), car.storeId, done, { status: DISPATCH_PLAN.done, remark: '', doneTime: iso(done) });
  }
  return { dispatchPlan, hold };
}
