import { defineResource } from 'forecourt/model';
import type { Price } from '../schemas/types.generated.ts';

export default defineResource<Price>({
  schema: 'price',
  permission: { base: 'price', route: 'price-list' },
  route: { list: '/carprice/list', edit: '/carprice/edit' },
  api: {
    list: '/carprice/list',
    info: '/carprice/info/{id}',
    save: '/carprice/save',
    delete: '/carprice/delete/{id}',
  },
  menu: { group: 'price', sort: 10, icon: 'Sell' },
  list: {
    columns: ['subModelId', 'dailyPrice', 'deposit', 'status', 'updateTime'],
    below: { subModelId: 'storeId', dailyPrice: 'monthlyPrice' },
    short: ['updateTime', 'createTime'],
    hiddenColumns: ['storeId', 'monthlyPrice', 'holidayPrices', 'description', 'photos', 'createTime'],
    filters: [
      {
        name: 'keyword',
        anyOf: ['subModelId.name', 'subModelId.modelId.name', 'storeId.storeName'],
        operator: 'contains',
      },
      'storeId',
      { name: 'brandId', field: 'subModelId.brandId' },
      'subModelId',
      'status',
    ],
    sort: ['updateTime', 'desc'],
    card: ['subModelId', 'storeId', 'dailyPrice'],
  },
  form: {
    layout: 'page',
    groups: [
      { key: 'basic', fields: ['storeId', 'subModelId'] },
      { key: 'price', fields: ['dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrices'] },
      { key: 'calendar', fields: [], component: 'PriceCalendar' },
      { key: 'presentation', fields: ['description', 'photos'] },
    ],
  },
  components: { holidayPrices: { input: 'HolidayPricesInput' } },
  actions: [
    {
      name: 'params',
      post: '/carprice/saveparams',
      permission: 'edit',
      on: 'list',
      component: 'PriceParameters',
      aside: true,
    },
    {
      name: 'changeMany',
      post: '/carprice/change',
      permission: 'edit',
      on: 'list',
      component: 'PriceChange',
      aside: true,
    },
    {
      name: 'copyStore',
      post: '/carprice/change',
      permission: 'add',
      on: 'list',
      component: 'PriceChange',
      aside: true,
    },
    {
      name: 'enable',
      post: '/carprice/status',
      permission: 'enable',
      body: { status: 1 },
      when: { properties: { status: { const: 0 } } },
      confirm: true,
    },
    {
      name: 'disable',
      post: '/carprice/status',
      permission: 'disable',
      body: { status: 0 },
      when: { properties: { status: { const: 1 } } },
      confirm: true,
      aside: true,
    },
  ],
  go: 'p',
});
