import { sql } from 'kysely';
import { calls, type PreviewInput, type QuoteInput, type StorePreview } from '../../calls/index.ts';
import {
  cancellationTerms,
  dateOf,
  OPEN_ORDERS,
  ORDER,
  toBaht,
  toWallClock,
  type Charges,
  type Instant,
  type StoreRules,
  type StoreSettingDocument,
} from '../../rules/index.ts';
import { defineCommand, statesSql, type RentalContext } from '../database.ts';
import { readHolidays, readStores, type SettingDrafts, type StoreFacts } from '../facts/index.ts';
import { quoteAnswer, quoteOf } from '../order/index.ts';
import { instantOf, wireTime } from '../times.ts';

/** Orders at most that are named; a pause that covers more of them is no pause. */
const MOST_ORDERS = 20;

type Draft = NonNullable<PreviewInput['settings']>;

/** Settings as the rules read them, without what is only half typed. */
function documentOf({ pausePeriods, cancelRules, holidayPickup, festivals }: Draft): StoreSettingDocument {
  const holiday = ({ pickupAllowed, returnAllowed, startTime, endTime }: NonNullable<Draft['holidayPickup']>) => ({
    pickupAllowed: pickupAllowed ?? 1,
    returnAllowed: returnAllowed ?? 1,
    startTime: startTime ?? '',
    endTime: endTime ?? '',
  });
  return {
    pausePeriods: (pausePeriods ?? []).map(({ startTime, endTime }) => ({
      startTime: startTime ?? '',
      endTime: endTime ?? '',
    })),
    cancelRules: cancelRules ?? null,
    holidayPickup: holidayPickup ? holiday(holidayPickup) : null,
    festivals: (festivals ?? []).flatMap((festival) =>
      festival.holidayId
        ? [{ ...holiday(festival), holidayId: festival.holidayId, minDays: festival.minDays ?? null }]
        : [],
    ),
  };
}

/** The door types that the chosen points ask for: free ones are free (D-ORD-19). */
function doorsOf(
  { door }: StoreFacts,
  { pickupPointId, returnPointId }: PreviewInput,
): Pick<QuoteInput, 'pickupType' | 'returnType' | 'pickupPointId' | 'returnPointId'> {
  const typeOf = (id: number | null | undefined, fee: 'deliveryFee' | 'pickupFee'): 0 | 1 | 2 => {
    if (!id) return 0;
    return (door.points.find((point) => point.id === id)?.[fee] ?? 0) > 0 ? 2 : 1;
  };
  return {
    pickupType: typeOf(pickupPointId, 'deliveryFee'),
    returnType: typeOf(returnPointId, 'pickupFee'),
    pickupPointId: pickupPointId ?? null,
    returnPointId: returnPointId ?? null,
  };
}

/** What cancelling the trip would cost (D-ORD-10). */
async function cancelOf(
  { db }: RentalContext,
  store: StoreFacts,
  plannedPickup: Instant,
  fees: Charges['fees'],
): Promise<StorePreview['cancel']> {
  const holidays = await readHolidays(db, dateOf(plannedPickup, store.timeZone));
  const { timeZone, cancelRules: rules } = store;
  const { freeUntil, penalty, ...terms } = cancellationTerms({ plannedPickup, timeZone, rules, holidays, fees });
  return { ...terms, freeUntil: toWallClock(freeUntil, timeZone), penalty: toBaht(penalty) };
}

/** Open orders of which a pause covers the pickup that is to come, or the return (D-ADM-09): they stand, and are listed. */
async function ordersInPauses(
  context: RentalContext,
  storeId: number,
  { pausePeriods, timeZone }: StoreRules,
): Promise<StorePreview['orders']> {
  if (pausePeriods.length === 0) return [];
  const from = pausePeriods.map(({ start }) => new Date(start));
  const to = pausePeriods.map(({ end }) => new Date(end));
  const { rows } = await sql<{ id: number; orderNo: string; end: 'pickup' | 'return'; time: Date }>`
    select o.id, o."orderNo", ends."end", ends.time
    from "order" o,
         lateral (values ('pickup', o."pickupStoreId", o."plannedPickupTime"), ('return', o."returnStoreId", o."plannedReturnTime")) ends("end", store, time)
    where o.status in (${statesSql(...OPEN_ORDERS)}) and ends.store = ${storeId}
      and (ends."end" = 'return' or o.status = ${sql.lit(ORDER.approved)})
      and exists (select from unnest(${from}::timestamptz[], ${to}::timestamptz[]) pause(start, until) where pause.start <= ends.time and ends.time < pause.until)
      and ${context.inScope('order', 'o')}
    order by ends.time, o.id, ends."end" limit ${MOST_ORDERS}
  `.execute(context.db);
  return rows.map((row) => ({ ...row, time: wireTime(row.time, timeZone) }));
}

/** Quotes a trip as the order desk would (D-AVAIL-03), by settings that are not saved yet where some are sent. Writes nothing. */
export const previewStore = defineCommand(calls.previewStore, {
  transaction: true,
  async run(input, context) {
    const { storeId, settings, returnStoreId, subModelId, plannedPickupTime = '', plannedReturnTime = '' } = input;
    await context.row('store', storeId);
    const drafts: SettingDrafts = new Map(settings ? [[storeId, documentOf(settings)]] : []);
    const store = (await readStores(context.db, [storeId], drafts)).stores.get(storeId)!;
    const trip: QuoteInput = {
      ...doorsOf(store, input),
      pickupStoreId: storeId,
      returnStoreId: returnStoreId ?? storeId,
      subModelId: subModelId ?? null,
      plannedPickupTime,
      plannedReturnTime,
      ...(input.channel !== undefined && { channel: input.channel as NonNullable<QuoteInput['channel']> }),
    };
    const { priced } = await quoteOf(context, trip, null, drafts);
    const pickup = plannedPickupTime === '' ? null : instantOf(plannedPickupTime, store.timeZone, 'plannedPickupTime');
    return {
      quote: quoteAnswer(priced, null, context),
      cancel: priced.charges && pickup !== null ? await cancelOf(context, store, pickup, priced.charges.fees) : null,
      orders: await ordersInPauses(context, storeId, store.rules),
    };
  },
});
