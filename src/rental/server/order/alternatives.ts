import { sql } from 'kysely';
import { notFound } from 'forecourt/server';
import { calls, type Alternatives, type AlternativesInput } from '../../calls/index.ts';
import {
  BACK_OFFICE_CHANNEL,
  PRICE,
  charges,
  dateOf,
  isStrict,
  plainTrip,
  quoteVerdict,
  rentalLength,
  returnTimeProblem,
  sameDayPickups,
  toBaht,
  toWallClock,
} from '../../rules/index.ts';
import type { Holiday, Instant, Parameters } from '../../rules/index.ts';
import { judgementOf, readAvailability, type Wish } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import {
  readHolidays,
  readPrices,
  readPricesAt,
  readStores,
  snapshotOf,
  type Price,
  type StoreFacts,
} from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';

/** So many other stores, and other models, are looked at: the nearest, and those of the nearest price. */
const MOST_ASKED = 12;
/** So many of each are answered. */
const MOST_SHOWN = 4;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What is asked beside the trip itself: stores with the model and models at the store, each with a price. */
async function readChoices(context: RentalContext, { storeId, subModelId }: AlternativesInput) {
  const enabled = sql.lit(PRICE.enabled);
  const own = sql`(select "dailyPrice" from price where "storeId" = ${storeId} and "subModelId" = ${subModelId} limit 1)`;
  const far = (axis: 'latitude' | 'longitude') =>
    sql`power((s.location ->> ${sql.lit(axis)})::float8 - (home.location ->> ${sql.lit(axis)})::float8, 2)`;
  const { rows: stores } = await sql<Named>`
    select s.id, s."storeName" as name from price p join store s on s.id = p."storeId" cross join (select "cityId", location from store where id = ${storeId}) home
    where p."subModelId" = ${subModelId} and p.status = ${enabled} and s.status = 1 and s.id <> ${storeId} and ${context.inScope('store', 's')}
    order by s."cityId" is distinct from home."cityId", ${far('latitude')} + ${far('longitude')}, s."storeName" limit ${MOST_ASKED}
  `.execute(context.db);
  const { rows: models } = await sql<Named>`
    select sub.id, brand.name || ' ' || model.name || ' ' || sub.name as name from price p
    join "subModel" sub on sub.id = p."subModelId" join model on model.id = sub."modelId" join brand on brand.id = sub."brandId"
    where p."storeId" = ${storeId} and p."subModelId" <> ${subModelId} and p.status = ${enabled}
    order by abs(p."dailyPrice" - ${own}), sub.id limit ${MOST_ASKED}
  `.execute(context.db);
  return { stores, models };
}

/** The trip that was asked for, and what judges and prices one like it. */
interface Asked {
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly pickupStore: StoreFacts;
  /** null: where it is picked up. */
  readonly returnStore: StoreFacts | null;
  readonly order: OrderRow | null;
  readonly now: Instant;
  readonly strict: boolean;
  /** Nobody asks how long before the store wants to know of it. */
  readonly pickupKept: boolean;
  readonly parameters: Parameters;
  readonly holidays: readonly Holiday[];
}

/** The trip as a wish, perhaps at another time or store. */
const wishOf = ({ pickupStore, returnStore, ...asked }: Asked): Wish => ({
  ...{ pickup: asked.pickup, returned: asked.returned, order: asked.order, now: asked.now },
  pickupStoreId: pickupStore.id,
  returnStoreId: (returnStore ?? pickupStore).id,
  timeZone: pickupStore.timeZone,
  turnaroundMinutes: asked.parameters.turnaroundMinutes,
});

/** What the trip costs in baht with nothing beside it; null where stores, calendar or price refuse it. */
function totalOf(asked: Asked, price: Price | undefined): number | null {
  const { pickup, returned, pickupStore, parameters } = asked;
  const returnStore = asked.returnStore ?? pickupStore;
  const { errors } = quoteVerdict({
    ...{ now: asked.now, pickup, returned, pickupStore: pickupStore.rules, returnStore: returnStore.rules },
    ...{
      strict: asked.strict,
      pickupKept: asked.pickupKept,
      holidays: asked.holidays,
      priced: price !== undefined,
      available: true,
    },
    days: rentalLength(pickup, returned, parameters).days,
  });
  if (errors.length > 0 || !price) return null;
  const { problems, total } = charges(
    snapshotOf(price, { parameters, pickupStore, returnStore }),
    plainTrip(pickup, returned),
  );
  return problems.length > 0 ? null : toBaht(total);
}

