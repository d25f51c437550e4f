import { defineResource } from 'forecourt/model';
import type { Holiday } from '../schemas/types.generated.ts';

export default defineResource<Holiday>({
  schema: 'holiday',
  permission: { base: 'holiday', route: 'holiday-list' },
  route: { list: '/basics/holiday' },
  api: {
    list: '/basics/holiday/list',
    options: '/basics/holidaylist',
    save: '/basics/holiday/save',
    delete: '/basics/holiday/delete/{id}',
  },
  menu: { group: 'basics', sort: 30, icon: 'Celebration' },
  list: {
    columns: ['name', 'startDate', 'endDate', 'startsIn', 'minDays', 'prices', 'bookingOpen'],
    hiddenColumns: ['createTime'],
    filters: ['keyword', { name: 'year', field: 'startDate', operator: 'year' }, 'bookingOpen'],
    sort: ['startsIn', 'asc'],
    card: ['name', 'startDate', 'startsIn', 'bookingOpen'],
  },
  form: { width: 560, groups: [{ key: 'basic', fields: ['name', 'startDate', 'endDate', 'minDays'] }] },
  options: { fields: ['name', 'startDate', 'endDate'] },
  actions: [
    {
      name: 'open',
      post: '/basics/holiday/status',
      permission: 'enable',
      body: { bookingOpen: 1 },
      when: { properties: { bookingOpen: { const: 0 } } },
      confirm: true,
    },
    {
      name: 'close',
      post: '/basics/holiday/status',
      permission: 'disable',
      body: { bookingOpen: 0 },
      when: { properties: { bookingOpen: { const: 1 } } },
      confirm: true,
    },
  ],
});
