import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { sentenceText } from 'forecourt/locale';
import { calls, type ChargeOfReturn, type SentCharge } from '../../calls/index.ts';
import {
  chargeLines,
  chargeProblems,
  fuelBefore,
  isSameCharge,
  kilometresBefore,
  partOf,
  proposedCharges,
  satang,
  toBaht,
} from '../../rules/index.ts';
import type { ChargeLine, ChargeRow, DamagePriceRow, ReturnReading, ReturnTerms } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { parameterRow, parametersOf } from '../facts/index.ts';
import { requireNone, satangOf } from '../problems.ts';
import { addLines } from './bill.ts';
import { keptNames } from './named.ts';
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
          .innerJoin('vehicle', 'vehicle.id', 'orderTask.carId')
          .select(['type', 'orderTask.mileage', 'oil', 'named', 'vehicle.plate'])
          .where('orderId', '=', order.id)
          .where('voided', '=', 0)
          .orderBy('orderTask.id'),
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
    earlierFuel: fuelBefore(row.tasks.map((task) => ({ ...task, plate: keptNames(task).plate ?? task.plate }))),
    fuelPricePerEighth: parametersOf(row.parameters).fuelPricePerEighth,
    damagePrices: row.damagePrices.map((each): DamagePriceRow => ({ ...each, amount: satang(each.amount) })),
  };
}

export const returnTerms = defineCommand(calls.returnTerms, {
  run: async ({ id }, context) => readTerms(context.db, await context.row('order', id)),
});

interface Said extends ReturnReading {
  /** Number of the last mark that the car had before. */
  readonly lastNo: number;
}

/** Plate of the earlier car that a charge is for; empty: it is for the one that comes back. */
const plateOf = ({ car }: ChargeRow, { earlierFuel }: ReturnTerms): string =>
  car === null ? '' : (earlierFuel?.[car]?.plate ?? '');

/** What a line of the bill says of its charge, in the language of the reader. */
function remarkOf({ row, proposal }: ChargeLine, terms: ReturnTerms, { marks, lastNo }: Said): string {
  const mark = row.mark === null ? undefined : marks[row.mark];
  const reason = row.reason.trim();
  return sentenceText({
    key: `rental.damage.charge.${row.car === null ? row.kind : 'earlierFuel'}`,
    params: {
      quantity: proposal.quantity,
      ...(row.car !== null && { plate: plateOf(row, terms) }),
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
  reading: Said,
): Promise<KeptCharges> {
  const terms = await readTerms(context.db, order);
  const proposed = proposedCharges(terms, reading);
  const rows = sent.map(({ kind, mark = null, car = null, amount, reason = '' }): ChargeRow => ({
    ...{ kind, mark, car, reason },
    amount: satangOf(amount, 'charges'),
  }));
  requireNone(chargeProblems(proposed, rows), context);
  const lines = chargeLines(proposed, rows);
  const ids = await addLines(
    context,
    order.id,
    lines.map((line) => ({
      ...{ item: line.item, amount: line.amount, source: 'manual' as const },
      remark: remarkOf(line, terms, reading),
    })),
  );
  return rows.map((row) => ({
    ...{ kind: row.kind, mark: row.mark, plate: plateOf(row, terms) },
    no: row.mark === null ? null : reading.lastNo + 1 + row.mark,
    ...{ amount: row.amount, reason: row.reason.trim() },
    proposed: proposed.find((each) => isSameCharge(each, row))!.amount,
    feeId: ids[lines.findIndex((line) => line.row === row)] ?? null,
  }));
}

/** Charges of a return as the order answers them, in baht. */
export const toldCharges = (charges: RowOf<'orderTask'>['charges']): readonly ChargeOfReturn[] =>
  (charges ?? []).map(({ kind, plate = '', no = null, proposed, amount, reason }) => ({
    kind: kind as ChargeOfReturn['kind'],
    ...{ plate, no, reason, amount: toBaht(satang(amount)) },
    proposed: proposed === null ? null : toBaht(satang(proposed)),
  }));

/** Says in the log of the order what the desk changed about the proposed charges, and why. */
export async function noteCharges(context: RentalContext, orderId: number, charges: KeptCharges): Promise<void> {
  for (const charge of toldCharges(charges))
    if (charge.proposed !== null && charge.proposed !== charge.amount)
      await context.write.note('order', orderId, { event: 'order.returncharge', detail: { ...charge } });
}

/** What a charge adds to the bill beside the late return's own lines, in satang. */
export const addedBy = ({ kind, amount, proposed }: KeptCharges[number]): number =>
  kind === 'late' ? amount - (proposed ?? 0) : amount;