/** Reads the trip, and refuses what a list of free cars refuses. */
async function readAsked(context: RentalContext, input: AlternativesInput, storeIds: readonly number[]) {
  const { storeId, returnStoreId = storeId, excludeOrderId, channel = BACK_OFFICE_CHANNEL } = input;
  const { parameters, stores } = await readStores(context.db, [storeId, returnStoreId, ...storeIds]);
  const pickupStore = stores.get(storeId);
  if (!pickupStore) throw notFound();
  const order = excludeOrderId === undefined ? null : await context.row('order', excludeOrderId);
  if (order?.pickupStoreId !== storeId) context.requireScope(storeId);
  const pickup = instantOf(input.pickupTime, pickupStore.timeZone, 'pickupTime');
  const returned = instantOf(input.returnTime, pickupStore.timeZone, 'returnTime');
  const problem = returnTimeProblem(pickup, returned, 'modify');
  requireNone(problem ? [{ ...problem, field: 'returnTime' }] : [], context);
  const holidays = await readHolidays(context.db, dateOf(pickup, pickupStore.timeZone));
  const asked: Asked = {
    ...{
      pickup,
      returned,
      pickupStore,
      order,
      parameters,
      holidays,
      now: context.now,
      strict: isStrict(channel),
      pickupKept: false,
    },
    returnStore: returnStoreId === storeId ? null : (stores.get(returnStoreId) ?? null),
  };
  return { asked, stores };
}

/**
 * Says what else can be booked where a model has no car for a trip (D-AVAIL-04). That is other stores for the same
 * time, the nearest pickups of the same day, and other models of a like price. Each is judged and priced as a booking.
 * However many there are, seven statements at most.
 */
export const alternatives = defineCommand(calls.alternatives, {
  transaction: true,
  async run(input, context): Promise<Alternatives> {
    const { db, now } = context;
    const { storeId, subModelId } = input;
    const choices = await readChoices(context, input);
    const { asked, stores } = await readAsked(
      context,
      input,
      choices.stores.map(({ id }) => id),
    );
    const modelIds = choices.models.map(({ id }) => id);
    const prices = await readPrices(db, storeId, [subModelId, ...modelIds]);
    const elsewhere = await readPricesAt(
      db,
      choices.stores.map(({ id }) => id),
      subModelId,
    );
    const pools = [
      ...[subModelId, ...modelIds].map((id) => ({ storeId, subModelId: id })),
      ...choices.stores.map(({ id }) => ({ storeId: id, subModelId })),
    ];
    const known = await readAvailability(db, { carIds: [], pools, storeId: null, now, order: null });
    /** How many cars there are and what it costs; nothing where it cannot be booked. An order keeps its price for its own model (D-PRICE-09). */
    const offered = (trip: Asked, model: number, price: Price | undefined) => {
      const keeps = trip.order?.subModelId === model && trip.order.pickupStoreId === trip.pickupStore.id;
      const total = totalOf(trip, price);
      if (total === null) return [];
      const { available, count } = judgementOf(known, wishOf(trip)).ofModel({
        storeId: trip.pickupStore.id,
        subModelId: model,
      });
      return available ? [{ count: Math.max(1, count), total: keeps ? null : total }] : [];
    };

    const atTime = (pickup: Instant) => {
      // Outside its hours a store is not offered, and a walk-in needs no notice.
      const trip: Asked = { ...asked, pickup, returned: asked.returned + (pickup - asked.pickup) };
      if (totalOf({ ...trip, strict: true, pickupKept: !asked.strict }, prices.get(subModelId)) === null) return [];
      const { timeZone } = asked.pickupStore;
      return offered(trip, subModelId, prices.get(subModelId)).map((offer) => ({
        pickupTime: toWallClock(pickup, timeZone),
        returnTime: toWallClock(trip.returned, timeZone),
        ...offer,
      }));
    };
    const first = (pickups: readonly Instant[]) => {
      for (const pickup of pickups) {
        const found = atTime(pickup);
        if (found.length > 0) return found;
      }
      return [];
    };
    const { earlier, later } = sameDayPickups(asked.pickup, { timeZone: asked.pickupStore.timeZone, now });
    return {
      stores: choices.stores
        .flatMap(({ id, name }) => {
          const store = stores.get(id);
          if (!store) return [];
          return offered({ ...asked, pickupStore: store }, subModelId, elsewhere.get(id)).map((offer) => ({
            storeId: id,
            storeName: name,
            ...offer,
          }));
        })
        .slice(0, MOST_SHOWN),
      times: [...first(earlier), ...first(later)],
      models: choices.models
        .flatMap(({ id, name }) =>
          offered(asked, id, prices.get(id)).map((offer) => ({ subModelId: id, subModelName: name, ...offer })),
        )
        .slice(0, MOST_SHOWN),
    };
  },
});
