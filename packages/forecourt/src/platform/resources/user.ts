import { defineResource } from '../../model/index.ts';
import type { User } from '../types.generated.ts';

/** Users of every application: who may sign in, with which roles and data. */
export default defineResource<User>({
  schema: 'user',
  permission: { base: 'user', route: 'user-list' },
  route: { list: '/system/mgr_user' },
  api: {
    list: '/admin/user/list',
    options: '/admin/user/options',
    save: '/admin/user/save',
    delete: '/admin/user/delete/{id}',
    deleteMany: '/admin/user/deletebatch',
  },
  menu: { group: 'system', sort: 10, icon: 'ManageAccounts' },
  list: {
    columns: ['id', 'username', 'name', 'phone', 'roleId', 'status', 'invitation', 'createTime'],
    hiddenColumns: ['email', 'updateTime'],
    filters: ['keyword', 'roleId', 'status'],
    sort: ['createTime', 'desc'],
    card: ['username', 'roleId', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'account', fields: ['username', 'name', 'phone', 'email', 'invited', 'password', 'changesPassword'] },
      { key: 'rights', fields: ['roleId'] },
    ],
  },
  options: { fields: ['username', 'name'], search: true },
  actions: [
    {
      name: 'invite',
      post: '/admin/user/invite',
      permission: 'edit',
      when: { properties: { invitation: { enum: [1, 2] } }, required: ['invitation'] },
      confirm: true,
    },
    {
      name: 'lock',
      post: '/admin/user/lock',
      permission: 'disable',
      on: 'bulk',
      body: { locked: 1 },
      confirm: true,
      danger: true,
    },
    { name: 'unlock', post: '/admin/user/lock', permission: 'enable', on: 'bulk', body: { locked: 0 }, confirm: true },
    {
      name: 'endSessions',
      post: '/admin/user/endsessions',
      permission: 'disable',
      ask: ['accessReason'],
      require: ['accessReason'],
      anew: ['accessReason'],
      danger: true,
    },
    {
      name: 'resetSecondFactor',
      post: '/admin/user/resetsecondfactor',
      permission: 'disable',
      ask: ['accessReason'],
      require: ['accessReason'],
      anew: ['accessReason'],
      danger: true,
    },
  ],
});
