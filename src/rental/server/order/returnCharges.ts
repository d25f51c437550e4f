import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { sentenceText } from 'forecourt/locale';
import { calls, type SentCharge } from '../../calls/index.ts';
import {
  chargeLines,
  chargeProblems,
  isSameCharge,
  kilometresBefore,
  partOf,
  proposedCharges,
  satang,
} from '../../rules/index.ts';
import type { ChargeLine, ChargeRow, DamagePriceRow, ReturnReading, ReturnTerms } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { parameterRow, parametersOf } from '../facts/index.ts';
import { requireNone, satangOf } from '../problems.ts';
import { addLines } from './bill.ts';
import { chargedUntil, snapshotOfOrder } from './snapshot.ts';

/** What the charges of a return are worked out from. One statement. */
async function readTerms(db: RentalDatabase, order: OrderRow): Promise<ReturnTerms> {
  const row = await db
    .selectNoFrom([
      jsonObjectFrom(parameterRow(db)).as('parameters'),
      jsonArrayFrom(db.selectFrom('damagePrice').select(['part', 'kind', 'amount'])).as('damagePrices'),
      jsonArrayFrom(
        db
          .selectFrom('orderTask')
          .select(['type', 'mileage', 'oil'])
          .where('orderId', '=', order.id)
          .where('voided', '=', 0)
          .orderBy('id'),
      ).as('tasks'),
    ])
    .executeTakeFirstOrThrow();
  const out = row.tasks.findLast(({ type }) => type === 'pickup' || type === 'changeout');
  return {
    snapshot: snapshotOfOrder(order),
    pickup: order.plannedPickupTime.getTime(),
    chargedUntil: chargedUntil(order),
    service: order.service,
    outMileage: out?.mileage ?? 0,
    outOil: out?.oil ?? 0,
    earlierKm: kilometresBefore(row.tasks),
    fuelPricePerEighth: parametersOf(row.parameters).fuelPricePerEighth,
    damagePrices: row.damagePrices.map((each): DamagePriceRow => ({ ...each, amount: satang(each.amount) })),
  };
}

export const returnTerms = defineCommand(calls.returnTerms, {
  run: async ({ id }, context) => readTerms(context.db, await context.row('order', id)),
});

/** What a line of the bill says of its charge, in the language of the reader. */
function remarkOf({ row, proposal }: ChargeLine, { marks }: ReturnReading, lastNo: number): string {
  const mark = row.mark === null ? undefined : marks[row.mark];
  const reason = row.reason.trim();
  return sentenceText({
    key: `rental.damage.charge.${row.kind}`,
    params: {
      quantity: proposal.quantity,
      ...(mark && {
        no: lastNo + 1 + row.mark!,
        part: `codes.damagePart.${partOf(mark.zone)}`,
        what: `codes.damageKind.${mark.kind}`,
      }),
      reason: reason === '' ? '' : ` · ${reason}`,
    },
  });
}

type KeptCharges = NonNullable<RowOf<'orderTask'>['charges']>;

/**
 * Puts the charges of a return on the bill, after the rules have proposed the same (D-ORD-37). Answers them as its task keeps them. The caller prices the
 * order anew.
 */
export async function chargeReturn(
  context: RentalContext,
  order: OrderRow,
  sent: readonly SentCharge[],
  { lastNo, ...reading }: ReturnReading & { readonly lastNo: number },
): Promise<KeptCharges> {
  const proposed = proposedCharges(await readTerms(context.db, order), reading);
  const rows = sent.map(({ kind, mark = null, amount, reason = '' }): ChargeRow => ({
    ...{ kind, mark, reason },
    amount: satangOf(amount, 'charges'),
  }));
  requireNone(chargeProblems(proposed, rows), context);
  const lines = chargeLines(proposed, rows);
  const ids = await addLines(
    context,
    order.id,
    lines.map((line) => ({
      ...{ item: line.item, amount: line.amount, source: 'manual' as const },
      remark: remarkOf(line, reading, lastNo),
    })),
  );
  return rows.map((row) => ({
    ...{ kind: row.kind, mark: row.mark, amount: row.amount, reason: row.reason.trim() },
    proposed: proposed.find((each) => isSameCharge(each, row))!.amount,
    feeId: ids[lines.findIndex((line) => line.row === row)] ?? null,
  }));
}

/** What a charge adds to the bill beside the late return's own lines, in satang. */
export const addedBy = ({ kind, amount, proposed }: KeptCharges[number]): number =>
  kind === 'late' ? amount - (proposed ?? 0) : amount;
