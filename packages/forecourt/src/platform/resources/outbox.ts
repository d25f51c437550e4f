import { defineResource } from '../../model/index.ts';
import type { Outbox } from '../types.generated.ts';

export default defineResource<Outbox>({
  schema: 'outbox',
  permission: { base: 'outbox', route: 'outbox' },
  route: { list: '/system/outbox' },
  api: { list: '/system/outbox/list', info: '/system/outbox/info/{id}' },
  menu: { group: 'system', sort: 60, icon: 'Outbox' },
  list: {
    columns: ['createTime', 'channel', 'topic', 'recipient', 'state', 'provider', 'tries', 'nextTryTime', 'error'],
    hiddenColumns: ['text', 'reference', 'sentTime'],
    filters: ['keyword', 'state', { name: 'channel', operator: 'equals' }, 'createTime'],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['topic', 'recipient', 'state'],
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
