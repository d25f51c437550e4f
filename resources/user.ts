import { defineResource } from '../src/framework/model/index.ts';
import type { User } from '../schemas/types.generated.ts';

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
    columns: ['id', 'username', 'phone', 'roleId', 'supplierId', 'dataScope', 'status', 'createTime'],
    hiddenColumns: ['name', 'email', 'storeIds', 'updateTime'],
    filters: ['keyword', 'roleId', 'supplierId', 'status'],
    short: ['createTime'],
    sort: ['createTime', 'desc'],
    card: ['username', 'roleId', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'account', fields: ['username', 'name', 'phone', 'email', 'password'] },
      { key: 'rights', fields: ['roleId', 'supplierId', 'dataScope', 'storeIds'] },
    ],
  },
  options: { fields: ['username', 'name'], search: true },
  actions: [
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
  ],
});
