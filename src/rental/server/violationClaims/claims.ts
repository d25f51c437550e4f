import { sql, type RawBuilder } from 'kysely';
import { refuseFields } from 'forecourt/server';
import { DEDUCTION, VIOLATION, claimProblems, nextViolationState, otherOrderOfViolation } from '../../rules/index.ts';
import type { ViolationEvent, ViolationStatus } from '../../rules/index.ts';
import type { RentalContext, RowOf } from '../database.ts';
import { refusalOf, requireNone } from '../problems.ts';

export type ViolationRow = RowOf<'violation'>;

/** What was asked of the renter, as a condition over a violation: a deduction that is not revoked, or a line that is not voided. */
const deductionOf = (violation: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from deduction d where d."violationId" = ${violation} and d.status <> ${sql.lit(DEDUCTION.revoked)})`;
const feeOf = (violation: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from "orderFee" f where f."violationId" = ${violation} and f.voided = 0)`;

/** The code of `violationClaim`, for the violation of this id; `settled` once it is completed. */
export const claimSql = (violation: RawBuilder<unknown>, status: RawBuilder<unknown>): RawBuilder<string> => sql`(case
  when ${deductionOf(violation)} then case when ${status} = ${sql.lit(VIOLATION.completed)} then 'settled' else 'deduction' end
  when ${feeOf(violation)} then case when ${status} = ${sql.lit(VIOLATION.completed)} then 'settled' else 'fee' end
  else 'none' end)`;

/** Satang that the renter was asked for, for the violation of this id. */
export const askedOfRenterSql = (violation: RawBuilder<unknown>): RawBuilder<number> => sql`(
  coalesce((select sum(d.amount) from deduction d where d."violationId" = ${violation} and d.status <> ${sql.lit(DEDUCTION.revoked)}), 0)
  + coalesce((select sum(f.amount) from "orderFee" f where f."violationId" = ${violation} and f.voided = 0), 0))`;

/** Whether something was asked of the renter for a violation, besides by the deduction `without`. */
export async function isClaimed({ db }: RentalContext, id: number, without: number | null = null): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select ${feeOf(sql`${id}::bigint`)} or exists (
      select 1 from deduction where "violationId" = ${id} and status <> ${sql.lit(DEDUCTION.revoked)} and id is distinct from ${without}::bigint
    ) as claimed
  `.execute(db);
  return rows[0]!.claimed;
}

/** The step of a violation, or a refusal that names its state. */
export function stepOfViolation(
  context: RentalContext,
  from: ViolationStatus | null,
  event: ViolationEvent,
): ViolationStatus | null {
  const step = nextViolationState(from, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/**
 * The violation locked, fit to be asked of the renter of this order (W6). The order is locked before, so a violation of another order is
 * refused before anything is waited for.
 */
export async function lockForClaim(
  context: RentalContext,
  id: number,
  claim: { readonly event: ViolationEvent; readonly orderId: number; readonly without?: number | null },
): Promise<ViolationRow> {
  const field = 'violationId';
  const stays = ({ orderId }: Pick<ViolationRow, 'orderId'>): void =>
    requireNone(orderId === claim.orderId ? [] : [otherOrderOfViolation()], context);
  const named = await context.db
    .selectFrom('violation')
    .select('orderId')
    .where('id', '=', id)
    .where(context.inScope('violation', 'violation'))
    .executeTakeFirst();
  if (!named) throw refuseFields({ [field]: 'msg.unknownRecord' });
  stays(named);
  const row = await context.row('violation', id, { lock: true });
  stays(row);
  stepOfViolation(context, row.status, claim.event);
  requireNone(
    claimProblems({ ...row, claimed: await isClaimed(context, id, claim.without ?? null) }).map((each) => ({
      ...each,
      field,
    })),
    context,
  );
  return row;
}

/** Completes those of these violations that are pending still; whoever pays need not see them. */
async function complete(context: RentalContext, these: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from violation where status = ${sql.lit(VIOLATION.pending)} and id in ${these} order by id for update
  `.execute(context.db);
  const ids = rows.map(({ id }) => id);
  const expect = { status: VIOLATION.pending };
  await context.write.updateAll('violation', ids, { status: VIOLATION.completed }, { expect });
}

/**
 * A violation whose deduction was carried out is completed (W4), once what of the fine stands on the bill is paid, too; one that a person completed before
 * stays as it is.
 */
export const completeViolation = (context: RentalContext, id: number): Promise<void> =>
  complete(
    context,
    sql`(select v.id from violation v where v.id = ${id} and not exists (
      select 1 from "orderFee" f join "order" o on o.id = f."orderId"
      where f."violationId" = v.id and f.voided = 0 and o.paid < o.total + o."depositHeld"))`,
  );

/** Completes the violations that stand on the bill of an order which is paid (W6), unless a part of the fine is still to be deducted. The order is locked by the caller. */
export const completePaid = (context: RentalContext, orderId: number): Promise<void> =>
  complete(
    context,
    sql`(select f."violationId" from "orderFee" f join "order" o on o.id = f."orderId"
      where o.id = ${orderId} and f.voided = 0 and f."violationId" is not null and o.paid >= o.total + o."depositHeld"
        and not exists (select 1 from deduction d where d."violationId" = f."violationId"
          and d.status not in (${sql.lit(DEDUCTION.deducted)}, ${sql.lit(DEDUCTION.revoked)})))`,
  );
