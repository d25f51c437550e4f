import { defineResource } from '../src/framework/model/index.ts';
import type { DataRequest } from '../schemas/types.generated.ts';

export default defineResource<DataRequest>({
  schema: 'dataRequest',
  permission: { base: 'datarequest', route: 'member-datarequest' },
  route: { list: '/member/datarequest' },
  api: { list: '/member/datarequest/list' },
  menu: { group: 'member', sort: 50, icon: 'PrivacyTip' },
  list: {
    columns: ['createTime', 'kind', 'memberId', 'state', 'operatorId'],
    filters: [
      { name: 'keyword', field: 'memberId.name', operator: 'contains' },
      'kind',
      { name: 'time', field: 'createTime' },
      { name: 'memberId', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    card: ['memberId', 'kind', 'createTime'],
  },
});
