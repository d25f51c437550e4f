import { defineCall, FLAG, ID, NOTHING, object, orNull } from '../../framework/calls/index.ts';
import { DOCUMENT } from '../rules/index.ts';
import { DATE, REMARK, UPDATE_TIME } from './parts.ts';

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
};
