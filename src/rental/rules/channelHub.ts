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

/** Whether the total that a channel has agreed lies so far below ours that somebody must look. Both in the same unit. */
export const isTooLow = (theirs: number, ours: number, tolerancePercent: number): boolean =>
  theirs * 100 < ours * (100 - tolerancePercent);
