import { defineResource } from '../../model/index.ts';
import type { Menu } from '../types.generated.ts';

export default defineResource<Menu>({
  schema: 'menu',
  permission: { base: 'menu', route: 'menu-list' },
  route: { list: '/system/menu' },
  api: { list: '/menu/list', options: '/menu/options', save: '/menu/save', delete: '/menu/delete/{id}' },
  menu: { group: 'system', sort: 30, icon: 'MenuOpen' },
  list: {
    columns: ['title', 'type', 'path', 'url', 'icon', 'sort', 'status'],
    filters: ['keyword', 'type', 'status'],
    sort: ['sort', 'asc'],
    card: ['title', 'type', 'path'],
    component: 'MenuTree',
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [{ key: 'basic', fields: ['parentId', 'type', 'title', 'path', 'url', 'icon', 'sort', 'status'] }],
  },
  options: { fields: ['title', 'type', 'path', 'parentId'] },
});
