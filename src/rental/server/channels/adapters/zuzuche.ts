import type { ZuzucheMessage } from '../../../calls/index.ts';
import { FLASH_RENTAL } from '../../../rules/index.ts';
import { sent, type ChannelMessage } from '../message.ts';

export const ZUZUCHE_KINDS = {
  'order.created': 'create',
  'order.changed': 'change',
  'order.cancelled': 'cancel',
} as const;
const ORDINARY = 2;

/** A message of Zuzuche as the hub reads it. */
export const fromZuzuche = (message: ZuzucheMessage): ChannelMessage => ({
  messageId: message.notify_id,
  kind: ZUZUCHE_KINDS[message.event],
  channelOrderNo: message.order_no,
  version: message.revision ?? null,
  content: {
    order: sent({
      serviceType: message.flash_rent === undefined ? undefined : message.flash_rent ? FLASH_RENTAL : ORDINARY,
      renterName: message.driver_name,
      renterCountryCode: message.driver_area_code,
      renterPhone: message.driver_mobile,
      renterIdType: message.driver_id_type,
      renterIdNo: message.driver_id_no || undefined,
      pickupStoreId: message.pickup_store,
      returnStoreId: message.return_store,
      subModelId: message.vehicle_model,
      plannedPickupTime: message.pickup_time,
      plannedReturnTime: message.return_time,
      remark: message.event === 'order.cancelled' ? undefined : message.note,
    }),
    total: message.total_thb ?? null,
    prepaid: message.paid_online ?? false,
    reason: message.note ?? '',
  },
});
