import { defineResource } from 'forecourt/model';
import type { SubModel } from '../schemas/types.generated.ts';

export default defineResource<SubModel>({
  schema: 'subModel',
  permission: { base: 'brand', route: 'brand', options: 'session' },
  route: { list: '/car/submodels' },
  api: {
    list: '/car/submodels/list',
    options: '/car/submodelslist',
    save: '/car/submodels/save',
    delete: '/car/submodels/delete/{id}',
  },
  menu: { group: 'basics', sort: 60, icon: 'AccountTree' },
  list: {
    columns: ['brandId', 'modelId', 'name', 'displacement', 'id', 'createTime'],
    filters: ['keyword', 'brandId', 'modelId'],
    sort: ['name', 'asc'],
    card: ['name', 'modelId', 'displacement'],
  },
  form: { layout: 'dialog', width: 560 },
  actions: [{ name: 'book', opens: { resource: 'order', page: 'form', by: 'subModelId' }, permission: 'order-add' }],
  options: {
    fields: ['brandId', 'modelId', 'name', 'displacement'],
    title: ['brandName', 'modelName', 'name'],
    filters: ['brandId', 'modelId'],
  },
});
