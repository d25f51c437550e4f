import { defineDashboard, type FigureDeclaration, type WidgetFilter } from 'forecourt/model';

/** What came in less what went back, in the period of the payments. */
const REVENUE: FigureDeclaration = {
  of: 'order',
  measure: { named: 'revenue' },
  period: 'named',
  format: 'money',
  opens: 'paidTime',
  scope: 'pickupStoreId',
};
const RENTED: FigureDeclaration = {
  of: 'vehicle',
  measure: { named: 'rentedDays' },
  period: 'named',
  opens: 'rentedTime',
};
const FLEET: FigureDeclaration = { of: 'vehicle', measure: { named: 'fleetDays' }, period: 'named' };
const ORDERS: FigureDeclaration = { of: 'order', period: 'bookTime', scope: 'pickupStoreId' };
/** What staff drove without an order (D-CAR-20). */
const TRIPS: FigureDeclaration = { of: 'carTrip', period: 'time', scope: 'storeId', by: 'purpose' };
const CANCELLED: WidgetFilter = { status: -1 };
const KEPT: WidgetFilter = { status: '1,2,3' };

/** What the business comes to (D-DASH-02). */
export default defineDashboard({
  name: 'analysis',
  path: '/dashboard/analysis',
  permission: 'dashboard-analysis',
  menu: { group: 'dashboard', sort: 20, icon: 'TrendingUp' },
  period: 'last30Days',
  refreshSeconds: 300,
  sections: [
    {
      key: 'figures',
      widgets: [
        { key: 'revenue', kind: 'number', ...REVENUE },
        { key: 'orders', kind: 'number', ...ORDERS },
        {
          key: 'utilisation',
          kind: 'number',
          figures: {
            utilisation: { ratio: ['rented', 'fleet'], format: 'percent' },
            rented: { ...RENTED, hidden: true },
            fleet: { ...FLEET, hidden: true },
          },
        },
        {
          key: 'perCarDay',
          kind: 'number',
          figures: {
            perCarDay: { ratio: ['revenue', 'fleet'], format: 'money' },
            revenue: { ...REVENUE, hidden: true },
            fleet: { ...FLEET, hidden: true },
          },
        },
        { key: 'length', kind: 'number', ...ORDERS, filter: KEPT, measure: { average: 'rentalDays' } },
        {
          key: 'cancelled',
          kind: 'number',
          figures: {
            cancelledShare: { ratio: ['cancelled', 'booked'], format: 'percent' },
            cancelled: { ...ORDERS, filter: CANCELLED },
            booked: { ...ORDERS, hidden: true },
          },
        },
      ],
    },
    {
      key: 'course',
      widgets: [
        { key: 'revenueTime', kind: 'line', wide: true, ...REVENUE, by: { every: 'auto' } },
        {
          key: 'ordersTime',
          kind: 'bars',
          wide: true,
          figures: {
            booked: { ...ORDERS, by: { time: 'createTime', every: 'auto' } },
            cancelled: { ...ORDERS, filter: CANCELLED, by: { time: 'createTime', every: 'auto' } },
          },
        },
        {
          key: 'utilisationTime',
          kind: 'line',
          wide: true,
          figures: {
            utilisation: { ratio: ['rented', 'fleet'], format: 'percent' },
            rented: { ...RENTED, hidden: true, by: { every: 'auto' } },
            fleet: { ...FLEET, hidden: true, by: { every: 'auto' } },
          },
        },
      ],
    },
    {
      key: 'parts',
      widgets: [
        {
          key: 'channels',
          kind: 'share',
          figures: {
            booked: { ...ORDERS, by: 'channel' },
            revenue: { ...REVENUE, by: 'channel' },
          },
        },
        {
          key: 'models',
          kind: 'ranking',
          figures: {
            booked: { ...ORDERS, filter: KEPT, by: 'subModelId' },
            value: { ...ORDERS, filter: KEPT, by: 'subModelId', measure: { sum: 'total' } },
          },
        },
        {
          key: 'stores',
          kind: 'table',
          wide: true,
          figures: {
            revenue: { ...REVENUE, by: 'pickupStoreId' },
            booked: { ...ORDERS, by: 'pickupStoreId' },
            cancelled: { ...ORDERS, filter: CANCELLED, by: 'pickupStoreId' },
            length: { ...ORDERS, filter: KEPT, by: 'pickupStoreId', measure: { average: 'rentalDays' } },
            rented: { ...RENTED, by: 'storeId', hidden: true },
            fleet: { ...FLEET, by: 'storeId', hidden: true },
            utilisation: { ratio: ['rented', 'fleet'], format: 'percent' },
            perCarDay: { ratio: ['revenue', 'fleet'], format: 'money' },
          },
        },
      ],
    },
    {
      key: 'fleet',
      widgets: [
        { key: 'renting', kind: 'number', of: 'vehicle', filter: { status: 2 } },
        { key: 'available', kind: 'number', of: 'vehicle', filter: { status: 1 } },
        { key: 'pendingListing', kind: 'number', of: 'vehicle', filter: { status: 0 } },
        { key: 'sold', kind: 'number', of: 'vehicle', filter: { status: 3 } },
        { key: 'scrapped', kind: 'number', of: 'vehicle', filter: { status: 4 } },
        { key: 'vehicleStates', kind: 'share', of: 'vehicle', by: 'fleetState', wide: true },
        {
          key: 'trips',
          kind: 'table',
          figures: {
            trips: TRIPS,
            distance: { ...TRIPS, measure: { named: 'tripDistance' }, period: 'named' },
          },
        },
      ],
    },
  ],
});
