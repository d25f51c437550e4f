import { defineResource } from 'forecourt/model';
import type { Brand } from '../schemas/types.generated.ts';

export default defineResource<Brand>({
  schema: 'brand',
  permission: { base: 'brand', route: 'brand', options: 'session' },
  route: { list: '/car/brand' },
  api: {
    list: '/car/brand/list',
    options: '/car/brandlist',
    save: '/car/brand/save',
    delete: '/car/brand/delete/{id}',
  },
  menu: { group: 'basics', sort: 40, icon: 'LocalOffer' },
  list: { columns: ['name', 'id', 'createTime', 'updateTime'], filters: ['keyword'], sort: ['name', 'asc'] },
  form: { layout: 'dialog', width: 560 },
  options: { fields: ['name'] },
});
