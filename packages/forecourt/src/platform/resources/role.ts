import { defineResource } from '../../model/index.ts';
import type { Role } from '../types.generated.ts';

export default defineResource<Role>({
  schema: 'role',
  permission: { base: 'role', route: 'role-list' },
  route: { list: '/system/role' },
  api: { list: '/role/list', options: '/role/rolelist', save: '/role/save', delete: '/role/delete/{id}' },
  menu: { group: 'system', sort: 20, icon: 'AdminPanelSettings' },
  list: {
    columns: ['name', 'code', 'description', 'createTime'],
    filters: ['keyword'],
    sort: ['id', 'asc'],
    card: ['name', 'code'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'code', 'description'] },
      { key: 'signIn', fields: ['secondFactor', 'sessionHours', 'idleMinutes'] },
      { key: 'permissions', fields: ['menuIds'] },
      { key: 'fieldRights', fields: ['fieldRights'] },
    ],
  },
  options: { fields: ['name', 'code'] },
  components: { menuIds: { input: 'PermissionTreeInput' }, fieldRights: { input: 'FieldRightsInput' } },
});
