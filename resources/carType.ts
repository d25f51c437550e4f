import { defineResource } from 'forecourt/model';
import type { CarType } from '../schemas/types.generated.ts';

export default defineResource<CarType>({
  schema: 'carType',
  permission: { base: 'cartype', route: 'cartype', options: 'session' },
  route: { list: '/car/cartype' },
  api: {
    list: '/car/cartype/list',
    options: '/car/cartypelist',
    save: '/car/cartype/save',
    delete: '/car/cartype/delete/{id}',
  },
  menu: { group: 'basics', sort: 70, icon: 'FactCheck' },
  list: {
    columns: ['brandId', 'name', 'series', 'category', 'type', 'level', 'transmission', 'fuel', 'seats', 'year'],
    hiddenColumns: ['doors', 'emission', 'image', 'id', 'createTime'],
    filters: ['keyword', 'brandId', 'category'],
    sort: ['name', 'asc'],
    card: ['name', 'brandId', 'category'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['brandId', 'name', 'series', 'category', 'type', 'level', 'year'] },
      { key: 'technical', fields: ['transmission', 'fuel', 'emission', 'doors', 'seats', 'image'] },
    ],
  },
  options: {
    fields: [
      'brandId',
      'name',
      'series',
      'transmission',
      'fuel',
      'seats',
      'doors',
      'category',
      'year',
      'modelId',
      'subModelId',
      'displacement',
    ],
    filters: ['brandId'],
  },
  actions: [{ name: 'copy', post: '/car/cartype/copy/{id}', permission: 'add' }],
});
