import { sql } from 'kysely';
import { refuse, refuseFields } from '../../../framework/server/errors.ts';
import type { RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { blacklistProblem } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';

/** Who rents, as an order says it. */
export interface Renter {
  readonly channel: number;
  readonly renterName: string;
  readonly renterCountryCode: string;
  readonly renterPhone: string;
  readonly renterIdType: number;
  readonly renterIdNo: string;
}

/** A draft that says who rents. */
export const hasRenter = <D extends { readonly [Name in keyof Renter]: Renter[Name] | null }>(
  draft: D,
): draft is D & Renter =>
  [
    draft.channel,
    draft.renterName,
    draft.renterCountryCode,
    draft.renterPhone,
    draft.renterIdType,
    draft.renterIdNo,
  ].every((part) => part !== null);

/** The blacklist entry that names the renter's phone or ID number (D-ORD-09). */
export function blacklistEntry(
  db: RentalDatabase,
  { renterPhone, renterCountryCode, renterIdNo }: Pick<Renter, 'renterPhone' | 'renterCountryCode' | 'renterIdNo'>,
) {
  return db
    .selectFrom('blacklist')
    .select(['type', 'reason'])
    .where((where) =>
      where.or([
        where('phone', 'in', [
          renterPhone,
          `${renterCountryCode}${renterPhone}`,
          `${renterCountryCode} ${renterPhone}`,
        ]),
        where('idNo', '=', renterIdNo),
      ]),
    )
    .orderBy('id')
    .limit(1);
}

/** The entry as the refusal names it, type and reason. */
export const blacklistedAs = (
  entry: Pick<RowOf<'blacklist'>, 'type' | 'reason'>,
  { t }: Pick<RentalContext, 't'>,
): { readonly type: string; readonly reason: string } => ({
  type: t(`codes.blacklistType.${entry.type}`),
  reason: entry.reason ?? '',
});

/** Refusal of a renter on the blacklist, unless somebody with order-enable goes on and says why. */
export async function blacklistRefusal(
  context: RentalContext,
  renter: Renter,
  override: { readonly allow: boolean; readonly reason: string },
): Promise<{ problem: Problem | null; overridden: boolean }> {
  const entry = await blacklistEntry(context.db, renter).executeTakeFirst();
  if (!entry) return { problem: null, overridden: false };
  if (!override.allow) return { problem: blacklistProblem(blacklistedAs(entry, context)), overridden: false };
  context.require('order-enable');
  if (override.reason.trim() === '') throw refuseFields({ overrideReason: 'msg.required' });
  return { problem: null, overridden: true };
}

/** Lets one booking at a time look for a renter, so that two of the same new renter make one member. */
async function lockRenter(db: RentalDatabase, renter: Renter): Promise<void> {
  const keys = [
    `member:${renter.renterCountryCode}${renter.renterPhone}`,
    `member:${renter.renterIdType}:${renter.renterIdNo}`,
  ];
  // Taken one after the other as the sorted rows come.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select key from unnest(${keys}::text[]) key order by key) sorted`.execute(
    db,
  );
}

/**
 * The member that the renter is: found by phone or ID number, else made with the order's channel (D-ORD-24). Different data on a match fills
 * empty fields only. Refuses a disabled member (D-MEM-02).
 */
export async function memberOf(context: RentalContext, renter: Renter): Promise<number> {
  await lockRenter(context.db, renter);
  const matches = await context.db
    .selectFrom('member')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('phone', '=', renter.renterPhone), where('countryCode', '=', renter.renterCountryCode)]),
        where.and([
          where('idNo', '=', renter.renterIdNo),
          where('idType', '=', renter.renterIdType as RowOf<'member'>['idType']),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  const member =
    matches.find((each) => each.phone === renter.renterPhone && each.countryCode === renter.renterCountryCode) ??
    matches[0];
  const values = {
    name: renter.renterName,
    countryCode: renter.renterCountryCode,
    phone: renter.renterPhone,
    idType: renter.renterIdType,
    idNo: renter.renterIdNo,
  };
  if (!member) return (await context.write.insert('member', { ...values, channel: renter.channel, status: 1 })).id;
  if (member.status === 0) throw refuse('rental.order.refusal.memberDisabled');
  const empty = Object.fromEntries(Object.entries(values).filter(([field]) => !member[field as keyof typeof member]));
  if (Object.keys(empty).length > 0) await context.write.update('member', member.id, empty);
  return member.id;
}
