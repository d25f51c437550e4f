import type { Row } from 'forecourt/server';
import type { Random } from 'forecourt/model';
import { DAY, HOUR, INSURANCE, MAINTENANCE, VEHICLE, addDays, fromBaht } from '../../../rules/index.ts';
import { iso } from './draft.ts';
import type { Car } from './fleet.ts';

const GARAGES = [8, 9] as const;
const INSURERS = [6, 7] as const;
const JOBS = [
  ['机油机滤 oil and filter', 1800],
  ['刹车片 brake pads', 3200],
  ['轮胎 tyres', 9600],
  ['空调 air conditioning', 2700],
  ['补漆 paint', 4500],
  ['电瓶 battery', 2900],
] as const;
/** Orders of the demonstration begin later: work of the past never meets them. */
const WORK_BEFORE_DAYS = 110;

interface Upkeep {
  readonly maintenance: Row[];
  readonly insurance: Row[];
  readonly annualInspection: Row[];
  readonly hold: Row[];
}

interface Occasion {
  readonly random: Random;
  readonly cars: readonly Car[];
  /** What orders hold. */
  readonly holds: readonly Row[];
  readonly now: number;
  readonly today: string;
}

/**
 * Work orders, policies and inspections of the fleet: done long ago, under way, and planned; most papers are good, some end soon, some have ended. Gives the cars
 * what follows from it: next maintenance, the policies they show, the inspection. Who is out with a renter stays fit to drive.
 */
export function upkeep(occasion: Occasion): Upkeep {
  const made: Upkeep = { maintenance: [], insurance: [], annualInspection: [], hold: [] };
  const fleet = occasion.cars.filter(({ status }) => status !== VEHICLE.sold && status !== VEHICLE.totalLoss);
  for (const [index, car] of fleet.entries()) {
    pastWork(occasion, car, made);
    serviceDue(occasion, car, index);
    papers(occasion, car, index, made);
  }
  workNow(occasion, fleet, made);
  return made;
}

const workOf = ({ random }: Occasion, car: Car): Row & { cost: number } => {
  const [items, cost] = random.pick(JOBS);
  return {
    carId: car.id,
    subModelId: car.subModelId,
    storeId: car.storeId,
    institutionId: random.pick(GARAGES),
    items,
    cost: fromBaht(cost + random.int(0, 20) * 50),
    images: [],
    cycle: 10_000,
  };
};

/** What was done in the last year and a half, one after the other. */
function pastWork(occasion: Occasion, car: Car, made: Upkeep): void {
  const { random, now } = occasion;
  const many = random.int(0, 2);
  for (let done = many; done > 0; done -= 1) {
    const start = now - (WORK_BEFORE_DAYS + done * 130 + random.int(0, 90)) * DAY;
    const mileage = Math.max(500, car.mileage - (done * 8000 + random.int(0, 1500)));
    made.maintenance.push({
      ...workOf(occasion, car),
      storageFlag: 1,
      startTime: iso(start),
      endTime: iso(start + random.int(3, 40) * HOUR),
      mileage,
      nextMileage: mileage + 10_000,
      status: MAINTENANCE.completed,
      createTime: iso(start),
      updateTime: iso(start + 2 * DAY),
    });
  }
}

/** Most cars have some way to go; some are near it, some past it. */
function serviceDue({ random }: Occasion, car: Car, index: number): void {
  const left =
    index % 29 === 4 ? -random.int(0, 1400) : index % 17 === 6 ? random.int(60, 990) : random.int(1200, 9800);
  car['nextMaintenanceMileage'] = car.mileage + left;
}

function papers(occasion: Occasion, car: Car, index: number, made: Upkeep): void {
  const { random, today } = occasion;
  const parked = car.status === VEHICLE.pending;
  const overdue = parked && index % 3 === 0;
  for (const [type, field] of [
    [INSURANCE.compulsory, 'compulsoryInsurance'],
    [INSURANCE.commercial, 'commercialInsurance'],
  ] as const) {
    const shown = car[field] as Row;
    if (overdue && type === INSURANCE.compulsory) {
      shown['endDate'] = addDays(today, -random.int(2, 40));
      shown['startDate'] = addDays(shown['endDate'] as string, -364);
    }
    const { company, policyNo, startDate, endDate } = shown as {
      company: number;
      policyNo: string;
      startDate: string;
      endDate: string;
    };
    const premium = fromBaht(type === INSURANCE.compulsory ? 1_182.35 : 16_000 + 900 * (index % 13));
    const policy = { carId: car.id, type, company, premium };
    const before = { startDate: addDays(startDate, -365), endDate: addDays(startDate, -1) };
    if (before.startDate > (car['registerDate'] as string))
      made.insurance.push({ ...policy, company: random.pick(INSURERS), policyNo: `P${random.digits(10)}`, ...before });
    made.insurance.push({ ...policy, policyNo, startDate, endDate });
    // Some are renewed before they end.
    if (!overdue && endDate < addDays(today, 20) && random.chance(0.3))
      made.insurance.push({
        ...policy,
        policyNo: `P${random.digits(10)}`,
        startDate: addDays(endDate, 1),
        endDate: addDays(endDate, 365),
      });
  }
  if (parked && index % 4 === 1) car['inspectionExpiry'] = addDays(today, -random.int(1, 25));
  const expiry = car['inspectionExpiry'] as string;
  const passed = addDays(expiry, -365);
  if (passed > (car['registerDate'] as string) && passed < today) {
    const time = `${addDays(passed, -random.int(0, 12))}T04:00:00Z`;
    const entered = time.slice(0, 10) < today ? time : `${addDays(today, -1)}T04:00:00Z`;
    made.annualInspection.push({
      carId: car.id,
      nextInspectionDate: expiry,
      expiry: passed,
      cost: fromBaht(200),
      createTime: entered,
      updateTime: entered,
    });
  }
}

/** In the shop now, and planned where nobody has booked the car. */
function workNow(occasion: Occasion, fleet: readonly Car[], made: Upkeep): void {
  const { random, now, holds } = occasion;
  const firstHold = new Map<number, number>();
  for (const { carId, startTime } of holds) {
    const start = Date.parse(startTime as string);
    firstHold.set(carId as number, Math.min(start, firstHold.get(carId as number) ?? Infinity));
  }
  const idle = fleet.filter(
    (car) => car.status === VEHICLE.available && (firstHold.get(car.id) ?? Infinity) > now + 4 * DAY,
  );
  for (const [at, car] of idle.slice(0, 14).entries()) {
    const begun = at < 9;
    const inShop = at % 5 !== 4;
    const start = begun ? now - random.int(2, 60) * HOUR : now + random.int(8, 30) * HOUR;
    const open = inShop && !firstHold.has(car.id) && at % 3 === 0;
    const end = open ? null : now + (begun ? random.int(10, 48) : random.int(40, 80)) * HOUR;
    made.maintenance.push({
      ...workOf(occasion, car),
      storageFlag: inShop ? 1 : 0,
      startTime: iso(start),
      endTime: end === null ? null : iso(end),
      mileage: begun ? car.mileage : null,
      status: MAINTENANCE.inProgress,
      createTime: iso(Math.min(start, now)),
      updateTime: iso(Math.min(start, now)),
    });
    if (inShop)
      made.hold.push({
        carId: car.id,
        kind: 'maintenance',
        sourceId: made.maintenance.length,
        startTime: iso(start),
        endTime: end === null ? null : iso(end),
      });
  }
}
