import type { InferResult } from 'kysely';
import { defineCommand } from '../../../framework/server/contract.ts';
import { satang, toBaht } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase, Tables, Told } from '../database.ts';
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

export const renewals = defineCommand<{ readonly id: number }, Tables>({
  method: 'GET',
  path: '/order/renewals/{id}',
  permission: 'order-detail',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 } },
  },
  async run({ id }, context) {
    const order = (await context.row('order', id)) as unknown as OrderRow;
    return renewalRecords(await renewalRows(context.db, id).execute(), await zoneOf(context, order));
  },
});
