import { defineResource, type ActionDeclaration, type Condition, type FormGroupDeclaration } from 'forecourt/model';
import type { Vehicle } from '../schemas/types.generated.ts';
import { AUDIT, buttonOf, LISTED, ORDER, READINESS, VEHICLE, VEHICLE_TRANSITIONS } from '../src/rental/rules/index.ts';
import type { VehicleEvent } from '../src/rental/rules/index.ts';

const button = (event: VehicleEvent, path: string, facts?: { readonly auditStatus: number }) =>
  buttonOf(VEHICLE_TRANSITIONS, event, path, facts);

/** Orders may name it, also while it is out. */
const ON_SALE: Condition = { properties: { status: { enum: [...LISTED] }, auditStatus: { const: AUDIT.passed } } };

/** What a vehicle type knows of its cars (D-CAR-01). */
const VEHICLE_TYPE = {
  brandId: 'brandId',
  modelId: 'modelId',
  subModelId: 'subModelId',
  displacement: 'displacement',
  category: 'category',
  transmission: 'transmission',
  fuelType: 'fuel',
  year: 'year',
  seats: 'seats',
  doors: 'doors',
};

// prettier-ignore
const steps: readonly FormGroupDeclaration<Vehicle>[] = [
  { key: 'model', helper: { resource: 'carType', fills: VEHICLE_TYPE }, fields: ['brandId', 'modelId', 'subModelId', 'category', 'transmission', 'fuelType', 'displacement', 'year', 'seats', 'doors', 'luggage'] },
  { key: 'basic', fields: ['plate', 'storeId', 'cityId', 'ownerType', 'institutionId', 'color', 'etc', 'mileage', 'maintenanceCycle',
    'nextMaintenanceMileage', 'purchaseDate', 'price', 'images', 'remark'] },
  { key: 'licence', fields: ['licenceNo', 'frameNo', 'engineNo', 'registerDate', 'inspectionExpiry', 'roadTaxExpiry', 'usageCharacter', 'licenceFront', 'licenceBack'] },
  { key: 'insurance', fields: ['compulsoryInsurance', 'commercialInsurance'] },
];

/** Of cars that stand at a store; one that is out is washed when it is back (D-CAR-19). */
const washed = (ready: number): Condition => ({
  properties: { status: { enum: [VEHICLE.pending, VEHICLE.available] }, ready: { const: ready } },
});
/** Who keeps cars, and who hands them over. */
const WASHERS = ['edit', 'order-edit'];

/** D-CAR-03; the words of D-PERM-05. Listing and delisting are called online and offline by their paths. */
// prettier-ignore
const actions: readonly ActionDeclaration<Vehicle>[] = [
  { ...button('audit', '/car/audit', { auditStatus: 0 }), confirm: true },
  { ...button('list', '/car/online', { auditStatus: 1 }), name: 'online', confirm: true },
  { name: 'book', opens: { resource: 'order', page: 'form', by: 'carId' }, permission: 'order-add', when: ON_SALE },
  { name: 'ready', post: '/car/ready', permission: WASHERS, when: washed(READINESS.dirty) },
  { name: 'readybatch', post: '/car/readybatch', permission: WASHERS, on: 'bulk', confirm: true, when: washed(READINESS.dirty) },
  { name: 'dirty', post: '/car/dirty', permission: WASHERS, when: washed(READINESS.ready), aside: true },
  { ...button('delist', '/car/offline'), name: 'offline', component: 'LeaveDialog', aside: true },
  { ...button('dispatch', '/car/dispatch'), ask: ['storeId', 'remark'], anew: ['storeId', 'remark'], aside: true },
  { ...button('changeowner', '/car/changeowner'), ask: ['ownerType', 'institutionId'], require: ['ownerType', 'institutionId'], aside: true },
  { name: 'plate', post: '/car/plate', ask: ['plate', 'plateFrom', 'remark'], require: ['plate', 'remark'], anew: ['plate', 'plateFrom', 'remark'], aside: true,
    when: { properties: { status: { enum: [VEHICLE.pending, VEHICLE.available, VEHICLE.rented] } } } },
  { ...button('copy', '/car/copy'), ask: ['plate', 'frameNo', 'engineNo'], anew: ['plate', 'frameNo', 'engineNo'], aside: true },
  { ...button('sold', '/car/sold'), component: 'LeaveDialog', danger: true, aside: true },
  { ...button('totalloss', '/car/totalloss'), component: 'LeaveDialog', danger: true, aside: true },
];

