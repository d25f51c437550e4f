import type { InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import {
  COUPON,
  DEPOSIT_TERMS,
  DEFAULT_TIME_ZONE,
  REFUND,
  askedDeposits,
  atLeastZero,
  dateOf,
  depositState,
  releaseDatesOf,
  isSettled,
  orderMoney,
  orderLabels,
  satang,
  sumOf,
  toBaht,
} from '../../rules/index.ts';
import type { DepositItem, OrderStatus } from '../../rules/index.ts';
import { ORDER_PARTS, type OrderParts } from '../../calls/index.ts';
import type { Hooks, RentalContext, RentalDatabase, Told } from '../database.ts';
import { parameterRow, parametersOf } from '../facts/index.ts';
import { wireTime } from '../times.ts';
import { ledgerRows, moveRows } from './account.ts';
import { lineOf } from './bill.ts';
import { carParts, changeRows } from './carParts.ts';
import { feeRecords, feeRows } from './fees.ts';
import { depositRows, keptMoney } from './money.ts';
import { keptNames } from './named.ts';
import { paymentRecords, paymentRows } from './payments.ts';
import { toldCharges } from './returnCharges.ts';
import { renewalRecords, renewalRows } from './renewals.ts';

/** Pickup and return tasks, oldest first; rejected ones with their reason. */
const taskRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('orderTask')
    .innerJoin('vehicle', 'vehicle.id', 'orderTask.carId')
    .innerJoin('subModel', 'subModel.id', 'vehicle.subModelId')
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .leftJoin('user', 'user.id', 'orderTask.operatorId')
    .leftJoin('store', 'store.id', 'orderTask.storeId')
    .select([
      'orderTask.id',
      'orderId',
      'type',
      'time',
      'carId',
      'orderTask.mileage',
      'oil',
      'orderTask.unread',
      'mileagePhoto',
      'frontPhoto',
    ])
    .select([
      'idPhotos',
      'licencePhotos',
      'video',
      'attachments',
      'damagePhotos',
      'damages',
      'charges',
      'orderTask.remark',
      'voided',
      'reason',
    ])
    .select(['operatorId', 'orderTask.storeId', 'user.name as operator', 'store.storeName', 'named'])
    .select([
      'vehicle.plate as plateNow',
      'brand.name as brandNow',
      'model.name as modelNow',
      'subModel.name as subModelNow',
    ])
    .where('orderId', '=', orderId)
    .orderBy('orderTask.id');

const taskRecords = (rows: readonly Told<InferResult<ReturnType<typeof taskRows>>[number]>[], timeZone: string) =>
  rows.map(({ named, plateNow, brandNow: _brand, modelNow: _model, subModelNow: _subModel, ...row }) => ({
    ...row,
    time: wireTime(row.time, timeZone),
    plate: keptNames({ named }).plate ?? plateNow,
    storeName: keptNames({ named }).storeName ?? row.storeName ?? '',
    idPhotos: row.idPhotos ?? [],
    licencePhotos: row.licencePhotos ?? [],
    attachments: row.attachments ?? [],
    damagePhotos: row.damagePhotos ?? [],
    damages: row.damages ?? [],
    charges: toldCharges(row.charges),
    mileagePhoto: row.mileagePhoto ?? '',
    frontPhoto: row.frontPhoto ?? '',
    video: row.video ?? '',
    unread: row.unread ?? '',
    remark: row.remark ?? '',
    reason: row.reason ?? '',
    operator: row.operator ?? '',
  }));

/** What was asked back of an order, oldest first. */
const refundRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('refund')
    .select([
      'id',
      'refundNo',
      'feeItem',
      'amount',
      'method',
      'status',
      'reason',
      'failReason',
      'applyTime',
      'finishTime',
    ])
    .where('orderId', '=', orderId)
    .orderBy('id');

/** What was taken from its waived deposit, oldest first. */
const deductionRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('deduction')
    .select(['id', 'deductNo', 'type', 'amount', 'status', 'reason', 'failReason', 'submitTime', 'finishTime'])
    .where('orderId', '=', orderId)
    .orderBy('id');

/** All that belongs to an order, in one statement: whatever is committed meanwhile, its money adds up. */
const readFacts = ({ db }: RentalContext, id: number) =>
  db
    .selectFrom('order')
    .leftJoin('store', 'store.id', 'order.pickupStoreId')
    .leftJoin('city', 'city.id', 'store.cityId')
    .select(['order.status', ...DEPOSIT_TERMS, 'total', 'payable', 'paid', 'depositHeld'])
    .select(['plannedPickupTime', 'plannedReturnTime'])
    .select(['actualReturnTime', 'cancelTime', 'city.timeZone'])
    .select([
      jsonArrayFrom(feeRows(db, id)).as('fees'),
      jsonArrayFrom(paymentRows(db, id)).as('payments'),
      jsonArrayFrom(depositRows(db, id)).as('accounts'),
      jsonArrayFrom(moveRows(db, id)).as('moves'),
      jsonArrayFrom(renewalRows(db, id)).as('renewals'),
      jsonArrayFrom(taskRows(db, id)).as('tasks'),
      jsonArrayFrom(changeRows(db, id)).as('changes'),
      jsonArrayFrom(refundRows(db, id)).as('refunds'),
      jsonArrayFrom(deductionRows(db, id)).as('deductions'),
      jsonObjectFrom(parameterRow(db)).as('parameters'),
    ])
    .where('order.id', '=', id)
    .executeTakeFirstOrThrow();
type Facts = Awaited<ReturnType<typeof readFacts>>;

/** The deposits: what they are, what came of them, and from which day they go back (D-MONEY-05, D-MONEY-06, D-MONEY-07). */
function deposits(facts: Facts, timeZone: string, now: number) {
  const { status, actualReturnTime, cancelTime } = facts;
  const lines = facts.fees.map(lineOf);
  const asked = askedDeposits({ status: status as OrderStatus, terms: facts, lines });
  const times = { actualReturn: actualReturnTime?.getTime() ?? null, cancelled: cancelTime?.getTime() ?? null };
  const release = releaseDatesOf(times, timeZone, parametersOf(facts.parameters));
  const part = (item: DepositItem) => {
    const account = facts.accounts.find((row) => row.item === item);
    const baht = (amount: number | undefined): number => toBaht(satang(amount ?? 0));
    const pending = facts.refunds.filter((row) => row.feeItem === item && row.status === REFUND.submitted);
    const releaseDate = release?.[item] ?? '';
    return {
      amount: toBaht(sumOf(lines, item)),
      due: toBaht(atLeastZero(satang(asked[item] - (account?.held ?? 0)))),
      collected: baht(account?.collected),
      applied: baht(account?.applied),
      returned: baht(account?.returned),
      held: baht(account?.held),
      pending: baht(pending.reduce((sum, row) => sum + row.amount, 0)),
      releaseDate,
      late: depositState(satang(account?.held ?? 0), releaseDate, dateOf(now, timeZone)) === 'late',
    };
  };
  const { due } = orderMoney(keptMoney(facts));
  return {
    depositType: facts.depositType,
    orderDepositWaived: facts.orderDepositWaived,
    violationDepositWaived: facts.violationDepositWaived,
    orderDeposit: part('orderDeposit'),
    violationDeposit: part('violationDeposit'),
    settled: isSettled({ status: status as OrderStatus, due, depositsHeld: satang(facts.depositHeld) }),
  };
}

/** What was asked back and what was taken, with its states. */
const claims = ({ refunds, deductions }: Facts, timeZone: string) => ({
  refunds: refunds.map((row) => ({
    ...row,
    refundNo: row.refundNo ?? '',
    amount: toBaht(satang(row.amount)),
    failReason: row.failReason ?? '',
    applyTime: wireTime(row.applyTime, timeZone),
    finishTime: wireTime(row.finishTime, timeZone),
  })),
  deductions: deductions.map((row) => ({
    ...row,
    deductNo: row.deductNo ?? '',
    amount: toBaht(satang(row.amount)),
    failReason: row.failReason ?? '',
    submitTime: wireTime(row.submitTime, timeZone),
    finishTime: wireTime(row.finishTime, timeZone),
  })),
});

function marks(facts: Facts, now: number) {
  const { task, stock, refundingMark } = orderLabels({
    status: facts.status,
    payStatus: orderMoney(keptMoney(facts)).payStatus,
    plannedPickup: facts.plannedPickupTime.getTime(),
    plannedReturn: facts.plannedReturnTime.getTime(),
    now,
    refunds: facts.refunds.map((each) => each.status),
  });
  return { taskStatus: task, stockLabel: stock, refundingMark };
}

/** Everything that belongs to an order, beside its own record (`GET /order/info/{id}`). */
export async function orderParts(context: RentalContext, orderId: number): Promise<Omit<OrderParts, 'coupon'>> {
  const facts = await readFacts(context, orderId);
  const timeZone = facts.timeZone ?? DEFAULT_TIME_ZONE;
  return {
    timeZone,
    fees: feeRecords(facts.fees, timeZone),
    payments: paymentRecords(facts.payments, timeZone),
    renewals: renewalRecords(facts.renewals, timeZone),
    tasks: taskRecords(facts.tasks, timeZone),
    cars: carParts(facts.tasks, facts.changes, timeZone),
    deposits: deposits(facts, timeZone, context.now),
    ledger: ledgerRows({ ...facts, order: facts }, timeZone),
    ...claims(facts, timeZone),
    ...marks(facts, context.now),
  };
}

export const orderHooks: Hooks<'order'> = {
  adds: ORDER_PARTS,
  /** The coupon that the order has redeemed. */
  beside: { coupon: { resource: 'coupon', by: 'orderId', where: { status: COUPON.used }, first: true } },
  async info(record, context) {
    return { ...record, ...(await orderParts(context, record['id'] as number)) };
  },
};
