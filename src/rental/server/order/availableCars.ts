import { notFound } from 'forecourt/server';
import { calls, type CarOut } from '../../calls/index.ts';
import {
  AUDIT,
  LISTED,
  OPEN_ORDERS,
  ORDER,
  charges,
  lateMinutes,
  plainTrip,
  returnTimeProblem,
  toBaht,
} from '../../rules/index.ts';
import type { Instant, Parameters } from '../../rules/index.ts';
import { CAR, carRecord, judge, type Wish } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase } from '../database.ts';
import { readPrices, readStores, snapshotOf, type StoreFacts } from '../facts/index.ts';
import { notice, requireNone } from '../problems.ts';
import { instantOf, wireTime } from '../times.ts';
import { withFeesSince } from './priceDraft.ts';
import { pricesOfOrder } from './snapshot.ts';

interface AvailableCarsInput {
  readonly storeId: number;
  readonly returnStoreId?: number;
  readonly subModelId?: number;
  readonly pickupTime: string;
  readonly returnTime: string;
  readonly excludeOrderId?: number;
  /** 1: only cars with an ETC device (D-ORD-20). */
  readonly etc?: 0 | 1;
  /** 1: also cars that are not free because a renter has them. */
  readonly withOut?: 0 | 1;
}

/** Cars that stand at the store or come back to it: whether one really is there at the time is asked of the rules. */
async function candidates({ db }: RentalContext, input: AvailableCarsInput) {
  const rows = await db
    .selectFrom('vehicle')
    .innerJoin('subModel', 'subModel.id', 'vehicle.subModelId')
    .innerJoin('model', 'model.id', 'vehicle.modelId')
    .innerJoin('brand', 'brand.id', 'vehicle.brandId')
    .select(CAR.map((name) => `vehicle.${name}` as const))
    .select(['subModel.name as subModel', 'model.name as model', 'brand.name as brand'])
    .where('vehicle.status', 'in', LISTED)
    .where('vehicle.auditStatus', '=', AUDIT.passed)
    // A union and no "or": either part has its index, and no other car is looked at.
    .where('vehicle.id', 'in', (either) =>
      either
        .selectFrom('vehicle as own')
        .select('own.id')
        .where('own.storeId', '=', input.storeId)
        .union(
          either
            .selectFrom('order')
            .select((order) => order.ref('order.carId').$notNull().as('id'))
            .where('order.status', 'in', OPEN_ORDERS)
            .where('order.returnStoreId', '=', input.storeId),
        ),
    )
    .$if(input.subModelId !== undefined, (query) => query.where('vehicle.subModelId', '=', input.subModelId!))
    .$if(input.etc === 1, (query) => query.where('vehicle.etc', '=', 1))
    .orderBy('vehicle.plate')
    .execute();
  return rows.map((row) => ({
    ...carRecord(row),
    subModelName: `${row.brand} ${row.model} ${row.subModel}`,
  }));
}

/** Who has these cars now, by car; without order and renter where the reader may not see the order. */
async function readOut(
  context: RentalContext,
  carIds: readonly number[],
  timeZone: string,
): Promise<ReadonlyMap<number, CarOut>> {
  const rows = await context.db
    .selectFrom('order')
    .select(['carId', 'id', 'orderNo', 'renterName', 'plannedReturnTime', context.inScope('order', 'order').as('seen')])
    .where('carId', 'in', carIds.length > 0 ? [...carIds] : [0])
    .where('status', '=', ORDER.pickedUp)
    .execute();
  return new Map(
    rows.map(({ carId, id, orderNo, renterName, plannedReturnTime, seen }) => [
      carId!,
      {
        ...(seen ? { id, orderNo: orderNo ?? '', renterName } : { id: null, orderNo: '', renterName: '' }),
        returnTime: seen ? wireTime(plannedReturnTime, timeZone) : '',
        late: seen ? lateMinutes(context.now, plannedReturnTime.getTime()) : 0,
      },
    ]),
  );
}

