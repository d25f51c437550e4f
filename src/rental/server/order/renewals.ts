import { calls } from '../../calls/index.ts';
import type { InferResult } from 'kysely';
import { satang, toBaht } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalDatabase, Told } from '../database.ts';
import { wireTime } from '../times.ts';
import { zoneOf } from './quote.ts';

/** The renewals of an order with who made them, oldest first. */
export const renewalRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('renewal')
    .leftJoin('user', 'user.id', 'renewal.operatorId')
    .select(['renewal.id', 'orderId', 'time', 'previousTime', 'fee', 'remarks', 'renewal.status', 'cancelReason'])
    .select(['operatorId', 'renewal.createTime', 'user.name as operator'])
    .where('orderId', '=', orderId)
    .orderBy('renewal.id');
export type RenewalRow = Told<InferResult<ReturnType<typeof renewalRows>>[number]>;

/** Renewals as calls answer them. */
export const renewalRecords = (rows: readonly RenewalRow[], timeZone: string) =>
  rows.map((row) => ({
    ...row,
    time: wireTime(row.time, timeZone),
    previousTime: wireTime(row.previousTime, timeZone),
    fee: toBaht(satang(row.fee)),
    remarks: row.remarks ?? '',
    cancelReason: row.cancelReason ?? '',
    operator: row.operator ?? '',
    createTime: wireTime(row.createTime, timeZone),
  }));

export const renewals = defineCommand(calls.renewals, {
  async run({ id }, context) {
    const order = await context.row('order', id);
    return renewalRecords(await renewalRows(context.db, id).execute(), await zoneOf(context, order));
  },
});
