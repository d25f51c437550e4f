import { sql } from 'kysely';
import { calls } from '../../calls/index.ts';
import { AUDIT, LATE_HORIZON, ORDER, VEHICLE, lateMinutes, marginMinutes, takeOverOrder } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { carRecord, judgementOf, readAvailability } from '../availability/index.ts';
import { readParameters } from '../facts/index.ts';
import { notice } from '../problems.ts';
import { taskTypeOf } from '../taskType.ts';
import { wireTime } from '../times.ts';

/** An approved order whose car has not come back from the order before. */
interface Risk {
  readonly id: number;
  readonly orderNo: string;
  readonly renterName: string;
  readonly plannedPickupTime: Date;
  readonly plannedReturnTime: Date;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly subModelId: number;
  readonly carId: number;
  readonly etc: 0 | 1;
  readonly storeName: string;
  readonly timeZone: string;
  readonly subModelName: string;
  readonly plate: string;
  readonly lateReturnTime: Date;
  /** null when the late order belongs to a store that the reader does not see. */
  readonly lateId: number | null;
  readonly lateOrderNo: string | null;
}

const MOST = 50;
const CARS_SHOWN = 5;

/** Late cars, each with the next order that waits for it, the nearest pickup first. One query: by state and return, then by car and pickup. */
async function readRisks(context: RentalContext): Promise<readonly Risk[]> {
  const seen = (alias: 'late' | 'next') => context.inScope('order', alias);
  const now = new Date(context.now);
  const { rows } = await sql<Risk>`
    select next.id, next."orderNo", next."renterName", next."plannedPickupTime", next."plannedReturnTime", next."pickupStoreId", next."returnStoreId",
      next."subModelId", next."carId", next.etc, store."storeName", coalesce(city."timeZone", 'Asia/Bangkok') as "timeZone", vehicle.plate,
      brand.name || ' ' || model.name || ' ' || "subModel".name as "subModelName", late."plannedReturnTime" as "lateReturnTime",
      case when ${seen('late')} then late.id end as "lateId", case when ${seen('late')} then late."orderNo" end as "lateOrderNo"
    from "order" late
    join lateral (
      select * from "order" waiting where waiting."carId" = late."carId" and waiting.status = ${sql.lit(ORDER.approved)} and waiting."plannedReturnTime" > ${now} order by waiting."plannedPickupTime" limit 1
    ) next on true
    join vehicle on vehicle.id = late."carId"
    join store on store.id = next."pickupStoreId" left join city on city.id = store."cityId"
    join "subModel" on "subModel".id = next."subModelId" join model on model.id = "subModel"."modelId" join brand on brand.id = "subModel"."brandId"
    where late.status = ${sql.lit(ORDER.pickedUp)} and late."plannedReturnTime" < ${now} and next."plannedPickupTime" < ${new Date(context.now + LATE_HORIZON)} and ${seen('next')}
    order by next."plannedPickupTime", next.id limit ${MOST}
  `.execute(context.db);
  return rows;
}

/** Listed cars that stand at these stores now, with the price of their model there. */
async function readCandidates(context: RentalContext, storeIds: readonly number[]) {
  const rows = await context.db
    .selectFrom('vehicle')
    .innerJoin('subModel', 'subModel.id', 'vehicle.subModelId')
    .innerJoin('model', 'model.id', 'vehicle.modelId')
    .innerJoin('brand', 'brand.id', 'vehicle.brandId')
    .leftJoin('price', (join) =>
      join.onRef('price.storeId', '=', 'vehicle.storeId').onRef('price.subModelId', '=', 'vehicle.subModelId'),
    )
    .selectAll('vehicle')
    .select(['subModel.name as subModel', 'model.name as model', 'brand.name as brand', 'price.dailyPrice as daily'])
    .where('vehicle.storeId', 'in', [...storeIds])
    .where('vehicle.status', '=', VEHICLE.available)
    .where('vehicle.auditStatus', '=', AUDIT.passed)
    .execute();
  return rows.map((row) => ({
    ...carRecord(row),
    subModelName: `${row.brand} ${row.model} ${row.subModel}`,
    daily: row.daily,
  }));
}

