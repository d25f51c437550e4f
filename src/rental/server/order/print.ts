import type { TypeOf } from 'forecourt/calls';
import { Refusal, signFileUrl } from 'forecourt/server';
import { calls, type OrderParts } from '../../calls/index.ts';
import { DEDUCTION, REFUND, add, fromBaht, orderMoney, satang, toBaht } from '../../rules/index.ts';
import type { PriceSnapshot } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase } from '../database.ts';
import { wireTime } from '../times.ts';
import { marksOf } from './damage.ts';
import { keptMoney } from './money.ts';
import { orderParts } from './info.ts';
import { modelNames, namedThen } from './named.ts';
import { DEFAULT_SHEET, opens } from './printKeys.ts';
import { printed } from './printedParts.ts';
import { snapshotOfOrder } from './snapshot.ts';

/** The same for a wrong key, a key of another sheet, an order out of scope and one that does not exist (D-PRINT-02). */
const loadFailed = (): Refusal => new Refusal('msg.print.loadFailed', { code: 404 });

async function mayPrint(
  context: RentalContext,
  { id, key, sheet = DEFAULT_SHEET }: TypeOf<typeof calls.printOrder.input>,
): Promise<boolean> {
  if (key !== undefined && (await opens(context, key, id, sheet))) return true;
  if (!context.can('order-detail')) return false;
  return context.row('order', id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

/** What a sheet prints of one order: with a key for the sheet, or in a session that may see the order in full. */
export const printOrder = defineCommand(calls.printOrder, {
  async run(input, context) {
    if (!(await mayPrint(context, input))) throw loadFailed();
    const order = await context.db.selectFrom('order').selectAll().where('id', '=', input.id).executeTakeFirst();
    if (!order) throw loadFailed();
    return printed(input.sheet ?? DEFAULT_SHEET, await sheetData(context, order));
  },
});

/** What the sheets print, taken together; each gets its own part of it (`SHEET_PARTS`). */
async function sheetData(context: RentalContext, order: OrderRow) {
  const parts = await orderParts(context, order.id);
  const { timeZone: zone, refunds, deductions } = parts;
  const stores = await places(context, order);
  const then = await namedThen(context.db, order);
  const { due, depositDue, surplus } = orderMoney(keptMoney(order));
  return {
    orderNo: order.orderNo ?? '',
    channelOrderNo: order.channelOrderNo ?? '',
    renterName: order.renterName,
    renterPhone: `${order.renterCountryCode} ${order.renterPhone}`,
    renterIdType: order.renterIdType,
    renterIdNo: order.renterIdNo,
    plannedPickupTime: wireTime(order.plannedPickupTime, zone),
    plannedReturnTime: wireTime(order.plannedReturnTime, zone),
    actualPickupTime: wireTime(order.actualPickupTime, zone),
    actualReturnTime: wireTime(order.actualReturnTime, zone),
    rentalDays: order.rentalDays,
    rentalHours: order.rentalHours,
    pickupType: order.pickupType,
    pickupAddress: order.pickupAddress ?? '',
    returnType: order.returnType,
    returnAddress: order.returnAddress ?? '',
    depositType: order.depositType,
    orderDepositWaived: order.orderDepositWaived,
    violationDepositWaived: order.violationDepositWaived,
    externalPlate: order.externalPlate,
    etc: order.etc,
    remark: order.remark ?? '',
    contractNo: order.contractNo ?? '',
    contractSignTime: wireTime(order.contractSignTime, zone),
    contractSignImage: signFileUrl(context, order.contractSignImage ?? ''),
    ...agreedIn(snapshotOfOrder(order)),
    total: toBaht(satang(order.total)),
    payable: toBaht(satang(order.payable)),
    paid: toBaht(satang(order.paid)),
    due: toBaht(due),
    depositDue: toBaht(depositDue),
    surplus: toBaht(surplus),

    pickupStore: { ...stores.pickupStore, ...then.pickupStore },
    returnStore: { ...stores.returnStore, ...then.returnStore },
    car: { ...(await carOf(context, order)), ...then.car },
    damages: order.carId === null ? [] : await marksOf(context.db, order.carId),
    printTime: wireTime(new Date(context.now), zone),
    deposits: parts.deposits,
    ...(await receiptOf(context.db, order, zone)),
    payments: parts.payments,
    fees: parts.fees.filter(({ voided }) => !voided),
    cars: parts.cars,
    tasks: parts.tasks.filter(({ voided }) => !voided).map((task) => signedTask(context, task)),
    ...claimsToTell(refunds, deductions),
  };
}

/** What the sheets print of the prices as they were agreed. */
const agreedIn = ({ parameters: { cnyRateThbPerCny, kmPerDay = null, extraKmPrice = null } }: PriceSnapshot) => ({
  cnyRateThbPerCny,
  kmPerDay,
  extraKmPrice: extraKmPrice === null ? null : toBaht(extraKmPrice),
});

/** What was taken under the deposits of an order, oldest first, and the number of the receipt that tells it. */
async function receiptOf(db: RentalDatabase, { id, orderNo }: Pick<OrderRow, 'id' | 'orderNo'>, zone: string) {
  const rows = await db
    .selectFrom('depositEntry')
    .leftJoin('payment', 'payment.id', 'depositEntry.paymentId')
    .leftJoin('user', 'user.id', 'depositEntry.operatorId')
    .select(['depositEntry.item', 'depositEntry.amount', 'depositEntry.time', 'payment.method', 'user.name as takenBy'])
    .where('depositEntry.orderId', '=', id)
    .where('depositEntry.kind', '=', 'collected')
    .orderBy('depositEntry.id')
    .execute();
  return {
    receiptNo: `${orderNo ?? ''}-D${rows.length}`,
    taken: rows.map(({ item, amount, time, method, takenBy }) => ({
      ...{ item, method, takenBy: takenBy ?? '' },
      amount: toBaht(satang(amount)),
      time: wireTime(time, zone),
    })),
    takenTotal: toBaht(add(...rows.map(({ amount }) => satang(amount)))),
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

/** What a task says on paper; pictures by short-lived addresses: sheets are read without a session. */
function signedTask(context: RentalContext, task: Task) {
  const url = (name: string): string => signFileUrl(context, name);
  const { type, damages } = task;
  const isRead = task.unread === '';
  return {
    ...{ type, mileage: isRead ? task.mileage : null, oil: isRead ? task.oil : null, damages },
    mileagePhoto: url(task.mileagePhoto),
    frontPhoto: url(task.frontPhoto),
    damagePhotos: task.damagePhotos.map(url),
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
  return { pickupStore: store(order.pickupStoreId), returnStore: store(order.returnStoreId) };
}

/** The booked model, and the car once there is one. */
export async function carOf({ db }: RentalContext, order: OrderRow) {
  const model = await modelNames(db, order.subModelId).select('subModel.displacement').executeTakeFirstOrThrow();
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
