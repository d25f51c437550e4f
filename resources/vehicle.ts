import { defineResource, type ActionDeclaration, type GroupDeclaration } from '../src/framework/model/index.ts';
import type { Vehicle } from '../schemas/types.generated.ts';
import { buttonOf, VEHICLE_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { VehicleEvent } from '../src/rental/rules/index.ts';

const button = (event: VehicleEvent, path: string, facts?: { readonly auditStatus: number }) =>
  buttonOf(VEHICLE_TRANSITIONS, event, path, facts);

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
  { ...button('audit', '/car/audit', { auditStatus: 0 }), confirm: true },
  { ...button('list', '/car/online', { auditStatus: 1 }), name: 'online', confirm: true },
  { ...button('delist', '/car/offline'), name: 'offline', confirm: true, aside: true },
  { ...button('dispatch', '/car/dispatch'), ask: ['storeId', 'remark'], aside: true },
  { ...button('changeowner', '/car/changeowner'), ask: ['ownerType', 'institutionId'], aside: true },
  { ...button('copy', '/car/copy'), ask: ['plate', 'frameNo', 'engineNo'], aside: true },
  { ...button('sold', '/car/sold'), confirm: true, danger: true, aside: true },
  { ...button('totalloss', '/car/totalloss'), confirm: true, danger: true, aside: true },
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
    columns: ['plate', 'subModelId', 'storeId', 'status', 'auditStatus', 'mileage', 'ownerType', 'inspectionExpiry'],
    hiddenColumns: ['frameNo', 'engineNo', 'licenceNo', 'category', 'transmission', 'fuelType', 'year', 'seats', 'cityId', 'brandId', 'modelId',
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
    groups: [
      { key: 'now', fields: ['status', 'auditStatus', 'storeId', 'mileage'], component: 'VehicleSituation' },
      ...steps.map((step) => ({ ...step, tab: step.key === 'insurance' ? 'insurance' : 'car' })),
      { key: 'state', fields: ['dispatchTime', 'createTime', 'updateTime'], tab: 'car' },
    ],
    related: ['order.carId', 'maintenance.carId', 'insurance.carId', 'annualInspection.carId'],
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