/** The first cars that are free, of those in the order of choice: of a store with many cars few are judged. */
function firstFree<Car, Judged extends { readonly available: boolean }>(
  cars: readonly Car[],
  judge: (car: Car) => Judged,
): readonly (Car & Judged)[] {
  const free: (Car & Judged)[] = [];
  for (const car of cars) {
    const judged = judge(car);
    if (judged.available) free.push({ ...car, ...judged });
    if (free.length === CARS_SHOWN) break;
  }
  return free;
}

/**
 * Orders whose car is still out although it should be back: how many minutes are left, and which cars could take over (the booked model first, then
 * better ones). Assigning one is `POST /order/assigncar`, with all its guards (O5).
 */
export const lateReturns = defineCommand(calls.lateReturns, {
  transaction: true,
  async run(_input, context) {
    // Who brings and fetches cars sees own tasks only, and gives no cars.
    if (taskTypeOf(context.actor) !== null) return [];
    const risks = await readRisks(context);
    if (risks.length === 0) return [];
    const { turnaroundMinutes } = await readParameters(context.db);
    const candidates = await readCandidates(context, [...new Set(risks.map((risk) => risk.pickupStoreId))]);
    const prices = await context.db
      .selectFrom('price')
      .select(['storeId', 'subModelId', 'dailyPrice'])
      .where('storeId', 'in', [...new Set(risks.map((risk) => risk.pickupStoreId))])
      .execute();
    const { now } = context;
    const carIds = candidates.map((car) => car.id);
    const carsOf = new Map<number, (typeof candidates)[number][]>();
    for (const car of candidates) {
      const ofStore = carsOf.get(car.storeId);
      if (ofStore) ofStore.push(car);
      else carsOf.set(car.storeId, [car]);
    }
    const known = await readAvailability(context.db, { carIds, pools: [], storeId: null, now, order: null });

    return risks.map((risk) => {
      const daily =
        prices.find((price) => price.storeId === risk.pickupStoreId && price.subModelId === risk.subModelId)
          ?.dailyPrice ?? null;
      const { ofCar } = judgementOf(known, {
        now,
        timeZone: risk.timeZone,
        pickup: risk.plannedPickupTime.getTime(),
        returned: risk.plannedReturnTime.getTime(),
        pickupStoreId: risk.pickupStoreId,
        returnStoreId: risk.returnStoreId,
        turnaroundMinutes,
        order: { ...risk, status: ORDER.approved, actualPickupTime: null },
      });
      const waiting = (carsOf.get(risk.pickupStoreId) ?? []).filter((car) => risk.etc === 0 || car.etc === 1);
      const cars = firstFree(takeOverOrder(waiting, { subModelId: risk.subModelId, daily }), ofCar);
      return {
        id: risk.id,
        orderNo: risk.orderNo,
        renterName: risk.renterName,
        subModelId: risk.subModelId,
        subModelName: risk.subModelName,
        storeName: risk.storeName,
        plannedPickupTime: wireTime(risk.plannedPickupTime, risk.timeZone),
        plate: risk.plate,
        margin: marginMinutes(now, risk.plannedPickupTime.getTime(), turnaroundMinutes),
        late: {
          id: risk.lateId,
          orderNo: risk.lateOrderNo ?? '',
          plannedReturnTime: wireTime(risk.lateReturnTime, risk.timeZone),
          minutes: lateMinutes(now, risk.lateReturnTime.getTime()),
        },
        cars: cars.map(({ id, plate, subModelId, subModelName, mileage, warnings }) => ({
          id,
          plate,
          subModelId,
          subModelName,
          mileage,
          warnings: warnings.map((each) => notice(each, context)),
        })),
      };
    });
  },
});
