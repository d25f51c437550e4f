import { sql } from 'kysely';
import { ORDER, channelNumberTaken, owesQuestion, sameTripQuestion, satang } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { RentalContext } from '../database.ts';
import type { Draft, PricedParts } from './draft.ts';

interface EarlierOrder {
  readonly orderNo: string;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly isSameTrip: boolean;
  /** Satang that are still owed of an order that is over. */
  readonly owed: number;
}

/** Orders of these members that are the same trip, or over and not paid. One statement. */
async function readEarlier(
  { db }: RentalContext,
  { subModelId, pickup, returned }: Pick<Draft & PricedParts, 'subModelId' | 'pickup' | 'returned'>,
  memberIds: readonly number[],
): Promise<readonly EarlierOrder[]> {
  const isSameTrip = sql`(o.status = ${sql.lit(ORDER.approved)} and o."subModelId" = ${subModelId}
    and o."plannedPickupTime" = ${new Date(pickup)} and o."plannedReturnTime" = ${new Date(returned)})`;
  const isOwed = sql`(o.status in (${statesSql(ORDER.returned, ORDER.cancelled)}) and o.total + o."depositHeld" > o.paid)`;
  const { rows } = await sql<EarlierOrder>`
    select o."orderNo", o."pickupStoreId", o."returnStoreId", ${isSameTrip} as "isSameTrip",
      case when ${isOwed} then (o.total + o."depositHeld" - o.paid)::float8 else 0 end as owed
    from "order" o where o."memberId" = any(${memberIds}::bigint[]) and (${isSameTrip} or ${isOwed}) order by o.id
  `.execute(db);
  return rows;
}

/**
 * Lists what a clerk should think about before a new order is booked, and may confirm: the renter has the same trip already, or owes money for an order
 * that is over (D-ORD-32).
 */
export async function bookingQuestions(
  context: RentalContext,
  draft: Pick<Draft & PricedParts, 'subModelId' | 'pickup' | 'returned'>,
  memberIds: readonly number[],
): Promise<readonly Problem[]> {
  if (memberIds.length === 0) return [];
  const earlier = await readEarlier(context, draft, memberIds);
  const same = earlier.find((order) => order.isSameTrip);
  const owing = earlier.filter(({ owed }) => owed > 0);
  const sum = owing.reduce((all, { owed }) => all + owed, 0);
  return [...(same ? [sameTripQuestion(same)] : []), ...(sum > 0 ? [owesQuestion(satang(sum), owing.length)] : [])];
}

/**
 * Says which live order of the channel has this number already, in whatever letters it was typed (D-ORD-33). Makes this transaction the only one that
 * gives out the number until it ends.
 */
export async function channelNumberProblem(
  { db }: RentalContext,
  { channel, channelOrderNo }: Pick<Draft, 'channel' | 'channelOrderNo'>,
  orderId: number | null,
): Promise<Problem | null> {
  const number = channelOrderNo?.trim();
  if (!number) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended('channelNumber:' || ${channel}::text || ':' || forecourt_sql.search_fold(${number}), 0))`.execute(
    db,
  );
  // Spelled as the index of the list's filter has it.
  const { rows } = await sql<{ orderNo: string; pickupStoreId: number; returnStoreId: number }>`
    select "orderNo", "pickupStoreId", "returnStoreId" from "order"
    where forecourt_sql.search_fold("channelOrderNo") collate "C" = forecourt_sql.search_fold(${number}) collate "C" and "channelOrderNo" is not null
      and channel = ${channel} and status in (${statesSql(ORDER.approved, ORDER.pickedUp)}) and id is distinct from ${orderId}::bigint
    limit 1
  `.execute(db);
  const [taken] = rows;
  return taken ? channelNumberTaken(taken) : null;
}
