import type { ServerModule } from '../../../framework/server/contract.ts';
import { memberColumns } from './columns.ts';
import { auditDocument, documentHooks } from './documents.ts';
import { blacklistHooks, memberHooks, memberStatus } from './members.ts';

/** Who rents: members, what they prove themselves with, and whom nobody rents to. */
export const memberServer: ServerModule = {
  commands: [memberStatus, auditDocument],
  hooks: { member: memberHooks, document: documentHooks, blacklist: blacklistHooks },
  computed: memberColumns,
};
