import { fillTemplate, formatTHB, satang, signed, toWallClock } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import type { SmsPayload } from '../sms/index.ts';

const EVENTS = {
  created: 'order-created',
  cancelled: 'order-cancelled',
} as const;

/** What templates may speak of (D-ADM-14), and how the supplier of the pickup store sends. */
const readNames = ({ db }: RentalContext, { id }: Pick<OrderRow, 'id'>) =>
  db
    .selectFrom('order')
    .innerJoin('store as pickupStore', 'pickupStore.id', 'order.pickupStoreId')
    .innerJoin('store as returnStore', 'returnStore.id', 'order.returnStoreId')
    .innerJoin('subModel', 'subModel.id', 'order.subModelId')
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .leftJoin('vehicle', 'vehicle.id', 'order.carId')
    .leftJoin('smsSetting', 'smsSetting.supplierId', 'pickupStore.supplierId')
    .select(['pickupStore.storeName as pickupStore', 'returnStore.storeName as returnStore', 'vehicle.plate'])
    .select(['brand.name as brand', 'model.name as model', 'subModel.name as subModel', 'order.total', 'order.orderNo'])
    .select(['smsSetting.supplierId', 'signature', 'createdTemplate', 'cancelledTemplate'])
    .where('order.id', '=', id)
    .executeTakeFirstOrThrow();

function variables(
  row: Awaited<ReturnType<typeof readNames>>,
  order: OrderRow,
  timeZone: string,
): Record<string, string> {
  return {
    renterName: order.renterName,
    orderNo: row.orderNo ?? '',
    plate: row.plate ?? '',
    model: `${row.brand} ${row.model} ${row.subModel}`,
    pickupTime: toWallClock(order.plannedPickupTime.getTime(), timeZone),
    returnTime: toWallClock(order.plannedReturnTime.getTime(), timeZone),
    pickupStore: row.pickupStore,
    returnStore: row.returnStore,
    total: formatTHB(satang(row.total)),
  };
}

/**
 * Tells the renter by SMS, with the template of the pickup store's supplier, else a text of the house. The message is recorded also where SMS
 * is switched off; the deliverer then keeps it back.
 */
export async function notifyRenter(
  context: RentalContext,
  event: keyof typeof EVENTS,
  order: OrderRow,
  timeZone: string,
): Promise<void> {
  const names = await readNames(context, order);
  const values = variables(names, order, timeZone);
  const template = names[`${event}Template`];
  const text = template
    ? fillTemplate(template, values)
    : context.t(`resources.smsSetting.texts.general.${event}`, values);
  const payload: SmsPayload = {
    text: signed(names.signature, text),
    supplierId: names.supplierId,
    template: event,
    values,
    orderId: order.id,
  };
  await context.write.message({
    channel: 'sms',
    topic: EVENTS[event],
    to: `${order.renterCountryCode}${order.renterPhone}`,
    payload,
    values: { storeId: order.pickupStoreId, orderId: order.id, memberId: order.memberId },
  });
}
