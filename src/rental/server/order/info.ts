import { add, depositReleaseDates, isSettled, orderLabels, satang, sumOf, toBaht } from '../../rules/index.ts';
import type { DepositItem, OrderStatus } from '../../rules/index.ts';
import type { ResourceHooks } from '../../../framework/server/contract.ts';
import type { OrderRow, RentalContext, RentalDatabase } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import { wireTime } from '../times.ts';
import { depositsOf, ledgerRows } from './account.ts';
import { readLines } from './bill.ts';
import { feeLines } from './fees.ts';
import { redeemedCoupon } from './orderCoupons.ts';
import { paymentRecords } from './payments.ts';
import { zoneOf } from './quote.ts';
import { renewalRecords } from './renewals.ts';

/** Pickup and return tasks, oldest first; rejected ones with their reason. */
export async function orderTasks(db: RentalDatabase, orderId: number, timeZone: string) {
  const rows = await db
    .selectFrom('orderTask')
    .innerJoin('vehicle', 'vehicle.id', 'orderTask.carId')
    .leftJoin('user', 'user.id', 'orderTask.operatorId')
    .leftJoin('store', 'store.id', 'orderTask.storeId')
    .selectAll('orderTask')
    .select(['vehicle.plate', 'user.name as operator', 'store.storeName'])
    .where('orderId', '=', orderId)
    .orderBy('orderTask.id')
    .execute();
  return rows.map(
    ({
      createTime: _made,
      updateTime: _changed,
      previousMileage: _mileage,
      previousStoreId: _store,
      replacedFeeIds: _lines,
      ...row
    }) => ({
      ...row,
      plate: row.plate,
      time: wireTime(row.time, timeZone),
      storeName: row.storeName ?? '',
      idPhotos: row.idPhotos ?? [],
      licencePhotos: row.licencePhotos ?? [],
      attachments: row.attachments ?? [],
      damagePhotos: row.damagePhotos ?? [],
      mileagePhoto: row.mileagePhoto ?? '',
      frontPhoto: row.frontPhoto ?? '',
      video: row.video ?? '',
      remark: row.remark ?? '',
      reason: row.reason ?? '',
      operator: row.operator ?? '',
    }),
  );
}

type Money = Pick<OrderRow, 'id' | 'status' | 'depositType' | 'payable' | 'paid' | 'actualReturnTime'>;

/** The deposits: what they are, how much of them was paid and given back, and when they may go back (D-MONEY-05, D-MONEY-06). */
async function deposits(context: RentalContext, order: Money, timeZone: string) {
  const lines = await readLines(context.db, order.id);
  const accounts = await depositsOf(context.db, order);
  const release =
    order.actualReturnTime === null
      ? null
      : depositReleaseDates(order.actualReturnTime.getTime(), timeZone, await readParameters(context.db));
  const part = (item: DepositItem) => ({
    amount: toBaht(sumOf(lines, item)),
    held: toBaht(accounts[item].held),
    releaseDate: release?.[item] ?? '',
  });
  const due = satang(Math.max(0, order.payable - order.paid));
  return {
    depositType: order.depositType,
    orderDeposit: part('orderDeposit'),
    violationDeposit: part('violationDeposit'),
    settled: isSettled({
      status: order.status as OrderStatus,
      due,
      depositsHeld: add(accounts.orderDeposit.held, accounts.violationDeposit.held),
    }),
  };
}

/** What is asked back of an order and what was taken from its waived deposit, oldest first. */
/** What was asked back and what was taken, with its states. */
export async function claims(context: RentalContext, orderId: number, timeZone: string) {
  const [refunds, deductions] = [
    await context.db.selectFrom('refund').selectAll().where('orderId', '=', orderId).orderBy('id').execute(),
    await context.db.selectFrom('deduction').selectAll().where('orderId', '=', orderId).orderBy('id').execute(),
  ];
  return {
    refunds: refunds.map((row) => ({
      id: row.id,
      refundNo: row.refundNo ?? '',
      feeItem: row.feeItem,
      amount: toBaht(satang(row.amount)),
      method: row.method,
      status: row.status,
      reason: row.reason,
      failReason: row.failReason ?? '',
      applyTime: wireTime(row.applyTime, timeZone),
      finishTime: wireTime(row.finishTime, timeZone),
    })),
    deductions: deductions.map((row) => ({
      id: row.id,
      deductNo: row.deductNo ?? '',
      type: row.type,
      amount: toBaht(satang(row.amount)),
      status: row.status,
      reason: row.reason,
      failReason: row.failReason ?? '',
      submitTime: wireTime(row.submitTime, timeZone),
      finishTime: wireTime(row.finishTime, timeZone),
    })),
  };
}

async function marks(context: RentalContext, order: OrderRow) {
  const refunds = await context.db.selectFrom('refund').select('status').where('orderId', '=', order.id).execute();
  const { task, stock, refundingMark } = orderLabels({
    status: order.status,
    payStatus: order.paid >= order.payable ? 1 : 0,
    plannedPickup: order.plannedPickupTime.getTime(),
    plannedReturn: order.plannedReturnTime.getTime(),
    now: context.now,
    refunds: refunds.map((each) => each.status),
  });
  return { taskStatus: task, stockLabel: stock, refundingMark };
}

/** Everything that belongs to an order, beside its own record (`GET /order/info/{id}`). */
export async function orderParts(context: RentalContext, order: OrderRow): Promise<Record<string, unknown>> {
  const timeZone = await zoneOf(context, order);
  return {
    timeZone,
    fees: await feeLines(context.db, order.id, timeZone),
    payments: await paymentRecords(context.db, order.id, timeZone),
    renewals: await renewalRecords(context.db, order.id, timeZone),
    tasks: await orderTasks(context.db, order.id, timeZone),
    coupon: await redeemedCoupon(context, order.id),
    deposits: await deposits(context, order, timeZone),
    ledger: await ledgerRows(context.db, order, timeZone),
    ...(await claims(context, order.id, timeZone)),
    ...(await marks(context, order)),
  };
}

export const orderHooks: ResourceHooks = {
  async info(record, context) {
    const rental = context as unknown as RentalContext;
    const order = (await context.row('order', record['id'] as number)) as unknown as OrderRow;
    return { ...record, ...(await orderParts(rental, order)) };
  },
};
