import { calls } from '../../calls/index.ts';
import { pushGuard } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { refusalOf } from '../problems.ts';
import { beginStep } from './step.ts';

/** What a channel can be told. */
type PushEvent = 'pickup' | 'return';

/** What the payload of a message of the channel `channel` holds. */
interface PushPayload extends Record<string, unknown> {
  readonly event: PushEvent;
  readonly orderId: number;
  readonly orderNo: string | null;
  readonly channel: number;
  readonly channelOrderNo: string | null;
  /** Instant of the pickup or return, ISO 8601. */
  readonly time: string | null;
  readonly plate: string | null;
}

/**
 * Tells the order's channel that the car went out or came back (O14, D-ORD-16). An outbound record, delivered in the background where a
 * gateway is set, else kept as queued; may be repeated.
 */
export const pushOrder = defineCommand(calls.pushOrder, {
  async run({ id, event }, context) {
    const { order } = await beginStep(context, id, 'push');
    const refusal = pushGuard({ what: event, status: order.status, channel: order.channel });
    if (refusal) throw refusalOf([refusal], context);
    const car = order.carId === null ? undefined : await context.row('vehicle', order.carId).catch(() => undefined);
    const time = event === 'pickup' ? order.actualPickupTime : order.actualReturnTime;
    const payload: PushPayload = {
      event,
      orderId: id,
      orderNo: order.orderNo,
      channel: order.channel,
      channelOrderNo: order.channelOrderNo,
      time: time?.toISOString() ?? null,
      plate: (car?.['plate'] as string | undefined) ?? null,
    };
    const pushId = await context.write.message({
      channel: 'channel',
      topic: event,
      to: '',
      payload,
      values: { storeId: event === 'pickup' ? order.pickupStoreId : order.returnStoreId, orderId: id },
    });
    const result = 'queued' as const;
    await context.write.note('order', id, { event: `order.push-${event}`, detail: { pushId, result } });
    return { pushId, result };
  },
});