export default defineResource<Vehicle>({
  schema: 'vehicle',
  permission: { base: 'car', route: 'car-list', options: 'session' },
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
    columns: ['plate', 'storeId', 'status', 'renterName', 'nextOutTime', 'mileage'],
    below: { plate: 'subModelId', storeId: 'institutionId', status: 'auditStatus', renterName: 'backTime' },
    quiet: { auditStatus: AUDIT.passed },
    short: ['backTime', 'nextOutTime'],
    hiddenColumns: ['auditStatus', 'subModelId', 'backTime', 'ownerType', 'genericLabel', 'ready', 'readyTime', 'readyUserId', 'inspectionExpiry', 'roadTaxExpiry', 'roadTaxAlert', 'inShop', 'inStorage', 'frameNo', 'engineNo', 'licenceNo', 'category', 'transmission', 'fuelType', 'year', 'seats', 'cityId', 'brandId', 'modelId',
      'institutionId', 'color', 'etc', 'registerDate', 'purchaseDate', 'plateFrom', 'formerPlates', 'createTime'],
    filters: ['keyword', 'storeId', 'status', 'brandId', 'modelId', 'subModelId', 'auditStatus', 'genericLabel', { name: 'fleetState', hidden: true, chip: true }, { name: 'rentedTime', registered: 'vehicleRentedTime', hidden: true, chip: true }, 'inShop', 'inStorage', 'ready', 'roadTaxAlert', 'cityId', 'institutionId',
      { name: 'date', field: 'registerDate', bothEnds: true }, { name: 'purchaseDate', bothEnds: true, insteadOf: 'date' }, { name: 'createTime', bothEnds: true, insteadOf: 'date' }],
    sort: ['createTime', 'desc'],
    savedFilters: [
      { key: 'toWash', filter: { ready: READINESS.dirty, status: [VEHICLE.pending, VEHICLE.available] } },
      { key: 'roadTax', filter: { roadTaxAlert: ['overdue', 'expiringSoon'], status: [VEHICLE.pending, ...LISTED] } },
    ],
    rowClick: 'show',
    card: ['plate', 'subModelId', 'storeId', 'status', 'renterName', 'backTime', 'nextOutTime'],
    // The day that somebody must act by; a day of purchase asks for nothing.
    views: { calendar: { start: 'inspectionExpiry' } },
  },
  form: { layout: 'steps', groups: steps },
  show: {
    groups: [
      {
        key: 'now',
        fields: ['status', 'storeId', 'mileage', 'auditStatus'],
        component: 'VehicleSituation',
      },
      ...steps.map(({ key, fields }) => ({ key, fields, tab: key === 'insurance' ? 'insurance' : 'car' })),
      {
        key: 'state',
        fields: ['id', 'genericLabel', 'ready', 'readyTime', 'readyUserId', 'dispatchTime', 'createTime', 'updateTime'],
        tab: 'car',
      },
      { key: 'plates', fields: [], component: 'VehiclePlates', tab: 'car' },
      { key: 'damage', fields: [], component: 'VehicleDamage', tab: 'car' },
      { key: 'costs', fields: [], component: 'VehicleCosts', tab: 'costs' },
    ],
    beside: 'subModelId',
    related: [
      'order.carId',
      'maintenance.carId',
      'insurance.carId',
      'annualInspection.carId',
      'violation.carId',
      'storageOrder.carId',
      'dispatchPlan.carId',
      'carTrip.carId',
      'gpsDevice.carId',
    ],
  },
  options: {
    fields: ['plate', 'frameNo', 'engineNo', 'storeId', 'subModelId', 'status'],
    filters: ['storeId', 'subModelId', 'status'],
    // What is sold or lost is in use nowhere; by its id it keeps its name.
    where: { status: [0, 1, 2] },
    search: true,
  },
  report: {
    path: '/car/report',
    menu: { group: 'car', sort: 30, icon: 'Assessment' },
    groups: { company: 'institutionId', store: 'storeId', model: { by: 'modelId', title: ['brandId', 'name'] } },
    counts: {
      pending: { status: 0 },
      available: { status: 1 },
      rented: { status: 2 },
      maintenance: { inShop: 1 },
      storage: { inStorage: 1 },
      sold: { status: 3 },
      totalLoss: { status: 4 },
    },
    filters: ['storeId', 'brandId', 'institutionId', 'modelId', 'cityId', 'auditStatus'],
  },
  touches: [
    {
      actions: ['offline', 'sold', 'totalloss'],
      lists: [
        { key: 'orders', resource: 'order', filter: { carId: '{id}', status: [ORDER.approved, ORDER.pickedUp] } },
        { key: 'dispatches', resource: 'dispatchPlan', filter: { carId: '{id}', status: 1 } },
        { key: 'stored', resource: 'storageOrder', filter: { carId: '{id}', status: 1 } },
        { key: 'works', resource: 'maintenance', filter: { carId: '{id}', status: 0 } },
        { key: 'fines', resource: 'violation', filter: { carId: '{id}', status: 0 } },
      ],
    },
  ],
  components: { status: { field: 'VehicleStatus' } },
  palette: { fields: ['subModelId', 'storeId'] },
  actions,
  go: 'v',
});
