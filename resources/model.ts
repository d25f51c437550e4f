import { defineResource } from 'forecourt/model';
import type { Model } from '../schemas/types.generated.ts';

export default defineResource<Model>({
  schema: 'model',
  permission: { base: 'brand', route: 'brand', options: 'session' },
  route: { list: '/car/models' },
  api: {
    list: '/car/models/list',
    options: '/car/modelslist',
    save: '/car/models/save',
    delete: '/car/models/delete/{id}',
  },
  menu: { group: 'basics', sort: 50, icon: 'Category' },
  list: {
    columns: ['brandId', 'name', 'cars', 'id'],
    hiddenColumns: ['createTime', 'updateTime'],
    filters: ['keyword', 'brandId'],
    sort: ['name', 'asc'],
    card: ['name', 'brandId'],
  },
  form: { layout: 'dialog', width: 560 },
  options: { fields: ['brandId', 'name'], filters: ['brandId'] },
});
