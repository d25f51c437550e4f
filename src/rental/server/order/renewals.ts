import { defineCommand } from '../../../framework/server/contract.ts';
import { satang, toBaht } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase, Tables } from '../database.ts';
import { wireTime } from '../times.ts';
import { zoneOf } from './quote.ts';

/** Renewals of an order as calls answer them, oldest first. */
export async function renewalRecords(db: RentalDatabase, orderId: number, timeZone: string) {
  const rows = await db
    .selectFrom('renewal')
    .leftJoin('user', 'user.id', 'renewal.operatorId')
    .selectAll('renewal')
    .select('user.name as operator')
    .where('orderId', '=', orderId)
    .orderBy('renewal.id')
    .execute();
  return rows.map(({ createTime, updateTime: _changed, chargedFrom: _charged, ...row }) => ({
    ...row,
    time: wireTime(row.time, timeZone),
    previousTime: wireTime(row.previousTime, timeZone),
    fee: toBaht(satang(row.fee)),
    remarks: row.remarks ?? '',
    cancelReason: row.cancelReason ?? '',
    operator: row.operator ?? '',
    createTime: wireTime(createTime, timeZone),
  }));
}

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
    return renewalRecords(context.db, id, await zoneOf(context, order));
  },
});
