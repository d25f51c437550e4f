import type { TypeOf } from '../../../framework/calls/index.ts';
import { Refusal } from '../../../framework/server/errors.ts';
import { signFileUrl } from '../../../framework/server/index.ts';
import { calls, type OrderParts, type SheetData } from '../../calls/index.ts';
import {
  DEDUCTION,
  REFUND,
  formatTHB,
  formatTHBWithCNY,
  fromBaht,
  paymentState,
  satang,
  toBaht,
  type Satang,
} from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { wireTime } from '../times.ts';
import { marksOf } from './damage.ts';
import { orderParts } from './info.ts';
import { redeemedCoupon } from './orderCoupons.ts';
import { DEFAULT_SHEET, opens } from './printKeys.ts';
import { snapshotOfOrder } from './snapshot.ts';

/** The same for a wrong key, a key of another sheet, an order out of scope and one that does not exist (D-PRINT-02). */
const loadFailed = (): Refusal => new Refusal('msg.print.loadFailed', { code: 404 });

async function mayPrint(
  context: RentalContext,
  { id, key, sheet = DEFAULT_SHEET }: TypeOf<typeof calls.printOrder.input>,
): Promise<boolean> {
  if (key !== undefined && (await opens(context.db, key, id, sheet, context.now))) return true;
  if (!context.can('order-detail')) return false;
  return context.row('order', id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

/** Everything the sheets print of one order: with a key for the sheet, or in a session that may see the order in full. */
export const printOrder = defineCommand(calls.printOrder, {
  async run(input, context) {
    if (!(await mayPrint(context, input))) throw loadFailed();
    const order = await context.db.selectFrom('order').selectAll().where('id', '=', input.id).executeTakeFirst();
    if (!order) throw loadFailed();
    return sheetData(context, order);
  },
});

async function sheetData(context: RentalContext, order: OrderRow): Promise<SheetData> {
  const { timeZone: zone, ledger: _ledger, refunds, deductions, tasks, ...parts } = await orderParts(context, order.id);
  const { due, surplus } = paymentState(satang(order.payable), satang(order.paid), satang(0));
  const rate = snapshotOfOrder(order).parameters.cnyRateThbPerCny;
  const [total, payable, paid] = [satang(order.total), satang(order.payable), satang(order.paid)];
  const text = (amount: Satang) => ({ thb: formatTHB(amount), thbWithCny: formatTHBWithCNY(amount, rate) });
  return {
    id: order.id,
    orderNo: order.orderNo ?? '',
    channel: order.channel,
    channelOrderNo: order.channelOrderNo ?? '',
    serviceType: order.serviceType,
    renterName: order.renterName,
    renterPhone: `${order.renterCountryCode} ${order.renterPhone}`,
    renterIdType: order.renterIdType,
    renterIdNo: order.renterIdNo,
    plannedPickupTime: wireTime(order.plannedPickupTime, zone),
    plannedReturnTime: wireTime(order.plannedReturnTime, zone),
    actualPickupTime: wireTime(order.actualPickupTime, zone),
    actualReturnTime: wireTime(order.actualReturnTime, zone),
    createTime: wireTime(order.createTime, zone),
    rentalDays: order.rentalDays,
    rentalHours: order.rentalHours,
    pickupType: order.pickupType,
    pickupAddress: order.pickupAddress ?? '',
    returnType: order.returnType,
    returnAddress: order.returnAddress ?? '',
    depositType: order.depositType,
    service: order.service,
    externalPlate: order.externalPlate,
    etc: order.etc,
    status: order.status,
    remark: order.remark ?? '',
    contractNo: order.contractNo ?? '',
    contractStatus: order.contractStatus,
    contractSignTime: wireTime(order.contractSignTime, zone),
    contractSignImage: signFileUrl(context, order.contractSignImage ?? ''),
    cnyRateThbPerCny: rate,
    total: toBaht(total),
    payable: toBaht(payable),
    paid: toBaht(paid),
    due: toBaht(due),
    surplus: toBaht(surplus),
    texts: {
      total: text(total),
      payable: text(payable),
      paid: text(paid),
      due: text(due),
      surplus: text(surplus),
    },
    ...(await places(context, order)),
    car: await carOf(context, order),
    damages: order.carId === null ? [] : await marksOf(context.db, order.carId),
    printTime: wireTime(new Date(context.now), zone),
    timeZone: zone,
    ...parts,
    coupon: await redeemedCoupon(context, order.id),
    ...claimsToTell(refunds, deductions),
    tasks: tasks.map((task) => signedTask(context, task)),
  };
}

/** Deductions that were carried out, and what is on its way back. What is still talked about, and why, is the desk's business. */
function claimsToTell(refunds: OrderParts['refunds'], deductions: OrderParts['deductions']) {
  const pending = refunds
    .filter(({ status }) => status === REFUND.submitted)
    .reduce((sum, { amount }) => sum + fromBaht(amount), 0);
  return {
    refundPending: toBaht(satang(pending)),
    deductions: deductions
      .filter(({ status }) => status === DEDUCTION.deducted)
      .map(({ id, deductNo, type, amount, finishTime }) => ({ id, deductNo, type, amount, time: finishTime })),
  };
}

type Task = OrderParts['tasks'][number];

/** Pictures of a task by short-lived addresses: sheets are read without a session. ID and licence photos are not printed. */
function signedTask(
  context: RentalContext,
  { idPhotos: _id, licencePhotos: _licence, video: _video, attachments: _attachments, ...task }: Task,
) {
  const url = (name: string): string => signFileUrl(context, name);
  return {
    ...task,
    mileagePhoto: url(task.mileagePhoto),
    frontPhoto: url(task.frontPhoto),
    damagePhotos: task.damagePhotos.map(url),
    damages: task.damages.map((mark) => ({ ...mark, photo: url(mark.photo) })),
  };
}

/** Both stores with city and supplier. */
export async function places({ db }: RentalContext, order: OrderRow) {
  const stores = await db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .leftJoin('supplier', 'supplier.id', 'store.supplierId')
    .select([
      'store.id',
      'store.storeName',
      'store.phone',
      'store.address',
      'store.operatorName',
      'city.cityName',
      'supplier.name as supplierName',
    ])
    .where('store.id', 'in', [order.pickupStoreId, order.returnStoreId])
    .execute();
  const store = (id: number) => stores.find((each) => each.id === id)!;
  return {
    pickupStore: store(order.pickupStoreId),
    returnStore: store(order.returnStoreId),
    pickupStoreName: store(order.pickupStoreId).storeName,
    returnStoreName: store(order.returnStoreId).storeName,
  };
}

/** The booked model, and the car once there is one. */
export async function carOf({ db }: RentalContext, order: OrderRow) {
  const model = await db
    .selectFrom('subModel')
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .select([
      'brand.name as brandName',
      'model.name as modelName',
      'subModel.name as subModelName',
      'subModel.displacement',
    ])
    .where('subModel.id', '=', order.subModelId)
    .executeTakeFirstOrThrow();
  const car =
    order.carId === null
      ? undefined
      : await db.selectFrom('vehicle').selectAll().where('id', '=', order.carId).executeTakeFirst();
  return {
    ...model,
    id: car?.id ?? null,
    plate: car?.plate ?? '',
    frameNo: car?.frameNo ?? '',
    engineNo: car?.engineNo ?? '',
    color: car?.color ?? '',
    year: car?.year ?? null,
    seats: car?.seats ?? null,
    transmission: car?.transmission ?? null,
    fuelType: car?.fuelType ?? null,
    mileage: car?.mileage ?? null,
    category: car?.category ?? null,
    etc: car?.etc ?? null,
  };
}
