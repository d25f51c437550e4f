import { sql } from 'kysely';
import { codeForm as codeOf, phoneForm as phoneOf } from 'forecourt/model';
import { atOnce, refuse, refuseFields } from 'forecourt/server';
import { writtenOnce } from '../database.ts';
import type { RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { codeForm, entriesNaming, identityOf, phoneForm, survivorOf } from '../facts/index.ts';
import { blacklistProblem, HOME_CODES, MEMBER } from '../../rules/index.ts';
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
    .where(
      sql<boolean>`id in (${entriesNaming(identityOf({ countryCode: renterCountryCode, phone: renterPhone, idNo: renterIdNo }))})`,
    )
    .orderBy('id')
    .limit(1);
}

/** The entry as the refusal names it: the word of its type by its key, so that everybody reads it in a language of their own, and the reason. */
export const blacklistedAs = (
  entry: Pick<RowOf<'blacklist'>, 'type' | 'reason'>,
): { readonly type: string; readonly reason: string } => ({
  type: `codes.blacklistType.${entry.type}`,
  reason: entry.reason ?? '',
});

type Entry = Awaited<ReturnType<ReturnType<typeof blacklistEntry>['executeTakeFirst']>>;

/** Refusal of a renter on the blacklist, unless somebody with order-enable goes on and says why. */
export function blacklistRefusal(
  context: RentalContext,
  entry: Entry,
  override: { readonly allow: boolean; readonly reason: string },
): { problem: Problem | null; overridden: boolean } {
  if (!entry) return { problem: null, overridden: false };
  if (!override.allow) return { problem: blacklistProblem(blacklistedAs(entry)), overridden: false };
  context.require('order-enable');
  if (override.reason.trim() === '') throw refuseFields({ overrideReason: 'msg.required' });
  return { problem: null, overridden: true };
}

/** Who a renter is found by. */
export type Identity = Pick<RowOf<'member'>, 'countryCode' | 'phone' | 'idType' | 'idNo'>;

/** Lets one at a time look for a renter or decide who is who, so that two of the same new renter make one member, and nobody books for one that is being merged. */
export async function lockRenters(db: RentalDatabase, who: readonly Identity[]): Promise<void> {
  const keys = who.flatMap(({ countryCode, phone, idType, idNo }) => [
    `member:${phoneOf(phone, countryCode, HOME_CODES) ?? phone}`,
    ...(idNo ? [`member:${idType}:${codeOf(idNo) ?? idNo}`] : []),
  ]);
  // Taken one after the other as the sorted rows come.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select distinct key from unnest(${keys}::text[]) key order by key) sorted`.execute(
    db,
  );
}

const idOf = (renter: Renter): Identity => ({
  countryCode: renter.renterCountryCode,
  phone: renter.renterPhone,
  idType: renter.renterIdType as Identity['idType'],
  idNo: renter.renterIdNo,
});

type Candidate = Pick<RowOf<'member'>, 'id' | 'name' | 'status' | keyof Identity>;

const candidates = writtenOnce((db, { countryCode, phone, idType, idNo }: Identity) =>
  db
    .selectFrom('member')
    .select(['id', 'name', 'status', 'countryCode', 'phone', 'idType', 'idNo'])
    .where(
      sql<boolean>`(${codeForm(sql`"idNo"`)} = ${codeForm(sql`${idNo}::text`)} and "idType" = ${idType} or "idNo" = '' and ${phoneForm(sql`phone`, sql`"countryCode"`)} = ${phoneForm(sql`${phone}::text`, sql`${countryCode}::text`)})`,
    )
    .orderBy(sql`"idNo" = ''`)
    .orderBy('id')
    .compile(),
);

/**
 * Members with the number of the renter's ID, however it is written, come first. Members with the phone follow, of
 * whom no ID is known. One phone with another ID is somebody else's, since an agent books for many (D-ORD-24). They
 * are locked before they are read, so nobody else looks for the same renter meanwhile.
 */
export async function lookFor(db: RentalDatabase, renter: Renter): Promise<readonly Candidate[]> {
  const who = idOf(renter);
  const [, found] = await atOnce(lockRenters(db, [who]), candidates(db, who));
  return found;
}

/** Members who are still somebody before merged ones. */
const bestMatch = (matches: readonly Candidate[]): Candidate | undefined =>
  matches.find(({ status }) => status !== MEMBER.merged) ?? matches[0];

/**
 * The member that the renter is among those who were found (`lookFor`); undefined where there is none. One that was merged leads on to the member that it
 * is part of (D-MEM-08). Refuses a disabled member (D-MEM-02).
 */
export async function knownMember(db: RentalDatabase, found: readonly Candidate[]): Promise<Candidate | undefined> {
  const known = bestMatch(found);
  const member = known?.status === MEMBER.merged ? await survivorOf(db, known.id) : known;
  if (member?.status === MEMBER.disabled) throw refuse('rental.order.refusal.memberDisabled');
  return member;
}

const valuesOf = (renter: Renter) => ({ name: renter.renterName, ...idOf(renter) });

/** A new member with the order's channel (D-ORD-24). */
export const newMember = (renter: Renter) => ({
  ...valuesOf(renter),
  channel: renter.channel,
  status: MEMBER.normal,
});

/** Different data on a match fills empty fields only (D-ORD-24). */
export async function completeMember(context: RentalContext, renter: Renter, member: Candidate): Promise<number> {
  const empty = Object.entries(valuesOf(renter)).filter(([field]) => !member[field as keyof typeof member]);
  if (empty.length > 0) await context.write.update('member', member.id, Object.fromEntries(empty));
  return member.id;
}

/** The member that the renter is (`lookFor`), else a new one. */
export async function memberOf(context: RentalContext, renter: Renter): Promise<number> {
  const member = await knownMember(context.db, await lookFor(context.db, renter));
  return member
    ? completeMember(context, renter, member)
    : (await context.write.insert('member', newMember(renter))).id;
}
