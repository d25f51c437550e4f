import { defineResource, type Condition } from 'forecourt/model';
import type { Member } from '../schemas/types.generated.ts';
import { LIVE_MEMBERS, MEMBER } from '../src/rental/rules/index.ts';

/** One that is somebody still: neither part of another one nor erased. */
const LIVE: Condition = { properties: { status: { enum: [...LIVE_MEMBERS] } } };

export default defineResource<Member>({
  schema: 'member',
  permission: {
    base: 'member',
    route: 'member-list',
    // Whoever books an order looks for the renter; a merge asks who else the member is.
    options: ['order-add', 'membermerge-add'],
  },
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
    hiddenColumns: ['email', 'birthday', 'duplicate', 'mergedIntoId', 'remark', 'updateTime'],
    filters: [
      'keyword',
      'channel',
      'status',
      'verified',
      'blacklisted',
      { name: 'duplicate', registered: 'memberDuplicate', codes: 'memberDuplicate' },
      { name: 'time', field: 'createTime' },
    ],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['name', 'phone', 'status'],
    savedFilters: [{ key: 'duplicates', filter: { duplicate: 1 } }],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'countryCode', 'phone', 'email', 'channel'] },
      { key: 'identity', fields: ['idType', 'idNo', 'birthday'] },
      { key: 'notes', fields: ['remark'] },
    ],
  },
  show: {
    groups: [
      { key: 'summary', fields: [], component: 'MemberSummary' },
      {
        key: 'basic',
        fields: [
          'name',
          'countryCode',
          'phone',
          'email',
          'idType',
          'idNo',
          'birthday',
          'channel',
          'status',
          'createTime',
        ],
      },
      { key: 'notes', fields: ['remark'] },
      { key: 'documents', fields: [], component: 'MemberDocuments', tab: 'documents' },
    ],
    related: ['order.memberId', 'coupon.memberId', 'outbox.memberId'],
  },
  options: {
    fields: ['name', 'countryCode', 'phone', 'status'],
    where: { status: LIVE_MEMBERS },
    filters: ['status'],
    search: true,
  },
  palette: { fields: ['countryCode', 'phone'] },
  actions: [
    {
      name: 'book',
      opens: { resource: 'order', page: 'form', by: 'memberId' },
      permission: 'order-add',
      when: { properties: { status: { const: MEMBER.normal } } },
    },
    { name: 'sendsms', post: '/member/sendsms', permission: 'edit', component: 'MemberSms', when: LIVE },
    {
      name: 'blacklist',
      post: '/member/blacklist/save',
      permission: 'blacklist-add',
      component: 'MemberBlacklist',
      aside: true,
      when: LIVE,
    },
    {
      name: 'merge',
      post: '/member/merge/save',
      permission: 'membermerge-add',
      component: 'MemberMerge',
      aside: true,
      when: LIVE,
    },
    {
      name: 'dataexport',
      post: '/member/datarequest/export/{id}',
      permission: 'datarequest-export',
      component: 'MemberDataExport',
      aside: true,
    },
    {
      name: 'erase',
      post: '/member/datarequest/erase',
      permission: 'datarequest-add',
      component: 'MemberErase',
      aside: true,
      danger: true,
      when: LIVE,
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
  go: 'm',
});
