import { defineResource, type ActionDeclaration, type GroupDeclaration } from '../src/framework/model/index.ts';
import type { Vehicle } from '../schemas/types.generated.ts';

const state = (status: readonly number[], auditStatus?: number) => ({
  properties: { status: { enum: status }, ...(auditStatus !== undefined && { auditStatus: { const: auditStatus } }) },
});

// prettier-ignore
const steps: readonly GroupDeclaration<Vehicle>[] = [
  { key: 'model', fields: ['brandId', 'modelId', 'subModelId', 'category', 'transmission', 'fuelType', 'displacement', 'year', 'seats', 'doors', 'luggage'] },
  { key: 'basic', fields: ['plate', 'storeId', 'cityId', 'ownerType', 'institutionId', 'color', 'etc', 'mileage', 'maintenanceCycle',
    'nextMaintenanceMileage', 'purchaseDate', 'price', 'images', 'remark'] },
  { key: 'licence', fields: ['licenceNo', 'frameNo', 'engineNo', 'registerDate', 'inspectionExpiry', 'usageCharacter', 'licenceFront', 'licenceBack'] },
  { key: 'insurance', fields: ['compulsoryInsurance', 'commercialInsurance'] },
];

/** D-CAR-03; the words of D-PERM-05. Listing and delisting are called online and offline by their paths. */
// prettier-ignore
const actions: readonly ActionDeclaration<Vehicle>[] = [
  { name: 'audit', post: '/car/audit', permission: 'enable', when: state([0], 0), confirm: true },
  { name: 'online', post: '/car/online', permission: 'enable', when: state([0], 1), confirm: true },
  { name: 'offline', post: '/car/offline', permission: 'disable', when: state([1]), confirm: true },
  { name: 'dispatch', post: '/car/dispatch', permission: 'edit', when: state([0, 1]), ask: ['storeId', 'remark'] },
  { name: 'changeowner', post: '/car/changeowner', permission: 'edit', when: state([0, 1]), ask: ['ownerType', 'institutionId'] },
  { name: 'copy', post: '/car/copy', permission: 'add', ask: ['plate', 'frameNo', 'engineNo'] },
  { name: 'sold', post: '/car/sold', permission: 'disable', when: state([0, 1]), confirm: true, danger: true },
  { name: 'totalloss', post: '/car/totalloss', permission: 'disable', when: state([0, 1]), confirm: true, danger: true },
];

export default defineResource<Vehicle>({
  schema: 'vehicle',
  permission: { base: 'car', route: 'car-list' },
  route: { list: '/car/list', create: '/car/add', edit: '/car/edit', show: '/car/detail/:id' },
  api: {
    list: '/car/list',
    options: '/car/options',
    info: '/car/info/{id}',
    save: '/car/save',
    delete: '/car/delete/{id}',
    export: '/car/export',
    importAtOnce: '/car/import',
    importTemplate: '/car/importtemplate',
  },
  menu: { group: 'car', sort: 10, icon: 'DirectionsCar' },
  // prettier-ignore
  list: {
    columns: ['plate', 'brandId', 'modelId', 'subModelId', 'storeId', 'status', 'auditStatus', 'mileage', 'inspectionExpiry'],
    hiddenColumns: ['frameNo', 'engineNo', 'licenceNo', 'category', 'transmission', 'fuelType', 'year', 'seats', 'cityId', 'ownerType',
      'institutionId', 'color', 'etc', 'registerDate', 'purchaseDate', 'createTime'],
    filters: ['keyword', 'storeId', 'status', 'brandId', 'modelId', 'subModelId', 'auditStatus', 'cityId', 'institutionId',
      { name: 'date', field: 'registerDate', bothEnds: true }, { name: 'purchaseDate', bothEnds: true }, { name: 'createTime', bothEnds: true }],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    card: ['plate', 'subModelId', 'status'],
    // The day that somebody must act by; a day of purchase asks for nothing.
    views: { calendar: { start: 'inspectionExpiry' } },
  },
  form: { layout: 'steps', groups: steps },
  show: {
    groups: [...steps, { key: 'state', fields: ['status', 'auditStatus', 'dispatchTime', 'createTime', 'updateTime'] }],
  },
  options: {
    fields: ['plate', 'frameNo', 'engineNo', 'storeId', 'subModelId', 'status'],
    filters: ['storeId', 'subModelId', 'status'],
    // What is sold or lost is in use nowhere; by its id it keeps its name.
    where: { status: [0, 1, 2] },
    search: true,
  },
  palette: { fields: ['subModelId', 'storeId'] },
  actions,
});
