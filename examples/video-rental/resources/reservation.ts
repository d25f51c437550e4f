import { defineResource } from 'forecourt/model';
import type { Reservation } from '../schemas/types.generated.ts';

export default defineResource<Reservation>({
  schema: 'reservation',
  menu: { group: 'rental', sort: 20, icon: 'TableRows' },
  list: {
    columns: ['filmId', 'customerId', 'storeId', 'wantedFrom', 'wantedUntil', 'status'],
    hiddenColumns: ['createTime'],
    filters: ['filmId', 'customerId', 'storeId', 'status', 'wantedFrom'],
    filterDefaults: { status: '1' },
    sort: ['wantedFrom', 'asc'],
    card: ['filmId', 'customerId', 'wantedFrom'],
  },
});
