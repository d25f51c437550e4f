import { notFound } from '../../../framework/server/errors.ts';
import { calls } from '../../calls/index.ts';
import { AUDIT, LISTED, OPEN_ORDERS, PRICE, returnTimeProblem, satang, toBaht } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { readStores } from '../facts/index.ts';
import { notice, requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';
import { judge } from './bookable.ts';
import type { Wish } from './bookable.ts';
import { carRecord } from './facts.ts';

interface AvailableCarsInput {
  readonly storeId: number;
  readonly returnStoreId?: number;
  readonly subModelId?: number;
  readonly pickupTime: string;
  readonly returnTime: string;
  readonly excludeOrderId?: number;
  /** 1: only cars with an ETC device (D-ORD-20). */
  readonly etc?: 0 | 1;
}

/** Cars that stand at the store or come back to it: whether one really is there at the time is asked of the rules. */
async function candidates({ db }: RentalContext, input: AvailableCarsInput) {
  const rows = await db
    .selectFrom('vehicle')
    .innerJoin('subModel', 'subModel.id', 'vehicle.subModelId')
    .innerJoin('model', 'model.id', 'vehicle.modelId')
    .innerJoin('brand', 'brand.id', 'vehicle.brandId')
    .leftJoin('price', (join) =>
      join
        .onRef('price.subModelId', '=', 'vehicle.subModelId')
        .on('price.storeId', '=', input.storeId)
        .on('price.status', '=', PRICE.enabled),
    )
    .selectAll('vehicle')
    .select(['subModel.name as subModel', 'model.name as model', 'brand.name as brand', 'price.dailyPrice'])
    .where('vehicle.status', 'in', LISTED)
    .where('vehicle.auditStatus', '=', AUDIT.passed)
    .where((where) =>
      where.or([
        where('vehicle.storeId', '=', input.storeId),
        where.exists(
          where
            .selectFrom('order')
            .select('order.id')
            .whereRef('order.carId', '=', 'vehicle.id')
            .where('order.status', 'in', OPEN_ORDERS)
            .where('order.returnStoreId', '=', input.storeId),
        ),
      ]),
    )
    .$if(input.subModelId !== undefined, (query) => query.where('vehicle.subModelId', '=', input.subModelId!))
    .$if(input.etc === 1, (query) => query.where('vehicle.etc', '=', 1))
    .orderBy('vehicle.plate')
    .execute();
  return rows.map((row) => ({
    ...carRecord(row),
    subModelName: `${row.brand} ${row.model} ${row.subModel}`,
    dailyPrice: row.dailyPrice === null ? null : toBaht(satang(row.dailyPrice)),
  }));
}

/** Cars that may be assigned for a time at a store (D-AVAIL-01, D-AVAIL-02), by plate; each with the warnings that do not decide. */
export const availableCars = defineCommand(calls.availableCars, {
  transaction: true,
  async run(input, context) {
    const { parameters, stores } = await readStores(context.db, [input.storeId]);
    const store = stores.get(input.storeId);
    if (!store) throw notFound();
    const order = input.excludeOrderId === undefined ? null : await context.row('order', input.excludeOrderId);
    if (!order) context.requireScope(store.id);

    const pickup = instantOf(input.pickupTime, store.timeZone, 'pickupTime');
    const returned = instantOf(input.returnTime, store.timeZone, 'returnTime');
    const problem = returnTimeProblem(pickup, returned, 'modify');
    requireNone(problem ? [{ ...problem, field: 'returnTime' }] : [], context);

    const cars = await candidates(context, input);
    const wish: Wish = {
      pickup,
      returned,
      pickupStoreId: store.id,
      returnStoreId: input.returnStoreId ?? store.id,
      order,
      now: context.now,
      timeZone: store.timeZone,
      turnaroundMinutes: parameters.turnaroundMinutes,
    };
    const { ofCar } = await judge(context.db, wish, { carIds: cars.map((car) => car.id) });
    return cars.flatMap((car) => {
      const verdict = ofCar(car);
      if (!verdict.available) return [];
      const { id, plate, subModelId, subModelName, mileage, etc, dailyPrice } = car;
      return [
        {
          id,
          plate,
          subModelId,
          subModelName,
          mileage,
          etc,
          externalPlate: 0,
          dailyPrice,
          warnings: verdict.warnings.map((each) => notice(each, context)),
        },
      ];
    });
  },
});
