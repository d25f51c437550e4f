import type { SaveInput } from '../../calls/index.ts';
import type { ChannelMessageKind } from '../../rules/index.ts';

/** What a channel says of an order, whatever its format. What it leaves out stays. */
export interface ChannelMessage {
  readonly messageId: string;
  readonly kind: ChannelMessageKind;
  readonly channelOrderNo: string;
  readonly version: number | null;
  readonly content: ChannelContent;
}

/** The part that is kept until it is done. Amounts in baht, times wall clock of the pickup store. */
export interface ChannelContent {
  readonly order: Pick<
    SaveInput,
    | 'serviceType'
    | 'renterName'
    | 'renterCountryCode'
    | 'renterPhone'
    | 'renterIdType'
    | 'renterIdNo'
    | 'pickupStoreId'
    | 'returnStoreId'
    | 'subModelId'
    | 'plannedPickupTime'
    | 'plannedReturnTime'
    | 'depositType'
    | 'orderDepositWaived'
    | 'violationDepositWaived'
    | 'remark'
  >;
  /** What the channel has agreed with the renter, and whether it has the money; null: our own price. */
  readonly total: number | null;
  readonly prepaid: boolean;
  /** Of a cancellation. */
  readonly reason: string;
}

/** Without the parts that nobody sent. */
export const sent = <T extends object>(parts: T): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
