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
  // Of a cancelled order nothing can be made: the rules of the desk refuse it, and the channel is told.
  if (message.kind === 'create') return order && !order.cancelled ? 'known' : 'apply';
  if (!order) return 'parked';
  if (message.kind === 'cancel') return order.cancelled ? 'known' : 'apply';
  const older = message.version !== null && order.version !== null && message.version <= order.version;
  return older ? 'superseded' : 'apply';
}

/** What a channel is told where the reason is not its business. */
export const NOT_POSSIBLE = 'channel.notPossible';

/** So much may the total of a channel differ from ours, in percent of ours. */
export interface PriceTolerance {
  readonly below: number;
  /** null: as much as it likes. */
  readonly above: number | null;
}

/** Refuses a total that a channel has agreed so far from ours, on either side, that somebody must look (D-CHN-05). */
export function agreedTotalProblem(theirs: Satang, ours: Satang, { below, above }: PriceTolerance): Problem | null {
  const sums = { ours: formatTHB(ours), theirs: formatTHB(theirs) };
  if (theirs * 100 < ours * (100 - below)) return problem('channel.priceTooLow', sums);
  return above !== null && theirs * 100 > ours * (100 + above) ? problem('channel.priceTooHigh', sums) : null;
}
