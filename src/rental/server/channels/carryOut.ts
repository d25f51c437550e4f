import { sentenceText } from 'forecourt/locale';
import { agreedTotalProblem, PAYMENT, satang, subtract, ZERO, type Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RowOf } from '../database.ts';
import {
  addLine,
  AGREED_TOTAL,
  cancelBooking,
  quoteOf,
  recordPayment,
  repriceOrder,
  saveBooking,
} from '../order/index.ts';
import { requireNone, satangOf } from '../problems.ts';
import type { ChannelContent } from './message.ts';

type Message = Pick<RowOf<'channelMessage'>, 'channel' | 'kind' | 'channelOrderNo'>;

/** The reason where the channel gives none. */
const CANCELLED = sentenceText({ key: 'rental.channel.cancelled' });

const ORDINARY = 7;
const ZUZUCHE_PAY = 6;
const ZUZUCHE = 3;

/**
 * Does what a channel asks, by the rules of the desk. Prices are ours. The bill is brought to what the channel has
 * agreed with the renter, unless that lies too far from ours (D-CHN-05). Answers the order's id. Throws what the rules
 * refuse.
 */
export async function carryOut(
  context: RentalContext,
  message: Message,
  content: ChannelContent,
  orderId: number | null,
): Promise<number> {
  if (message.kind === 'cancel') {
    const reason = content.reason.trim() || CANCELLED;
    await cancelBooking(context, { id: orderId!, reason });
    return orderId!;
  }
  if (orderId === null) return create(context, message, content);
  await saveBooking(context, { ...content.order, id: orderId });
  if (content.total !== null) await agree(context, orderId, message.channel, content, content.total);
  return orderId;
}

async function create(context: RentalContext, message: Message, content: ChannelContent): Promise<number> {
  const { channel, channelOrderNo } = message;
  const input = { pickupType: 0, returnType: 0, ...content.order, channel, channelOrderNo } as const;
  if (content.total !== null) {
    const { priced } = await quoteOf(context, input, null);
    if (priced.charges) await requireLikely(context, channel, satangOf(content.total, 'total'), priced.charges.total);
  }
  const { id } = await saveBooking(context, {
    ...input,
    // Nobody is at the desk who could be asked.
    confirmed: 1,
    channelTotal: content.total,
    ...(content.prepaid && { prepaid: 1 as const }),
  });
  return id;
}

/** Brings the bill of an order to what was agreed anew; what the channel has got more of is recorded. */
async function agree(
  context: RentalContext,
  orderId: number,
  channel: number,
  { prepaid }: ChannelContent,
  total: number,
): Promise<void> {
  const order: OrderRow = await context.row('order', orderId, { lock: true });
  const agreed = satangOf(total, 'total');
  await requireLikely(context, channel, agreed, satang(order.total));
  const difference = subtract(agreed, satang(order.total));
  if (difference === ZERO) return;
  const item = difference > ZERO ? 'additional' : 'reduction';
  await addLine(context, orderId, {
    item,
    amount: satang(Math.abs(difference)),
    source: 'manual',
    remark: AGREED_TOTAL,
  });
  await repriceOrder(context, order);
  const missing = subtract(agreed, satang(order.paid));
  if (!prepaid || missing <= ZERO) return;
  const method = channel === ZUZUCHE ? ZUZUCHE_PAY : ORDINARY;
  await recordPayment(context, order, { type: PAYMENT.income, amount: missing, feeItem: 'total', method });
}

async function requireLikely(context: RentalContext, channel: number, theirs: Satang, ours: Satang): Promise<void> {
  const setting = await context.db
    .selectFrom('channelSetting')
    .select(['tolerancePercent as below', 'abovePercent as above'])
    .where('channel', '=', channel as 2 | 3)
    .executeTakeFirst();
  const unlikely = agreedTotalProblem(theirs, ours, setting ?? { below: 0, above: 0 });
  requireNone(unlikely ? [unlikely] : [], context);
}
