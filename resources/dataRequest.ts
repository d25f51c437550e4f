import { defineResource } from 'forecourt/model';
import type { DataRequest } from '../schemas/types.generated.ts';
import { ERASURE_REQUEST } from '../src/rental/rules/index.ts';

/** An erasure that somebody asked for and nobody has decided. */
const ASKED = { properties: { kind: { const: 'erasure' }, status: { const: ERASURE_REQUEST.asked } } } as const;

export default defineResource<DataRequest>({
  schema: 'dataRequest',
  permission: { base: 'datarequest', route: 'member-datarequest' },
  route: { list: '/member/datarequest' },
  api: { list: '/member/datarequest/list' },
  menu: { group: 'member', sort: 50, icon: 'PrivacyTip' },
  list: {
    columns: ['createTime', 'kind', 'memberId', 'state', 'operatorId', 'deciderId'],
    hiddenColumns: ['decideTime', 'reason', 'status'],
    filters: [
      { name: 'keyword', field: 'memberId.name', operator: 'contains' },
      'kind',
      'status',
      { name: 'time', field: 'createTime' },
      { name: 'memberId', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    card: ['memberId', 'kind', 'state', 'createTime'],
    savedFilters: [
      { key: 'asked', filter: { kind: 'erasure', status: ERASURE_REQUEST.asked }, sort: ['createTime', 'asc'] },
    ],
  },
  actions: [
    {
      name: 'approve',
      post: '/member/datarequest/approve',
      permission: 'enable',
      component: 'ErasureApproval',
      danger: true,
      when: ASKED,
    },
    {
      name: 'reject',
      post: '/member/datarequest/reject',
      permission: 'disable',
      ask: ['reason'],
      require: ['reason'],
      when: ASKED,
    },
  ],
});
