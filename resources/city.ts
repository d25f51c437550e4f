import { defineResource } from 'forecourt/model';
import type { City } from '../schemas/types.generated.ts';

export default defineResource<City>({
  schema: 'city',
  permission: { base: 'city', route: 'citylist', options: 'session' },
  route: { list: '/basics/city' },
  api: {
    list: '/basics/city/list',
    options: '/basics/citylist',
    save: '/basics/city/save',
    delete: '/basics/city/delete/{id}',
  },
  menu: { group: 'basics', sort: 20, icon: 'LocationCity' },
  list: {
    columns: ['cityName', 'province', 'country', 'cityCode', 'latitude', 'longitude', 'timeZone', 'status'],
    hiddenColumns: ['id'],
    filters: ['keyword', 'status'],
    sort: ['cityName', 'asc'],
    card: ['cityName', 'province', 'status'],
  },
  form: { layout: 'dialog', width: 720 },
  touches: [
    {
      change: 'timeZone',
      lists: [
        { key: 'stores', resource: 'store', filter: { cityId: '{id}' } },
        { key: 'cars', resource: 'vehicle', filter: { cityId: '{id}' } },
      ],
    },
  ],
  options: { fields: ['cityName', 'province', 'country', 'timeZone'], where: { status: [1] } },
});
