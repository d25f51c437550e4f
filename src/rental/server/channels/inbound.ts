import { refuse } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { placementOf } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { FLIGGY_KINDS, fromFliggy } from './adapters/fliggy.ts';
import { fromZuzuche, ZUZUCHE_KINDS } from './adapters/zuzuche.ts';
import { carryOut } from './carryOut.ts';
import type { ChannelContent } from './message.ts';
import { keepMisfit } from './misfit.ts';
import { appliedAnswer, isUnread, keepDone, lockChannelOrder, orderOf, receive, settleParked } from './receive.ts';
import { senderOf } from './settings.ts';

const FLIGGY = 2;
const ZUZUCHE = 3;

export const fliggyMessage = defineCommand(calls.fliggyMessage, {
  sender: senderOf(FLIGGY, 'Fliggy'),
  run: (input, context) => receive(context, FLIGGY, fromFliggy(input)),
  misfit: (body, refusal, context) =>
    keepMisfit(context, FLIGGY, body, refusal, {
      messageId: 'msgId',
      kind: 'type',
      order: 'orderId',
      kinds: FLIGGY_KINDS,
    }),
});

export const zuzucheMessage = defineCommand(calls.zuzucheMessage, {
  sender: senderOf(ZUZUCHE, 'Zuzuche'),
  run: (input, context) => receive(context, ZUZUCHE, fromZuzuche(input)),
  misfit: (body, refusal, context) =>
    keepMisfit(context, ZUZUCHE, body, refusal, {
      ...{ messageId: 'notify_id', kind: 'event', order: 'order_no', kinds: ZUZUCHE_KINDS },
    }),
});

/**
 * Somebody has made possible what was refused: it is done now, by the rights of who presses, and the channel is told. What is refused again says why and
 * stays as it was.
 */
export const applyMessage = defineCommand(calls.applyMessage, {
  async run({ id }, context) {
    const seen = await context.row('channelMessage', id);
    await lockChannelOrder(context.db, seen.channel, seen.channelOrderNo);
    const row = await context.row('channelMessage', id, { lock: true });
    if (row.state !== 'refused' && row.state !== 'parked') throw refuse('msg.channels.nothingToDo');
    if (isUnread(row)) throw refuse('msg.channels.neverRead');
    if (row.content === null) throw refuse('msg.channels.forgotten');
    const order = await orderOf(context.db, row);
    const placement = placementOf(row, order);
    if (placement === 'parked') throw refuse('msg.channels.noOrderYet');
    const state: 'applied' | 'superseded' = placement === 'apply' || row.kind === 'cancel' ? 'applied' : 'superseded';
    const orderId =
      placement === 'apply'
        ? await carryOut(context, row, row.content as unknown as ChannelContent, order?.id ?? null)
        : order!.id;
    await keepDone(context, row, orderId, state);
    if (row.kind === 'create') await settleParked(context, row);
    const { messageId, channel, channelOrderNo, storeId } = row;
    await context.write.message({
      channel: 'channel',
      topic: 'order-result',
      to: '',
      payload: { channel, messageId, channelOrderNo, ...(await appliedAnswer(context.db, orderId)) },
      values: { storeId, orderId },
    });
    return { state };
  },
});
