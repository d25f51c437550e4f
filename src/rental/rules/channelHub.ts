import { formatTHB, type Satang } from './money.ts';
import { problem, type Problem } from './problem.ts';

/** What a channel can say of an order. */
export type ChannelMessageKind = 'create' | 'change' | 'cancel';

/** What is known of the order that a message is about; null: it has not come to be. */
export interface ChannelOrder {
  readonly cancelled: boolean;
  /** The latest version that was taken over; null while the channel counted none. */
  readonly version: number | null;
}

/** `known`: done already. `parked`: it waits for the message before. `superseded`: a later version was taken over. */
export type Placement = 'apply' | 'known' | 'parked' | 'superseded';

/**
 * Messages come once, several times, and in any order (D-CHN-04): an order comes to be once, a change or cancellation waits for it, an older version
 * changes nothing. A cancellation is final and counts whatever its version.
 */
export function placementOf(
  message: { readonly kind: ChannelMessageKind; readonly version: number | null },
  order: ChannelOrder | null,
): Placement {
  if (message.kind === 'create') return order ? 'known' : 'apply';
  if (!order) return 'parked';
  if (message.kind === 'cancel') return order.cancelled ? 'known' : 'apply';
  const older = message.version !== null && order.version !== null && message.version <= order.version;
  return older ? 'superseded' : 'apply';
}

/** What a channel is told where the reason is not its business. */
export const NOT_POSSIBLE = 'channel.notPossible';

/** Refuses a total that a channel has agreed so far below ours that somebody must look (D-CHN-05). */
export const agreedTotalProblem = (theirs: Satang, ours: Satang, tolerancePercent: number): Problem | null =>
  theirs * 100 < ours * (100 - tolerancePercent)
    ? problem('channel.priceTooLow', { ours: formatTHB(ours), theirs: formatTHB(theirs) })
    : null;
