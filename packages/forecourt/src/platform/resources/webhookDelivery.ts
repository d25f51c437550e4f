import { defineResource } from '../../model/index.ts';
import type { WebhookDelivery } from '../types.generated.ts';

export default defineResource<WebhookDelivery>({
  schema: 'webhookDelivery',
  permission: { base: 'webhookdelivery', route: 'webhookdelivery' },
  route: { list: '/system/webhookdelivery' },
  api: { list: '/system/webhookdelivery/list', info: '/system/webhookdelivery/info/{id}' },
  menu: { group: 'system', sort: 81, icon: 'MoveToInbox' },
  list: {
    columns: [
      'createTime',
      'webhookId',
      'type',
      'recordId',
      'state',
      'tries',
      'httpStatus',
      'size',
      'nextTryTime',
      'error',
    ],
    hiddenColumns: ['event', 'entered', 'changeTime', 'sentTime', 'duration', 'key'],
    filters: ['webhookId', 'recordId', 'key', 'state', 'createTime'],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['type', 'webhookId', 'state'],
  },
  actions: [
    {
      name: 'replay',
      post: '/system/webhookdelivery/replay',
      permission: 'edit',
      when: { properties: { state: { enum: ['sent', 'failed', 'notSent'] } } },
      confirm: true,
    },
  ],
});
