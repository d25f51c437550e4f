import { defineResource } from '../../model/index.ts';
import type { Webhook } from '../types.generated.ts';

const ACTIVE = { properties: { status: { const: 1 } } } as const;

export default defineResource<Webhook>({
  schema: 'webhook',
  permission: { base: 'webhook', route: 'webhook' },
  route: { list: '/system/webhook' },
  api: { list: '/system/webhook/list', info: '/system/webhook/info/{id}', save: '/system/webhook/save' },
  menu: { group: 'system', sort: 80, icon: 'Hub' },
  list: {
    columns: ['name', 'resource', 'url', 'userId', 'lastTime', 'lastError', 'status', 'reason'],
    hiddenColumns: ['filter', 'states', 'steps', 'failures', 'restUntil', 'issueTime', 'oldUntil', 'createTime'],
    filters: ['keyword', 'userId', 'status'],
    sort: ['name', 'asc'],
    rowClick: 'show',
    card: ['name', 'resource', 'status', 'reason'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'target', fields: ['name', 'url', 'userId'] },
      {
        key: 'heard',
        fields: ['resource', 'onCreated', 'onUpdated', 'onDeleted', 'states', 'steps', 'filter', 'sentFields'],
      },
    ],
  },
  components: { resource: { field: 'LogModule', input: 'HeardResourceInput' } },
  actions: [
    { name: 'test', post: '/system/webhook/test', permission: 'edit', when: ACTIVE, confirm: true },
    {
      name: 'issue',
      post: '/system/webhook/issue',
      permission: 'edit',
      ask: ['overlap'],
      secret: 'secret',
    },
    { name: 'stop', permission: 'edit', when: ACTIVE, confirm: true },
    { name: 'start', permission: 'edit', when: { properties: { status: { enum: [0, 2] } } }, confirm: true },
  ],
});
