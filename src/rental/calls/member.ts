import { CREATED, defineCall, file, FLAG, ID, list, NOTHING, object, orNull } from 'forecourt/calls';
import { DOCUMENT } from '../rules/index.ts';
import { ERASURE_PREVIEW, MERGE_PREVIEW } from './memberParts.ts';
import { DATE, REMARK, UPDATE_TIME } from './parts.ts';

/** Whose value stays, one of the two. */
const ONE = { enum: ['survivor', 'merged'] } as const;

export const memberCalls = {
  memberStatus: defineCall({
    method: 'POST',
    path: '/member/status',
    summary: 'Enable or disable a member',
    permission: ['member-enable', 'member-disable'],
    input: object({ id: ID, status: FLAG }),
    answer: NOTHING,
    log: { module: 'member', action: 'status', object: 'id' },
    success: 'msg.success.update',
  }),
  auditDocument: defineCall({
    method: 'POST',
    path: '/member/document/audit',
    summary: 'Approve or reject a document that waits',
    permission: ['document-enable', 'document-disable'],
    // `updateTime` of the document that was looked at: another picture may wait under the same id by now.
    input: object(
      { id: ID, status: { enum: [DOCUMENT.approved, DOCUMENT.rejected] } },
      { remark: { ...REMARK, type: ['string', 'null'] }, expiryDate: orNull(DATE), updateTime: UPDATE_TIME },
    ),
    answer: NOTHING,
    log: { module: 'document', action: 'audit', object: 'id' },
    success: 'msg.success.review',
  }),
  previewMerge: defineCall({
    method: 'GET',
    path: '/member/merge/preview',
    summary: 'What merging two members would move, and why they cannot be merged',
    permission: 'membermerge-add',
    input: object({ survivorId: ID, mergedId: ID }),
    answer: MERGE_PREVIEW,
  }),
  mergeMembers: defineCall({
    method: 'POST',
    path: '/member/merge/save',
    summary: 'Make one member part of another: everything of it moves, and of what differs one value stays',
    permission: 'membermerge-add',
    // The update times of the two members that were looked at.
    input: object(
      { survivorId: ID, mergedId: ID },
      {
        ...{ survivorTime: UPDATE_TIME, mergedTime: UPDATE_TIME },
        keep: object(
          {},
          {
            ...{ name: ONE, phone: ONE, email: ONE, birthday: ONE, identity: ONE, channel: ONE, status: ONE },
            remark: { enum: ['survivor', 'merged', 'both'] },
          },
        ),
        // Of types that both have: the document that counts from now on. Default: the one that proves more.
        documents: list(ID),
      },
    ),
    answer: CREATED,
    log: { module: 'memberMerge', action: 'save', object: 'survivorId' },
    success: 'msg.success.save',
  }),
  undoMerge: defineCall({
    method: 'POST',
    path: '/member/merge/undo',
    summary: 'Undo a merge: each member gets back what was moved, and nothing that came after',
    permission: 'membermerge-disable',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'memberMerge', action: 'undo', object: 'id' },
    success: 'msg.success.update',
  }),
  personExport: defineCall({
    method: 'GET',
    path: '/member/datarequest/export/{id}',
    summary: 'Everything that is kept about a member as one archive; every time it is taken is on record',
    permission: 'datarequest-export',
    proof: true,
    input: object({ id: ID }),
    answer: file('application/zip'),
    log: { module: 'dataRequest', action: 'export', object: 'id', names: 'member' },
    perMinute: 10,
  }),
  previewErasure: defineCall({
    method: 'GET',
    path: '/member/datarequest/erasure',
    summary: 'What erasing a member would take, what stays by law, and why it cannot be done yet',
    permission: ['datarequest-add', 'datarequest-enable'],
    input: object({ id: ID }),
    answer: ERASURE_PREVIEW,
  }),
  requestErasure: defineCall({
    method: 'POST',
    path: '/member/datarequest/erase',
    summary: 'Ask for the erasure of a member; somebody else approves it',
    permission: 'datarequest-add',
    // The number of the member, typed once more: a name would stand in the log of this very call.
    input: object({ id: ID, confirm: ID }),
    answer: CREATED,
    log: { module: 'dataRequest', action: 'erase', object: 'id', names: 'member' },
    success: 'msg.success.save',
  }),
  approveErasure: defineCall({
    method: 'POST',
    path: '/member/datarequest/approve',
    summary: 'Erase whoever a member is, for ever, as somebody else asked; orders and money stay without the person',
    permission: 'datarequest-enable',
    proof: true,
    // `id` of the request, and the number of the member, typed once more.
    input: object({ id: ID, confirm: ID }),
    answer: NOTHING,
    log: { module: 'dataRequest', action: 'approve', object: 'id' },
    success: 'msg.success.delete',
  }),
  rejectErasure: defineCall({
    method: 'POST',
    path: '/member/datarequest/reject',
    summary: 'Turn down an erasure that was asked for',
    permission: 'datarequest-disable',
    input: object({ id: ID, reason: REMARK }),
    answer: NOTHING,
    log: { module: 'dataRequest', action: 'reject', object: 'id' },
    success: 'msg.success.update',
  }),
};
