import { defineResource } from 'forecourt/model';
import type { Rental } from '../schemas/types.generated.ts';

export default defineResource<Rental>({
  schema: 'rental',
  menu: { group: 'rental', sort: 10, icon: 'TableRows' },
  list: {
    columns: ['id', 'filmCopyId', 'customerId', 'rentedOn', 'dueOn', 'status', 'lateFee', 'staffId'],
    hiddenColumns: ['damaged', 'damageNote', 'createTime'],
    filters: [
      'filmCopyId',
      'customerId',
      'status',
      'staffId',
      'rentedOn',
      'dueOn',
      'damaged',
      { name: 'storeId', field: 'filmCopyId.storeId' },
    ],
    sort: ['rentedOn', 'desc'],
    card: ['filmCopyId', 'customerId', 'dueOn'],
    savedFilters: [
      { key: 'out', filter: { status: '1' }, sort: ['dueOn', 'asc'], view: 'board' },
      { key: 'damaged', filter: { damaged: 'true' }, view: 'table' },
      { key: 'lateFees', sort: ['lateFee', 'desc'], columns: ['id', 'customerId', 'dueOn', 'lateFee'], view: 'table' },
    ],
  },
});
