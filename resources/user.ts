import { defineResource, platformUser } from 'forecourt/model';
import type { User } from '../schemas/types.generated.ts';

export default defineResource<User>({
  ...platformUser,
  list: {
    columns: ['id', 'username', 'phone', 'roleId', 'supplierId', 'dataScope', 'status', 'createTime'],
    hiddenColumns: ['name', 'email', 'storeIds', 'updateTime'],
    filters: ['keyword', 'roleId', 'supplierId', 'status', { name: 'storeIds', hidden: true }],
    short: ['createTime'],
    sort: ['createTime', 'desc'],
    card: ['username', 'roleId', 'status'],
  },
  form: {
    ...platformUser.form,
    groups: [
      { key: 'account', fields: ['username', 'name', 'phone', 'email', 'password'] },
      { key: 'rights', fields: ['roleId', 'supplierId', 'dataScope', 'storeIds'] },
    ],
  },
  go: 'u',
});
