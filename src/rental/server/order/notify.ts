import { phoneForm } from 'forecourt/model';
import { fillTemplate, formatTHB, HOME_CODES, satang, signed, smsAddress, toWallClock } from '../../rules/index.ts';
import { writtenOnce } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import type { SmsPayload } from '../sms/index.ts';

const EVENTS = {
  created: 'order-created',
  cancelled: 'order-cancelled',
} as const;

/** What the names in a message are of. */
type Named = Pick<OrderRow, 'pickupStoreId' | 'returnStoreId' | 'subModelId' | 'carId'>;

/** What templates may speak of beside the order itself (D-ADM-14), and how the supplier of the pickup store sends. */
const namesOf = writtenOnce((db, order: Named) =>
  db
    .selectFrom('store as pickupStore')
    .innerJoin('store as returnStore', (join) => join.on('returnStore.id', '=', order.returnStoreId))
    .innerJoin('subModel', (join) => join.on('subModel.id', '=', order.subModelId))
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .leftJoin('vehicle', (join) => join.on('vehicle.id', '=', order.carId))
    .leftJoin('smsSetting', 'smsSetting.supplierId', 'pickupStore.supplierId')
    .select(['pickupStore.storeName as pickupStore', 'returnStore.storeName as returnStore', 'vehicle.plate'])
    .select(['brand.name as brand', 'model.name as model', 'subModel.name as subModel'])
    .select(['smsSetting.supplierId', 'signature', 'createdTemplate', 'cancelledTemplate'])
    .where('pickupStore.id', '=', order.pickupStoreId)
    .compile(),
);

export const readNames = async ({ db }: Pick<RentalContext, 'db'>, order: Named) => (await namesOf(db, order))[0];
export type Names = NonNullable<Awaited<ReturnType<typeof readNames>>>;

type ToldOrder = Pick<
  OrderRow,
  | 'id'
  | 'orderNo'
  | 'memberId'
  | 'renterName'
  | 'renterCountryCode'
  | 'renterPhone'
  | 'pickupStoreId'
  | 'plannedPickupTime'
  | 'plannedReturnTime'
  | 'total'
>;

const variables = (names: Names, order: ToldOrder, timeZone: string): Record<string, string> => ({
  renterName: order.renterName,
  orderNo: order.orderNo ?? '',
  plate: names.plate ?? '',
  model: `${names.brand} ${names.model} ${names.subModel}`,
  pickupTime: toWallClock(order.plannedPickupTime.getTime(), timeZone),
  returnTime: toWallClock(order.plannedReturnTime.getTime(), timeZone),
  pickupStore: names.pickupStore,
  returnStore: names.returnStore,
  total: formatTHB(satang(order.total)),
});

/**
 * Tells the renter by SMS, with the template of the pickup store's supplier, else a text of the house. The message is recorded also where SMS
 * is switched off; the deliverer then keeps it back.
 */
export function notifyRenter(
  context: RentalContext,
  event: keyof typeof EVENTS,
  order: ToldOrder,
  names: Names,
  timeZone: string,
): void {
  // Nobody has the number behind a mask (D-CHN-04).
  if (phoneForm(order.renterPhone, order.renterCountryCode, HOME_CODES) === undefined) return;
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
  context.write.atEnd.message({
    channel: 'sms',
    topic: EVENTS[event],
    to: smsAddress(order.renterPhone, order.renterCountryCode),
    payload,
    values: { storeId: order.pickupStoreId, orderId: order.id, memberId: order.memberId },
  });
}
