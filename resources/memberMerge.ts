import { defineResource, type ActionDeclaration } from 'forecourt/model';
import type { MemberMerge } from '../schemas/types.generated.ts';
import { buttonOf, MEMBER_MERGE_TRANSITIONS } from '../src/rental/rules/index.ts';

const actions: readonly ActionDeclaration<MemberMerge>[] = [
  { ...buttonOf(MEMBER_MERGE_TRANSITIONS, 'undo', '/member/merge/undo'), confirm: true },
];

export default defineResource<MemberMerge>({
  schema: 'memberMerge',
  permission: { base: 'membermerge', route: 'member-merge' },
  route: { list: '/member/merge' },
  api: { list: '/member/merge/list' },
  menu: { group: 'member', sort: 40, icon: 'MergeType' },
  list: {
    columns: [
      'mergedId',
      'survivorId',
      'status',
      'orders',
      'coupons',
      'documents',
      'messages',
      'operatorId',
      'createTime',
    ],
    hiddenColumns: ['undoTime', 'undoneById'],
    filters: [
      { name: 'keyword', anyOf: ['mergedId.name', 'survivorId.name'], operator: 'contains' },
      'status',
      { name: 'time', field: 'createTime' },
      { name: 'survivorId', hidden: true },
    ],
    short: ['createTime', 'undoTime'],
    sort: ['createTime', 'desc'],
    card: ['mergedId', 'survivorId', 'status'],
  },
  actions,
});
