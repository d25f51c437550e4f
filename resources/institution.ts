import { defineResource } from 'forecourt/model';
import type { Institution } from '../schemas/types.generated.ts';

export default defineResource<Institution>({
  schema: 'institution',
  permission: { base: 'institution', route: 'institution-list', options: 'session' },
  route: { list: '/basics/institution' },
  api: {
    list: '/basics/institution/list',
    options: '/basics/institutionlist',
    save: '/basics/institution/save',
    delete: '/basics/institution/delete/{id}',
  },
  menu: { group: 'car', sort: 20, icon: 'Badge' },
  list: {
    filterDefaults: { type: 1 },
    columns: ['name', 'type', 'ownerType', 'contact', 'phone', 'address', 'taxId', 'status'],
    hiddenColumns: ['email', 'licenseNo', 'legalPerson', 'id', 'createTime'],
    filters: ['keyword', 'type', 'ownerType', 'status'],
    sort: ['name', 'asc'],
    card: ['name', 'type', 'phone'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'basic', fields: ['name', 'type', 'ownerType', 'status'] },
      { key: 'contact', fields: ['contact', 'phone', 'email', 'address'] },
      { key: 'registration', fields: ['taxId', 'licenseNo', 'legalPerson'] },
    ],
  },
  options: { fields: ['name', 'type', 'ownerType'], where: { status: [1] }, filters: ['type'] },
});
