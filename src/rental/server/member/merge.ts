import { type Row, refuseFields } from 'forecourt/server';
import { calls, type MergePreview } from '../../calls/index.ts';
import {
  betterDocument,
  dateOf,
  DEFAULT_TIME_ZONE,
  MEMBER,
  MEMBER_MERGE,
  mergeOutcome,
  mergeProblems,
  messageKey,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext, type RowOf } from '../database.ts';
import { requireNone } from '../problems.ts';
import { wireTime } from '../times.ts';
import { countBelongings, hiddenOrders, lockMembers } from './belongings.ts';
import { blacklistBoth, entriesOf, type Listed } from './blacklist.ts';
import { moneyOf, ordersOf } from './info.ts';
import type { MergeUndo } from './mergeUndo.ts';

type Document = RowOf<'document'>;
type Choice = NonNullable<MergePreview['documents'][number]>;

/** The documents of a member that count, by type. */
async function documentsOf({ db }: RentalContext, memberId: number): Promise<ReadonlyMap<Document['type'], Document>> {
  const rows = await db
    .selectFrom('document')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('aside', '=', 0)
    .execute();
  return new Map(rows.map((row) => [row.type, row]));
}

/** The types of which both have a document, and the one of the two that stays unless somebody chooses the other. */
async function choices(context: RentalContext, survivorId: number, mergedId: number): Promise<readonly Choice[]> {
  const [own, other] = [await documentsOf(context, survivorId), await documentsOf(context, mergedId)];
  const told = ({ id, status, expiryDate, uploadTime }: Document): Choice['survivor'] => ({
    ...{ id, status, expiryDate: expiryDate ?? '' },
    uploadTime: uploadTime ? wireTime(uploadTime, DEFAULT_TIME_ZONE) : '',
  });
  const today = dateOf(context.now, DEFAULT_TIME_ZONE);
  return [...own].flatMap(([type, row]) => {
    const twin = other.get(type);
    if (!twin) return [];
    const [survivor, merged] = [told(row), told(twin)];
    return [{ type, survivor, merged, keep: betterDocument(survivor, merged, today).id }];
  });
}

/** What merging these two would move, which document of two would stay, and what stands in the way. */
export const previewMerge = defineCommand(calls.previewMerge, {
  async run({ survivorId, mergedId }, context) {
    const [survivor, merged] = [await context.row('member', survivorId), await context.row('member', mergedId)];
    const counts = await countBelongings(context, mergedId);
    const hidden = await hiddenOrders(context, [survivorId, mergedId]);
    const listed = [...(await entriesOf(context, survivor)), ...(await entriesOf(context, merged))];
    const of = (entity: string): number => counts.get(entity) ?? 0;
    return {
      moves: {
        ...moneyOf(await ordersOf(context, mergedId)),
        ...{ orders: of('order'), coupons: of('coupon'), documents: of('document'), messages: of('outbox') },
      },
      documents: await choices(context, survivorId, mergedId),
      blacklisted: listed.length > 0 ? (1 as const) : (0 as const),
      refusals: mergeProblems(survivor, merged, hidden).map(({ code, params }) => context.t(messageKey(code), params)),
    };
  },
});

/** Which documents change their owner, and which of two no longer counts. */
interface Sorted {
  /** Of the survivor: they stay with the member that is merged. */
  readonly setAside: readonly number[];
  /** Of the merged member: they stay where they are. */
  readonly left: readonly number[];
}

function sortDocuments(all: readonly Choice[], chosen: readonly number[]): Sorted {
  const known = new Set(all.flatMap(({ survivor, merged }) => [survivor.id, merged.id]));
  if (chosen.some((id) => !known.has(id))) throw refuseFields({ documents: 'msg.parameterError' });
  const losers = all.map(({ survivor, merged, keep }) => {
    const kept = [survivor.id, merged.id].find((id) => chosen.includes(id)) ?? keep;
    return kept === survivor.id ? merged.id : survivor.id;
  });
  const own = new Set(all.map(({ survivor }) => survivor.id));
  return { setAside: losers.filter((id) => own.has(id)), left: losers.filter((id) => !own.has(id)) };
}

/** Moves what belongs to the merged member; of two documents of a type the chosen one counts. Answers what moved. */
async function moveBelongings(
  context: RentalContext,
  { belongings }: Awaited<ReturnType<typeof lockMembers>>,
  { setAside, left }: Sorted,
  to: number,
  from: number,
): Promise<MergeUndo['moved']> {
  // What loses its place first: two that count never stand beside each other.
  await context.write.updateAll('document', setAside, { memberId: from, aside: 1 });
  await context.write.updateAll('document', left, { aside: 1 });
  const moved: MergeUndo['moved'][number][] = [];
  for (const { entity, field, ids } of belongings) {
    const going = entity === 'document' ? ids.filter((id) => !left.includes(id)) : ids;
    await context.write.updateAll(entity as 'document', going, { [field]: to });
    moved.push({ entity, field, ids: going });
  }
  return moved;
}

/** Changes a member, and answers what its changed columns held before and hold now. */
async function change(
  context: RentalContext,
  row: RowOf<'member'>,
  values: Row,
  updateTime?: string,
): Promise<MergeUndo['survivor']> {
  const stored = row as Row;
  const changed = Object.keys(values).filter((name) => (stored[name] ?? null) !== (values[name] ?? null));
  const pick = (from: Row): Row => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  await context.write.update('member', row.id, pick(values), { updateTime });
  return { before: pick(stored), after: pick(values) };
}

/**
 * Makes one member part of another (D-MEM-08): everything that belongs to it moves, of what differs one value stays, and who names it from now on means the
 * survivor. All of it in one transaction, and written down so that it can be given back.
 */
export const mergeMembers = defineCommand(calls.mergeMembers, {
  async run({ survivorId, mergedId, survivorTime, mergedTime, keep = {}, documents = [] }, context) {
    const ids = survivorId === mergedId ? [survivorId] : [survivorId, mergedId];
    const locked = await lockMembers(context, mergedId, ids);
    const [survivor, merged = locked.members[0]!] = locked.members as [RowOf<'member'>, RowOf<'member'>?];
    requireNone(mergeProblems(survivor, merged, await hiddenOrders(context, ids)), context);
    const outcome = mergeOutcome(survivor, merged, keep);
    requireNone(outcome.problems, context);
    const listed = [...(await entriesOf(context, survivor)), ...(await entriesOf(context, merged))];
    const sorted = sortDocuments(await choices(context, survivorId, mergedId), documents);
    const moved = await moveBelongings(context, locked, sorted, survivorId, mergedId);
    // The merged one first: two that are somebody never have one ID number.
    const goes = { ...outcome.merged, status: MEMBER.merged, mergedIntoId: survivorId };
    const undo: MergeUndo = {
      ...{ moved, ...sorted },
      merged: await change(context, merged, goes, mergedTime),
      survivor: await change(context, survivor, outcome.survivor, survivorTime),
      blacklist: await blacklistBoth(context, listed, [outcome.survivor, outcome.merged] as readonly Listed[]),
    };
    const count = (entity: string): number =>
      moved.filter((one) => one.entity === entity).reduce((sum, { ids: rows }) => sum + rows.length, 0);
    const { id } = await context.write.insert('memberMerge', {
      ...{ survivorId, mergedId, status: MEMBER_MERGE.merged, operatorId: context.actor.id, undo },
      ...{ orders: count('order'), coupons: count('coupon'), documents: count('document'), messages: count('outbox') },
    });
    return { id };
  },
});
