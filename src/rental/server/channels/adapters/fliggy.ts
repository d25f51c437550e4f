import type { FliggyMessage } from '../../../calls/index.ts';
import type { DEPOSIT_TERMS } from '../../../rules/index.ts';
import { sent, type ChannelContent, type ChannelMessage } from '../message.ts';

export const FLIGGY_KINDS = { ORDER_CREATE: 'create', ORDER_MODIFY: 'change', ORDER_CANCEL: 'cancel' } as const;
const ORDINARY = 2;
const DEPOSIT_FREE = 3;

type Trip = FliggyMessage['trip'];

/** Which deposits Fliggy waives; `creditFree` says both at once. What it does not say stays. */
function waived(trip: Trip): Pick<ChannelContent['order'], (typeof DEPOSIT_TERMS)[number]> {
  const credit = trip?.isAlipayCredit ?? (trip?.creditFree ? 3 : undefined);
  if (credit === undefined) return {};
  if (credit === 3) return { depositType: DEPOSIT_FREE };
  return { orderDepositWaived: credit === 1 ? 1 : 0, violationDepositWaived: credit === 2 ? 1 : 0 };
}

/** A message of Fliggy as the hub reads it. */
export const fromFliggy = ({
  msgId,
  type,
  orderId,
  version,
  reason,
  trip,
  driver,
  amount,
}: FliggyMessage): ChannelMessage => ({
  messageId: msgId,
  kind: FLIGGY_KINDS[type],
  channelOrderNo: orderId,
  version: version ?? null,
  content: {
    order: sent({
      serviceType: trip && ORDINARY,
      renterName: driver?.name,
      renterCountryCode: driver?.countryCode,
      renterPhone: driver?.phone,
      renterIdType: driver?.idType,
      renterIdNo: driver?.idNo || undefined,
      pickupStoreId: trip?.pickupStoreId,
      returnStoreId: trip?.returnStoreId,
      subModelId: trip?.modelId,
      plannedPickupTime: trip?.pickupTime,
      plannedReturnTime: trip?.returnTime,
      ...waived(trip),
    }),
    total: amount?.total ?? null,
    prepaid: amount?.prepaid ?? false,
    reason: reason ?? '',
  },
});