interface PricedTrip {
  readonly order: OrderRow | null;
  readonly parameters: Parameters;
  readonly pickupStore: StoreFacts;
  /** null: there is none, or none that is open. */
  readonly returnStore: StoreFacts | null;
  readonly pickup: Instant;
  readonly returned: Instant;
}

/**
 * What the trip costs with each of the models and nothing beside it, in baht; a model that cannot be priced is missing. An order that is changed keeps
 * its booked prices for its own model (D-PRICE-09). One statement for all of them.
 */
async function totalsOf(
  db: RentalDatabase,
  subModelIds: readonly number[],
  { order, returnStore, pickup, returned, ...facts }: PricedTrip,
): Promise<ReadonlyMap<number, number>> {
  if (!returnStore) return new Map();
  const stores = { pickupStore: facts.pickupStore, returnStore };
  const prices = await readPrices(db, stores.pickupStore.id, subModelIds);
  const snapshots = new Map([...prices].map(([id, price]) => [id, snapshotOf(price, { ...facts, returnStore })]));
  if (order !== null && order.pickupStoreId === stores.pickupStore.id && subModelIds.includes(order.subModelId))
    snapshots.set(order.subModelId, withFeesSince(await pricesOfOrder(db, order, { lines: [], ...stores }), stores));
  const priced = [...snapshots].map(([id, snapshot]) => [id, charges(snapshot, plainTrip(pickup, returned))] as const);
  return new Map(priced.flatMap(([id, { problems, total }]) => (problems.length > 0 ? [] : [[id, toBaht(total)]])));
}

/**
 * Cars that may be assigned for a time at a store (D-AVAIL-01, D-AVAIL-02), by plate; each with the warnings that do not decide and what the rental
 * costs with it.
 */
export const availableCars = defineCommand(calls.availableCars, {
  transaction: true,
  async run(input, context) {
    const returnStoreId = input.returnStoreId ?? input.storeId;
    const { parameters, stores } = await readStores(context.db, [input.storeId, returnStoreId]);
    const store = stores.get(input.storeId);
    if (!store) throw notFound();
    const order = input.excludeOrderId === undefined ? null : await context.row('order', input.excludeOrderId);
    // The order that is changed keeps its own store, which may be another's than that of whoever sees it by its other end.
    if (order?.pickupStoreId !== store.id) context.requireScope(store.id);

    const pickup = instantOf(input.pickupTime, store.timeZone, 'pickupTime');
    const returned = instantOf(input.returnTime, store.timeZone, 'returnTime');
    const problem = returnTimeProblem(pickup, returned, 'modify');
    requireNone(problem ? [{ ...problem, field: 'returnTime' }] : [], context);

    const cars = await candidates(context, input);
    const wish: Wish = {
      pickup,
      returned,
      pickupStoreId: store.id,
      returnStoreId,
      order,
      now: context.now,
      timeZone: store.timeZone,
      turnaroundMinutes: parameters.turnaroundMinutes,
    };
    const { ofCar } = await judge(context.db, wish, { carIds: cars.map((car) => car.id) });
    const out =
      input.withOut === 1
        ? await readOut(
            context,
            cars.map((car) => car.id),
            store.timeZone,
          )
        : null;
    const free = cars.flatMap((car) => {
      const { available, warnings } = ofCar(car);
      const who = out?.get(car.id);
      // What a renter has is shown although it cannot be chosen; what else is not free is not.
      if (!available && !who) return [];
      return [{ ...car, warnings, ...(out && { free: (available ? 1 : 0) as 0 | 1 }), ...(who && { out: who }) }];
    });
    const totals = await totalsOf(context.db, [...new Set(free.map((car) => car.subModelId))], {
      ...{ order, parameters, pickup, returned },
      pickupStore: store,
      returnStore: stores.get(returnStoreId) ?? null,
    });
    return free.map(({ id, plate, subModelId, subModelName, mileage, etc, warnings, ...more }) => ({
      ...{ id, plate, subModelId, subModelName, mileage, etc },
      ...('free' in more && { free: more.free }),
      ...('out' in more && { out: more.out }),
      externalPlate: 0 as const,
      total: totals.get(subModelId) ?? null,
      warnings: warnings.map((each) => notice(each, context)),
    }));
  },
});
