import type { FliggyMessage } from '../../../calls/index.ts';
import { sent, type ChannelMessage } from '../message.ts';

export const FLIGGY_KINDS = { ORDER_CREATE: 'create', ORDER_MODIFY: 'change', ORDER_CANCEL: 'cancel' } as const;
const ORDINARY = 2;
const DEPOSIT_FREE = 3;

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
      depositType: trip?.creditFree ? DEPOSIT_FREE : undefined,
    }),
    total: amount?.total ?? null,
    prepaid: amount?.prepaid ?? false,
    reason: reason ?? '',
  },
});
