import { defineResource } from 'forecourt/model';
import type { Role } from '../schemas/types.generated.ts';

export default defineResource<Role>({
  schema: 'role',
  permission: { base: 'role', route: 'role-list', options: 'session' },
  route: { list: '/system/role' },
  api: { list: '/role/list', options: '/role/rolelist', save: '/role/save', delete: '/role/delete/{id}' },
  menu: { group: 'system', sort: 20, icon: 'AdminPanelSettings' },
  list: {
    columns: ['name', 'code', 'taskType', 'description', 'createTime'],
    hiddenColumns: ['id'],
    filters: ['keyword'],
    sort: ['id', 'asc'],
    card: ['name', 'code'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'code', 'taskType', 'description'] },
      { key: 'signIn', fields: ['secondFactor', 'sessionHours', 'idleMinutes'] },
      { key: 'permissions', fields: ['menuIds'] },
      { key: 'fieldRights', fields: ['fieldRights'] },
    ],
  },
  options: { fields: ['name', 'code'] },
  components: { menuIds: { input: 'PermissionTreeInput' }, fieldRights: { input: 'FieldRightsInput' } },
});
