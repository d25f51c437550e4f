import { defineResource } from '../../model/index.ts';
import type { ApiKey } from '../types.generated.ts';

export default defineResource<ApiKey>({
  schema: 'apiKey',
  permission: { base: 'apikey', route: 'apikey' },
  route: { list: '/system/apikey' },
  api: { list: '/system/apikey/list', info: '/system/apikey/info/{id}', save: '/system/apikey/save' },
  menu: { group: 'system', sort: 70, icon: 'VpnKey' },
  list: {
    columns: ['name', 'userId', 'prefix', 'readsOnly', 'expireTime', 'lastUsedTime', 'status'],
    hiddenColumns: [
      'addresses',
      'perMinute',
      'agents',
      'agentsSeeAll',
      'agentsSend',
      'scim',
      'issueTime',
      'oldUntil',
      'lastUsedFrom',
      'exposedTime',
      'createTime',
    ],
    filters: ['keyword', 'userId', 'status'],
    sort: ['name', 'asc'],
    rowClick: 'show',
    card: ['name', 'userId', 'expireTime', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'key', fields: ['name', 'userId', 'readsOnly'] },
      { key: 'limits', fields: ['expireTime', 'perMinute', 'addresses'] },
      { key: 'agents', fields: ['agents', 'agentsSeeAll', 'agentsSend'] },
      { key: 'directory', fields: ['scim'] },
    ],
  },
  components: { scim: { input: 'DirectoryKeyInput' } },
  actions: [
    {
      name: 'issue',
      post: '/system/apikey/issue',
      permission: 'edit',
      when: { properties: { status: { const: 1 } } },
      ask: ['overlap'],
      secret: 'key',
    },
    {
      name: 'revoke',
      permission: 'edit',
      when: { properties: { status: { const: 1 } } },
      confirm: true,
      danger: true,
    },
  ],
});
