import { defineModule } from '../database.ts';
import { memberStatus } from '../switches.ts';
import { blacklistHooks } from './blacklist.ts';
import { blacklistColumns, dataRequestState, memberColumns } from './columns.ts';
import { auditDocument, documentHooks } from './documents.ts';
import { approveErasure, previewErasure, rejectErasure, requestErasure } from './erasePerson.ts';
import { byDuplicate, DUPLICATE_INDEXES, memberDuplicate } from './duplicates.ts';
import { memberHooks } from './members.ts';
import { mergeMembers, previewMerge } from './merge.ts';
import { personExport } from './personData.ts';
import { REQUEST_KEYS } from './requestKeys.ts';
import { undoMerge } from './undoMerge.ts';

/** Who rents: members, what they prove themselves with, and whom nobody rents to. */
export const memberServer = defineModule({
  commands: [
    memberStatus,
    auditDocument,
    previewMerge,
    mergeMembers,
    undoMerge,
    personExport,
    previewErasure,
    requestErasure,
    approveErasure,
    rejectErasure,
  ],
  hooks: { member: memberHooks, document: documentHooks, blacklist: blacklistHooks },
  computed: { ...memberColumns, ...blacklistColumns, memberDuplicate, dataRequestState },
  filters: { memberDuplicate: byDuplicate },
  migrations: [...DUPLICATE_INDEXES, REQUEST_KEYS],
});
