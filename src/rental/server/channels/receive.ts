import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Sentence } from 'forecourt/locale';
import { refuse } from 'forecourt/server';
import type { ChannelAnswer } from '../../calls/index.ts';
import { ORDER, placementOf, satang, toBaht, type ChannelOrder } from '../../rules/index.ts';
import type { RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { carryOut } from './carryOut.ts';
import type { ChannelContent, ChannelMessage } from './message.ts';
import { whyOf } from './refusals.ts';

type Row = RowOf<'channelMessage'> & { readonly id: number };
type Known = ChannelOrder & { readonly id: number };

/** Makes this transaction the only one that hears of the order, before it takes any other lock. */
export const lockChannelOrder = (db: RentalDatabase, channel: number, channelOrderNo: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`channelOrder:${channel}:${channelOrderNo}`}, 0))`.execute(db);

/** The order that a channel calls so, also one that the desk has entered, and the version that was last taken over. */
export async function orderOf(
  db: RentalDatabase,
  { channel, channelOrderNo }: Pick<Row, 'channel' | 'channelOrderNo'>,
): Promise<Known | null> {
  const order = await db
    .selectFrom('order')
    .select(['id', 'status'])
    .select((one) =>
      one
        .selectFrom('channelMessage as m')
        .select((message) => message.fn.max('m.version').as('version'))
        .where('m.channel', '=', channel)
        .where('m.channelOrderNo', '=', channelOrderNo)
        .where('m.state', '=', 'applied')
        .as('version'),
    )
    .where('order.channel', '=', channel)
    .where('order.channelOrderNo', '=', channelOrderNo)
    .orderBy('order.id', 'desc')
    .executeTakeFirst();
  return order ? { id: order.id, cancelled: order.status === ORDER.cancelled, version: order.version } : null;
}

/** What the channel is told of an order that stands as it asked. */
export async function appliedAnswer(db: RentalDatabase, orderId: number): Promise<ChannelAnswer> {
  const { orderNo, total } = await db
    .selectFrom('order')
    .select(['orderNo', 'total'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { result: 'applied', orderNo, total: toBaht(satang(total)), code: null, reason: null };
}

/** An answer that says no more than what became of a message. */
export const nothing = (result: ChannelAnswer['result']): ChannelAnswer => ({
  result,
  orderNo: null,
  total: null,
  code: null,
  reason: null,
});

/** Keeps what became of a message; what is done need not be known any more. */
export async function keepDone(context: RentalContext, row: Row, orderId: number, state: 'applied' | 'superseded') {
  // Another message about an order that there is: it stands as the channel asked.
  const result = row.kind === 'create' ? 'applied' : state;
  const answer: ChannelAnswer = { ...(await appliedAnswer(context.db, orderId)), result };
  const { pickupStoreId } = await context.db
    .selectFrom('order')
    .select('pickupStoreId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await context.write.update('channelMessage', row.id, {
    state,
    orderId,
    storeId: pickupStoreId,
    reasons: null,
    content: null,
    answer,
    tries: row.tries + 1,
    doneTime: new Date(context.now),
  });
  return answer;
}

/** Does what one message asks, now, if it can be done now. Answers what the channel is told. */
async function settle(context: RentalContext, row: Row): Promise<ChannelAnswer> {
  const order = await orderOf(context.db, row);
  const placement = placementOf(row, order);
  if (placement === 'parked') {
    const answer = nothing('parked');
    await context.write.update('channelMessage', row.id, { answer });
    return answer;
  }
  // An order comes to be by one message only.
  if (order && placement !== 'apply')
    return keepDone(context, row, order.id, row.kind === 'cancel' ? 'applied' : 'superseded');
  const content = row.content as unknown as ChannelContent;
  const outcome = await context.attempt(() => carryOut(context, row, content, order?.id ?? null));
  if ('value' in outcome) return keepDone(context, row, outcome.value, 'applied');
  const { code, told, reasons } = whyOf(outcome.refusal, context);
  const answer: ChannelAnswer = { ...nothing('refused'), code, reason: told };
  await context.write.update('channelMessage', row.id, {
    state: 'refused',
    reasons,
    answer,
    orderId: order?.id ?? null,
    tries: row.tries + 1,
  });
  return answer;
}

/** What has come before its order, in the order in which it was meant. */
export async function settleParked(context: RentalContext, created: Pick<Row, 'channel' | 'channelOrderNo'>) {
  const parked = await context.db
    .selectFrom('channelMessage')
    .selectAll()
    .where('channel', '=', created.channel)
    .where('channelOrderNo', '=', created.channelOrderNo)
    .where('state', '=', 'parked')
    .orderBy('version')
    .orderBy('id')
    .execute();
  const inOrder = [
    ...parked.filter(({ kind }) => kind === 'change'),
    ...parked.filter(({ kind }) => kind === 'cancel'),
  ];
  for (const row of inOrder) await settle(context, row);
}

/** The reason of a message whose content could not be read. */
export const UNREADABLE = 'rental.channel.unreadable';

/** A message whose content was never read: nobody can do what it asks. */
export const isUnread = ({ state, reasons }: Pick<Row, 'state' | 'reasons'>): boolean =>
  state === 'refused' &&
  Array.isArray(reasons) &&
  reasons.some((reason) => (reason as Partial<Sentence>).key === UNREADABLE);

const digestOf = (message: ChannelMessage): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('hex');

/**
 * Takes a message of a channel, each once (D-CHN-04): whoever sends it again gets the same answer, and it is there with what it has done or not at all.
 * Refuses another message under the same number, unless the first one could not be read: then it is that message, mended.
 */
export async function receive(context: RentalContext, channel: 2 | 3, message: ChannelMessage): Promise<ChannelAnswer> {
  const { messageId, kind, channelOrderNo, version, content } = message;
  await lockChannelOrder(context.db, channel, channelOrderNo);
  const digest = digestOf(message);
  const known = await context.db
    .selectFrom('channelMessage')
    .select(['id', 'digest', 'answer', 'state', 'reasons', 'channelOrderNo'])
    .where('channel', '=', channel)
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  const isMended =
    known !== undefined && isUnread(known) && known.digest !== digest && known.channelOrderNo === channelOrderNo;
  if (known && !isMended) {
    if (known.digest !== digest) throw refuse('msg.channels.otherMessage');
    const { result, orderNo, total, code, reason } = known.answer as unknown as ChannelAnswer;
    return { result, orderNo, total, code, reason };
  }
  const storeId = content.order.pickupStoreId ?? null;
  const store = storeId === null ? undefined : await storeOf(context.db, storeId);
  const values = { kind, version, state: 'parked', storeId: store?.id ?? null, digest, content } as const;
  const row = isMended
    ? await context.write.update('channelMessage', known.id, { ...values, reasons: null })
    : await context.write.insert('channelMessage', { channel, messageId, channelOrderNo, ...values, tries: 0 });
  const answer = await settle(context, row);
  if (kind === 'create' && answer.result === 'applied') await settleParked(context, row);
  return answer;
}

const storeOf = (db: RentalDatabase, id: number) =>
  db.selectFrom('store').select('id').where('id', '=', id).executeTakeFirst();
