import { defineResource } from 'forecourt/model';
import type { DeliveryFee } from '../schemas/types.generated.ts';

export default defineResource<DeliveryFee>({
  schema: 'deliveryFee',
  permission: {
    base: 'store',
    route: 'store-detail',
    words: { add: 'edit', delete: 'edit' },
    // Whoever books an order chooses among the points.
    options: ['order-add', 'order-edit'],
  },
  api: {
    list: '/basics/store/deliveryfee/list',
    options: '/basics/store/deliveryfeelist',
    save: '/basics/store/deliveryfee/save',
    delete: '/basics/store/deliveryfee/delete/{id}',
  },
  list: {
    columns: ['name', 'kind', 'cityId', 'deliveryFee', 'pickupFee', 'startTime', 'endTime', 'status'],
    hiddenColumns: ['address', 'latitude', 'longitude', 'remark', 'id'],
    filters: ['keyword', 'storeId', 'kind', 'status'],
    sort: ['kind', 'asc'],
    card: ['name', 'deliveryFee', 'pickupFee'],
  },
  // Nothing is said as free, as for the fee of the store.
  components: { deliveryFee: { field: 'FeeOrFree' }, pickupFee: { field: 'FeeOrFree' } },
  form: { layout: 'dialog', width: 720 },
  options: {
    fields: [
      'storeId',
      'kind',
      'name',
      'address',
      'latitude',
      'longitude',
      'cityId',
      'deliveryFee',
      'pickupFee',
      'startTime',
      'endTime',
      'status',
      'remark',
    ],
    filters: ['storeId', 'kind', 'status'],
  },
});
