import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { Document } from '../schemas/types.generated.ts';
import { buttonOf, DOCUMENT, DOCUMENT_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { DocumentEvent } from '../src/rental/rules/index.ts';

const AUDIT = '/member/document/audit';
const button = (event: DocumentEvent) => buttonOf(DOCUMENT_TRANSITIONS, event, AUDIT);

/** D-MEM-05; two steps over one call. */
const actions: readonly ActionDeclaration<Document>[] = [
  {
    name: 'audit',
    post: AUDIT,
    permission: ['document-enable', 'document-disable'],
    on: 'list',
    component: 'DocumentAudit',
  },
  { ...button('approve'), body: { status: DOCUMENT.approved }, ask: ['expiryDate'] },
  { ...button('reject'), body: { status: DOCUMENT.rejected }, ask: ['remark'], require: ['remark'], anew: ['remark'] },
];

export default defineResource<Document>({
  schema: 'document',
  permission: { base: 'document', route: 'member-document' },
  route: { list: '/member/document' },
  api: {
    list: '/member/document/list',
    save: '/member/document/save',
    delete: '/member/document/delete/{id}',
  },
  menu: { group: 'member', sort: 30, icon: 'Badge' },
  list: {
    columns: ['memberId', 'type', 'url', 'status', 'uploadTime', 'expiryDate', 'auditTime', 'remark'],
    hiddenColumns: ['name', 'aside', 'auditorId', 'createTime'],
    filters: [
      { name: 'keyword', anyOf: ['memberId.name', 'memberId.phone', 'memberId.idNo', 'name'], operator: 'contains' },
      'type',
      // What is not uploaded is no row; the page of the member names it.
      { name: 'status', without: [DOCUMENT.notUploaded] },
      { name: 'time', field: 'uploadTime' },
      { name: 'expiry', field: 'expiryDate' },
      { name: 'memberId', hidden: true },
      { name: 'aside', hidden: true },
    ],
    short: ['uploadTime', 'auditTime'],
    sort: ['uploadTime', 'desc'],
    card: ['memberId', 'type', 'status'],
    savedFilters: [
      { key: 'waiting', filter: { status: DOCUMENT.pending, aside: 0 } },
      { key: 'approved', filter: { status: DOCUMENT.approved } },
      { key: 'rejected', filter: { status: DOCUMENT.rejected } },
    ],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [{ key: 'document', fields: ['memberId', 'type', 'url', 'name', 'expiryDate'] }],
  },
  actions,
  go: 'd',
});
