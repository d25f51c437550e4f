import { defineResource } from 'forecourt/model';
import type { Supplier } from '../schemas/types.generated.ts';

export default defineResource<Supplier>({
  schema: 'supplier',
  permission: { base: 'supplier', route: 'supplier', options: 'session' },
  route: { list: '/basics/supplier' },
  api: {
    list: '/supplier/pagelist',
    options: '/supplier/list',
    save: '/supplier/save',
    delete: '/supplier/delete/{id}',
  },
  menu: { group: 'basics', sort: 10, icon: 'Handshake' },
  list: {
    columns: ['name', 'type', 'contact', 'phone', 'email', 'taxId', 'status'],
    hiddenColumns: ['address', 'bankName', 'accountName', 'accountNo', 'id', 'createTime'],
    filters: ['keyword', 'type', 'status'],
    sort: ['name', 'asc'],
    card: ['name', 'type', 'phone'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'type', 'taxId', 'status'] },
      { key: 'contact', fields: ['contact', 'phone', 'email', 'address'] },
      { key: 'bank', fields: ['bankName', 'accountName', 'accountNo'] },
    ],
  },
  actions: [{ name: 'sms', post: '/supplier/savesmsseting', permission: 'edit', component: 'SmsSettings' }],
  options: { fields: ['name', 'type'], where: { status: [1] } },
});
