import { defineResource } from 'forecourt/model';
import type { Outbox } from '../schemas/types.generated.ts';

export default defineResource<Outbox>({
  schema: 'outbox',
  permission: { base: 'outbox', route: 'outbox' },
  route: { list: '/system/outbox', show: '/system/outbox/:id' },
  api: { list: '/system/outbox/list', info: '/system/outbox/info/{id}' },
  menu: { group: 'system', sort: 60, icon: 'Outbox' },
  list: {
    columns: ['createTime', 'channel', 'topic', 'recipient', 'orderId', 'state', 'provider', 'tries', 'error'],
    hiddenColumns: ['text', 'storeId', 'nextTryTime', 'sentTime', 'reference'],
    filters: [
      'keyword',
      'state',
      'channel',
      'topic',
      'storeId',
      'createTime',
      { name: 'orderId', hidden: true },
      { name: 'memberId', hidden: true },
    ],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['topic', 'createTime', 'recipient', 'state', 'error'],
    short: ['createTime'],
  },
  components: { provider: { field: 'MessageProvider' } },
  show: {
    groups: [
      { key: 'main', fields: ['channel', 'topic', 'recipient', 'text', 'orderId', 'storeId', 'createTime'] },
      {
        key: 'delivery',
        fields: ['state', 'provider', 'reference', 'tries', 'nextTryTime', 'sentTime', 'error'],
      },
    ],
  },
  actions: [
    {
      name: 'resend',
      post: '/system/outbox/resend',
      permission: 'edit',
      when: { properties: { state: { enum: ['failed', 'notSent'] } } },
      confirm: true,
    },
  ],
});
