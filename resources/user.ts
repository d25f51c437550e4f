import { defineResource, platformUser } from 'forecourt/model';
import type { User } from '../schemas/types.generated.ts';

export default defineResource<User>({
  ...platformUser,
  list: {
    columns: ['username', 'phone', 'roleId', 'supplierId', 'dataScope', 'status', 'lastSeen', 'id'],
    below: { username: 'name', lastSeen: 'createTime', status: 'invitation' },
    hiddenColumns: ['name', 'invitation', 'createTime', 'email', 'storeIds', 'updateTime'],
    filters: ['keyword', 'roleId', 'supplierId', 'status', { name: 'storeIds', hidden: true }],
    short: ['lastSeen', 'createTime'],
    sort: ['createTime', 'desc'],
    card: ['username', 'name', 'roleId', 'status', 'lastSeen'],
  },
  form: {
    ...platformUser.form,
    groups: [
      { key: 'account', fields: ['username', 'name', 'phone', 'email', 'invited', 'password', 'changesPassword'] },
      { key: 'rights', fields: ['roleId', 'supplierId', 'dataScope', 'storeIds'] },
    ],
  },
  go: 'u',
});
