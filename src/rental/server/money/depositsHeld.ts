import { sql } from 'kysely';
import { Download, writeXlsx, type Cell, type ExportColumn, refuseFields } from 'forecourt/server';
import { calls, type DepositsHeld } from '../../calls/index.ts';
import {
  DEFAULT_TIME_ZONE,
  addDays,
  dateOf,
  groupedBy,
  heldSums,
  parseDate,
  satang,
  startOfDate,
  toBaht,
} from '../../rules/index.ts';
import type { DateText, DepositItem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';

/** One deposit and what was held of it then; satang. */
type HeldRow = {
  readonly storeId: number;
  readonly storeName: string;
  readonly orderNo: string;
  readonly renterName: string;
  readonly item: DepositItem;
  readonly held: number;
};

/**
 * Deposits that were held when a day of the company's zone ended: what is held now less the movements since. Those of today and those that have moved
 * since are few, and found by their indexes, so that deposits of years ago are not read.
 */
async function heldOn(context: RentalContext, date: DateText): Promise<readonly HeldRow[]> {
  const end = new Date(startOfDate(addDays(date, 1), DEFAULT_TIME_ZONE));
  const { rows } = await sql<HeldRow>`
    with since as materialized (
      select "orderId", item, sum(case kind when 'collected' then amount else -amount end) as change
      from "depositEntry" where time >= ${end} group by "orderId", item
    ), standing as (
      select d."orderId", d.item, d.held - coalesce(since.change, 0) as held
      from deposit d left join since on since."orderId" = d."orderId" and since.item = d.item where d.held > 0
      union all
      select since."orderId", since.item, -since.change
      from since join deposit d on d."orderId" = since."orderId" and d.item = since.item and d.held = 0
    )
    select store.id as "storeId", store."storeName", coalesce(o."orderNo", '') as "orderNo", o."renterName", t.item, t.held::float8 as held
    from standing t join "order" o on o.id = t."orderId" join store on store.id = o."pickupStoreId"
    where t.held > 0 and ${context.inScope('order', 'o')}
    order by store."storeName", o.id, t.item`.execute(context.db);
  return rows;
}

function dayOf(context: RentalContext, asked: string | undefined): DateText {
  const date = asked ? parseDate(asked) : dateOf(context.now, DEFAULT_TIME_ZONE);
  if (date === null) throw refuseFields({ date: 'msg.badDate' });
  return date;
}

const wireSums = (rows: readonly HeldRow[]): DepositsHeld['total'] => {
  const sums = heldSums(rows.map((row) => ({ item: row.item, held: satang(row.held) })));
  return {
    count: rows.length,
    orderDeposit: toBaht(sums.orderDeposit),
    violationDeposit: toBaht(sums.violationDeposit),
    held: toBaht(sums.held),
  };
};

/** What was held of deposits when a day ended, by store of pickup and in all (D-MONEY-05). Without a date: today. */
export const depositsHeld = defineCommand(calls.depositsHeld, {
  async run({ date: asked }, context) {
    const date = dayOf(context, asked);
    const rows = await heldOn(context, date);
    const stores = [...groupedBy(rows, ({ storeId }) => storeId).values()];
    return {
      date,
      stores: stores.map((own) => ({
        storeId: own[0]!.storeId,
        storeName: own[0]!.storeName,
        ...wireSums(own),
      })),
      total: wireSums(rows),
    };
  },
});

/** The same, a row a deposit: its last column adds up to the sum. */
export const depositsHeldExport = defineCommand(calls.depositsHeldExport, {
  async run({ date: asked }, context) {
    const date = dayOf(context, asked);
    const rows = await heldOn(context, date);
    const column = (name: string, kind: ExportColumn['kind'], cell: (row: HeldRow) => Cell): ExportColumn => ({
      name,
      header: context.t(`resources.deposit.fields.${name}`),
      kind,
      cell: (row) => cell(row as HeldRow),
    });
    const columns = [
      column('storeName', 'text', (row) => row.storeName),
      column('orderId', 'text', (row) => row.orderNo),
      column('renterName', 'text', (row) => row.renterName),
      column('item', 'text', (row) => context.t(`codes.depositItem.${row.item}`)),
      column('held', 'money', (row) => toBaht(satang(row.held))),
    ];
    async function* all() {
      yield rows;
    }
    return new Download({
      filename: `deposits-held-${date}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: writeXlsx(date, columns, all()),
    });
  },
});
