import { removeFiles, uploadedFiles, refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  approvalProblems,
  dateOf,
  DEFAULT_TIME_ZONE,
  DOCUMENT,
  nextDocumentState,
  type DocumentEvent,
  type DocumentStatus,
} from '../../rules/index.ts';
import { defineCommand, type Hooks, type RentalContext, type RowOf } from '../database.ts';
import { refusalOf, requireNone } from '../problems.ts';

function stateAfter(context: RentalContext, from: DocumentStatus, event: DocumentEvent): DocumentStatus {
  const step = nextDocumentState(from, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/** A document is a picture that the caller has uploaded: the name of a file alone gives nobody its bytes. */
async function requireOwnPicture(context: RentalContext, name: string): Promise<void> {
  const file = (await uploadedFiles(context.db, [name])).get(name);
  if (file?.userId !== context.actor.id || !file.mimeType.startsWith('image/'))
    throw refuseFields({ url: 'msg.upload.notImage' });
}

/** The document that a member has of this type, locked. */
const documentOf = (context: RentalContext, memberId: number, type: RowOf<'document'>['type']) =>
  context.db
    .selectFrom('document')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('type', '=', type)
    .where('aside', '=', 0)
    .forUpdate()
    .executeTakeFirst();

/**
 * Upload (P1) is the generic save, whatever it changes: what was approved was approved as it was. One of a type that the member has already, and that
 * does not wait, takes the place of that one. A picture that was replaced, or deleted (P4), is removed.
 */
export const documentHooks: Hooks<'document'> = {
  async beforeSave({ values, before }, context) {
    const there = before ?? (await documentOf(context, values.memberId!, values.type!));
    const status = stateAfter(context, there?.status ?? DOCUMENT.notUploaded, 'upload');
    if (there && !before) {
      await context.write.delete('document', there.id);
      await removeFiles(context.db, [there.url]);
    }
    const url = values.url ?? before?.url;
    if (url && url !== before?.url) await requireOwnPicture(context, url);
    const uploadTime = new Date(context.now);
    Object.assign(values, { status, uploadTime, auditTime: null, auditorId: null, remark: null });
  },
  async afterSave({ before, after }, context) {
    if (before && before.url !== after.url) await removeFiles(context.db, [before.url]);
  },
  async beforeDelete(before, context) {
    stateAfter(context, before.status, 'delete');
    await removeFiles(context.db, [before.url]);
  },
};

/** Approve and reject (P2, P3). The first of two auditors decides; a picture that was replaced since it was looked at is looked at again (409). */
export const auditDocument = defineCommand(calls.auditDocument, {
  async run({ id, status, remark, expiryDate, updateTime }, context) {
    const approves = status === DOCUMENT.approved;
    context.require(approves ? 'document-enable' : 'document-disable');
    const row = await context.row('document', id, { lock: true });
    const to = stateAfter(context, row.status, approves ? 'approve' : 'reject');
    const said = remark?.trim() ?? '';
    if (!approves && said === '') throw refuseFields({ remark: 'msg.required' });
    const until = expiryDate === undefined ? row.expiryDate : expiryDate;
    if (approves) requireNone(approvalProblems(until, dateOf(context.now, DEFAULT_TIME_ZONE)), context);
    await context.write.update(
      'document',
      id,
      {
        ...{ status: to, expiryDate: until, remark: said === '' ? null : said },
        ...{ auditTime: new Date(context.now), auditorId: context.actor.id },
      },
      { expect: { status: row.status }, updateTime },
    );
    return null;
  },
});

/** The documents of a member that is deleted, with their pictures. */
export async function deleteDocumentsOf(context: RentalContext, memberId: number): Promise<void> {
  const rows = await context.db
    .selectFrom('document')
    .select(['id', 'url'])
    .where('memberId', '=', memberId)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of rows) await context.write.delete('document', id);
  await removeFiles(
    context.db,
    rows.map(({ url }) => url),
  );
}
