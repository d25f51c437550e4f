import { defineResource } from 'forecourt/model';
import type { Category } from '../schemas/types.generated.ts';

export default defineResource<Category>({
  schema: 'category',
  menu: { group: 'catalogue', sort: 70, icon: 'TableRows' },
  list: {
    columns: ['name', 'parentId', 'createTime'],
    filters: ['keyword', 'parentId'],
    sort: ['name', 'asc'],
    views: { first: 'tree' },
  },
});
