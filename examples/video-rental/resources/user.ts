import { defineResource, platformUser } from 'forecourt/model';
import type { User } from '../schemas/types.generated.ts';

export default defineResource<User>({
  ...platformUser,
  list: {
    columns: ['id', 'username', 'name', 'phone', 'roleId', 'dataScope', 'status', 'invitation', 'createTime'],
    hiddenColumns: ['email', 'storeIds', 'updateTime'],
    filters: ['keyword', 'roleId', 'status'],
    sort: ['createTime', 'desc'],
    card: ['username', 'roleId', 'status'],
  },
  form: {
    ...platformUser.form,
    groups: [
      { key: 'account', fields: ['username', 'name', 'phone', 'email', 'invited', 'password'] },
      { key: 'rights', fields: ['roleId', 'dataScope', 'storeIds'] },
    ],
  },
});
