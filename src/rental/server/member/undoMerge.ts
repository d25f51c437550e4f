import { sql } from 'kysely';
import type { Row } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  documentsChangedProblem,
  erasedProblem,
  hiddenProblems,
  isLiveMember,
  laterMergeProblem,
  LIVE_MEMBERS,
  MEMBER,
  MEMBER_MERGE,
  nextMergeState,
  takenProblem,
  undoTimeProblems,
} from '../../rules/index.ts';
import { defineCommand, statesSql, type RentalContext, type RowOf } from '../database.ts';
import { codeForm } from '../facts/index.ts';
import { refusalOf, requireNone } from '../problems.ts';
import { hiddenOrders, lockMembers } from './belongings.ts';
import type { MergeUndo } from './mergeUndo.ts';

type Member = RowOf<'member'>;

/** Nothing stands on this merge: neither half went further, and no later merge has one of them as its part. */
async function requireLast(context: RentalContext, merge: RowOf<'memberMerge'>, survivor: Member): Promise<void> {
  const { rows } = await sql`
    select from "memberMerge" where id > ${merge.id} and status = ${sql.lit(MEMBER_MERGE.merged)}
      and ("survivorId" in (${merge.survivorId}, ${merge.mergedId}) or "mergedId" = ${merge.survivorId}) limit 1
  `.execute(context.db);
  if (rows.length > 0) throw refusalOf([laterMergeProblem()], context);
  if (survivor.status === MEMBER.erased) throw refusalOf([erasedProblem()], context);
}

/** What a member gets back: of what the merge changed, all that is still as the merge left it. What somebody wrote since stays. */
function valuesBack(row: Member, { before, after }: MergeUndo['survivor']): Row {
  const stored = row as Row;
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => (stored[name] ?? null) === (after[name] ?? null)),
  );
}

/** Nobody else has meanwhile what would come back. */
async function requireFree(context: RentalContext, members: readonly Member[]): Promise<void> {
  const live = members.filter(({ status }) => isLiveMember(status!));
  for (const { idType, idNo } of live) {
    const { rows } = await sql<{ name: string }>`
      select name from member where id <> all(${members.map((one) => one.id)}::bigint[]) and status in (${statesSql(...LIVE_MEMBERS)})
        and "idType" = ${idType} and ${codeForm(sql`"idNo"`)} = ${codeForm(sql`${idNo}::text`)} limit 1
    `.execute(context.db);
    if (rows[0]) throw refusalOf([takenProblem(rows[0].name)], context);
  }
}

/** Of the rows that moved, those that still are where the merge brought them, go back. */
async function moveBack(context: RentalContext, moved: MergeUndo['moved'], from: number, to: number): Promise<void> {
  for (const { entity, field, ids } of moved) {
    const { rows } = await sql<{ id: number }>`
      select id::int from ${sql.table(entity)} where id = any(${ids}::bigint[]) and ${sql.ref(field)} = ${from} order by id for update
    `.execute(context.db);
    const still = rows.map(({ id }) => id);
    await context.write.updateAll(entity as 'document', still, { [field]: to });
  }
}

/** The documents that lost their place get it back. One that was uploaded into it since is nobody's for certain. */
async function documentsBack(context: RentalContext, { setAside, left }: MergeUndo, survivorId: number): Promise<void> {
  const { rows } = await sql<{ id: number; taken: boolean }>`
    select d.id::int, exists (select from document o where o."memberId" = ${survivorId} and o.type = d.type and o.aside = 0) as taken
    from document d where d.id = any(${setAside}::bigint[]) order by d.id
  `.execute(context.db);
  if (rows.some(({ taken }) => taken)) throw refusalOf([documentsChangedProblem()], context);
  const still = await context.db
    .selectFrom('document')
    .select('id')
    .where('id', 'in', [0, ...left])
    .execute();
  await context.write.updateAll(
    'document',
    rows.map(({ id }) => id),
    { memberId: survivorId, aside: 0 },
  );
  await context.write.updateAll(
    'document',
    still.map(({ id }) => id),
    { aside: 0 },
  );
}

/** Entries that only the merge made go again, unless somebody has changed them since. */
async function entriesBack(context: RentalContext, added: MergeUndo['blacklist']): Promise<void> {
  for (const { id, updateTime } of added) {
    const row = await context.db.selectFrom('blacklist').select('updateTime').where('id', '=', id).executeTakeFirst();
    if (row?.updateTime.toISOString() === updateTime) await context.write.delete('blacklist', id);
  }
}

/**
 * Undoes a merge within its time (D-MEM-08): both get back exactly what was moved and changed, as far as it is still as the merge left it; what came after
 * stays with the survivor. Refuses, and says why, where it cannot be told any more what is whose.
 */
export const undoMerge = defineCommand(calls.undoMerge, {
  async run({ id }, context) {
    const merge = await context.row('memberMerge', id, { lock: true });
    const { survivorId, mergedId } = merge;
    const step = nextMergeState(merge.status ?? MEMBER_MERGE.undone, 'undo');
    if (!step.ok) throw refusalOf([step.refusal], context);
    requireNone(undoTimeProblems(merge.createTime.getTime(), context.now), context);
    const { members } = await lockMembers(context, survivorId, [survivorId, mergedId]);
    const [survivor, merged] = members as [Member, Member];
    await requireLast(context, merge, survivor);
    requireNone(hiddenProblems(await hiddenOrders(context, [survivorId, mergedId])), context);
    const undo = merge.undo as unknown as MergeUndo;
    const back = { survivor: valuesBack(survivor, undo.survivor), merged: valuesBack(merged, undo.merged) };
    await requireFree(context, [{ ...survivor, ...back.survivor } as Member, { ...merged, ...back.merged } as Member]);
    await moveBack(context, undo.moved, survivorId, mergedId);
    await documentsBack(context, undo, survivorId);
    // The survivor first: it may have the ID number that goes back.
    await context.write.update('member', survivorId, back.survivor);
    await context.write.update('member', mergedId, back.merged);
    await entriesBack(context, undo.blacklist);
    const done = { undoTime: new Date(context.now), undoneById: context.actor.id, undo: {} };
    await context.write.update('memberMerge', id, { status: step.to, ...done });
    return null;
  },
});
