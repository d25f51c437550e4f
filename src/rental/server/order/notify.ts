import { formatTHB, satang, toWallClock } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';

const EVENTS = {
  created: { topic: 'order-created', template: 'createdTemplate' },
  cancelled: { topic: 'order-cancelled', template: 'cancelledTemplate' },
} as const;

/** What templates may speak of (D-ADM-14). */
async function variables({ db }: RentalContext, order: OrderRow, timeZone: string): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('order')
    .innerJoin('store as pickupStore', 'pickupStore.id', 'order.pickupStoreId')
    .innerJoin('store as returnStore', 'returnStore.id', 'order.returnStoreId')
    .innerJoin('subModel', 'subModel.id', 'order.subModelId')
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .leftJoin('vehicle', 'vehicle.id', 'order.carId')
    .select(['pickupStore.storeName as pickupStore', 'returnStore.storeName as returnStore', 'vehicle.plate'])
    .select(['brand.name as brand', 'model.name as model', 'subModel.name as subModel', 'order.total', 'order.orderNo'])
    .where('order.id', '=', order.id)
    .executeTakeFirstOrThrow();
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
 * is switched off; it is then not sent.
 */
export async function notifyRenter(
  context: RentalContext,
  event: keyof typeof EVENTS,
  order: OrderRow,
  timeZone: string,
): Promise<void> {
  const { topic, template } = EVENTS[event];
  const setting = await context.db
    .selectFrom('smsSetting')
    .innerJoin('store', 'store.supplierId', 'smsSetting.supplierId')
    .selectAll('smsSetting')
    .where('store.id', '=', order.pickupStoreId)
    .executeTakeFirst();
  const values = await variables(context, order, timeZone);
  const text =
    setting?.[template]?.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces) ??
    context.t(`rental.sms.${event}`, values);
  await context.write.message({
    channel: 'sms',
    topic,
    to: `${order.renterCountryCode}${order.renterPhone}`,
    payload: {
      text,
      supplierId: setting?.supplierId ?? null,
      enabled: setting?.enabled === 1,
      orderId: order.id,
      orderNo: values['orderNo'],
    },
    values: { storeId: order.pickupStoreId, orderId: order.id },
  });
}
