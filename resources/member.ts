import { defineResource } from '../src/framework/model/index.ts';
import type { Member } from '../schemas/types.generated.ts';

export default defineResource<Member>({
  schema: 'member',
  permission: { base: 'member', route: 'member-list' },
  route: { list: '/member/list', show: '/member/detail/:id' },
  api: {
    list: '/member/list',
    options: '/member/options',
    info: '/member/info/{id}',
    save: '/member/save',
    delete: '/member/delete/{id}',
    export: '/member/export',
  },
  menu: { group: 'member', sort: 10, icon: 'People' },
  list: {
    columns: [
      'name',
      'countryCode',
      'phone',
      'idType',
      'idNo',
      'verified',
      'blacklisted',
      'channel',
      'status',
      'createTime',
    ],
    hiddenColumns: ['email', 'remark', 'updateTime'],
    filters: ['keyword', 'channel', 'status', 'verified', 'blacklisted', { name: 'time', field: 'createTime' }],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['name', 'phone', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'countryCode', 'phone', 'email', 'channel'] },
      { key: 'identity', fields: ['idType', 'idNo'] },
      { key: 'notes', fields: ['remark'] },
    ],
  },
  show: {
    groups: [
      { key: 'summary', fields: [], component: 'MemberSummary' },
      {
        key: 'basic',
        fields: ['name', 'countryCode', 'phone', 'email', 'idType', 'idNo', 'channel', 'status', 'createTime'],
      },
      { key: 'notes', fields: ['remark'] },
      { key: 'documents', fields: [], component: 'MemberDocuments', tab: 'documents' },
    ],
    related: ['order.memberId', 'coupon.memberId', 'outbox.memberId'],
  },
  options: { fields: ['name', 'countryCode', 'phone', 'status'], filters: ['status'], search: true },
  palette: { fields: ['countryCode', 'phone'] },
  actions: [
    { name: 'sendsms', post: '/member/sendsms', permission: 'edit', component: 'MemberSms' },
    {
      name: 'blacklist',
      post: '/member/blacklist/save',
      permission: 'blacklist-add',
      component: 'MemberBlacklist',
      aside: true,
    },
    {
      name: 'enable',
      post: '/member/status',
      permission: 'enable',
      body: { status: 1 },
      when: { properties: { status: { const: 0 } } },
      confirm: true,
    },
    {
      name: 'disable',
      post: '/member/status',
      permission: 'disable',
      body: { status: 0 },
      when: { properties: { status: { const: 1 } } },
      confirm: true,
      aside: true,
    },
  ],
});
