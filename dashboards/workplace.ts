import { defineDashboard, type WidgetFilter } from 'forecourt/model';

const PICKUPS_TODAY: WidgetFilter = { pickupTimeStart: 'today', pickupTimeEnd: 'today', status: '1,2,3' };
const RETURNS_TODAY: WidgetFilter = { returnTimeStart: 'today', returnTimeEnd: 'today', status: '2,3' };
/** What nobody rents, and nothing keeps from it. */
const FREE: WidgetFilter = { status: 1, auditStatus: 1, inShop: 0, inStorage: 0 };

/** The home of everybody: what is to be done today, and what went wrong (D-DASH-01). */
export default defineDashboard({
  name: 'workplace',
  path: '/dashboard/workplace',
  menu: { group: 'dashboard', sort: 5, icon: 'Today' },
  greeting: true,
  sections: [
    { key: 'links', links: ['/order/tasks', '/order/list', '/car/stockview', '/car/list', '/order/dayclose'] },
    {
      key: 'today',
      widgets: [
        {
          key: 'pickups',
          kind: 'number',
          of: 'order',
          scope: 'pickupStoreId',
          figures: {
            pickupsOpen: { filter: { ...PICKUPS_TODAY, status: 1 } },
            pickupsAll: { filter: PICKUPS_TODAY },
          },
        },
        {
          key: 'returns',
          kind: 'number',
          of: 'order',
          scope: 'returnStoreId',
          figures: {
            returnsOpen: { filter: { ...RETURNS_TODAY, status: 2 } },
            returnsAll: { filter: RETURNS_TODAY },
          },
        },
        { key: 'overduePickup', kind: 'number', of: 'order', filter: { tab: 'overduePickup' }, tone: 'late' },
        { key: 'overdueReturn', kind: 'number', of: 'order', filter: { tab: 'overdueReturn' }, tone: 'late' },
        { key: 'toClose', kind: 'number', of: 'order', filter: { attention: 'toClose' }, tone: 'waiting' },
        {
          key: 'unpaid',
          kind: 'number',
          of: 'order',
          tone: 'waiting',
          figures: {
            unpaidOpen: { filter: { status: '1,2', payStatus: 0 } },
            unpaidReturned: { filter: { status: 3, payStatus: 0, returnTimeStart: 'today-30' } },
          },
        },
        { key: 'unsigned', kind: 'number', of: 'order', filter: { tab: 'unsigned' }, tone: 'waiting' },
        { key: 'freeCars', kind: 'number', of: 'vehicle', filter: FREE },
        {
          key: 'shop',
          kind: 'number',
          of: 'vehicle',
          figures: { inShop: { filter: { inShop: 1 } }, inStorage: { filter: { inStorage: 1 } } },
        },
      ],
    },
    { key: 'lateReturns', component: 'LateReturns', permission: 'order-list' },
    {
      key: 'day',
      widgets: [
        {
          key: 'hours',
          kind: 'bars',
          of: 'order',
          wide: true,
          figures: {
            pickups: {
              filter: PICKUPS_TODAY,
              by: { time: 'plannedPickupTime', every: 'hour' },
              scope: 'pickupStoreId',
            },
            returns: {
              filter: RETURNS_TODAY,
              by: { time: 'plannedReturnTime', every: 'hour' },
              scope: 'returnStoreId',
            },
          },
        },
        {
          key: 'stores',
          kind: 'table',
          of: 'order',
          figures: {
            pickups: { filter: PICKUPS_TODAY, by: 'pickupStoreId', scope: 'pickupStoreId' },
            returns: { filter: RETURNS_TODAY, by: 'returnStoreId', scope: 'returnStoreId' },
            overdueReturn: { filter: { tab: 'overdueReturn' }, by: 'returnStoreId', scope: 'returnStoreId' },
          },
        },
        { key: 'freeModels', kind: 'ranking', of: 'vehicle', filter: FREE, by: 'subModelId' },
      ],
    },
    {
      key: 'alerts',
      widgets: [
        { key: 'refunds', kind: 'number', of: 'refund', filter: { status: 0 }, tone: 'waiting' },
        {
          key: 'deposits',
          kind: 'number',
          of: 'deposit',
          tone: 'late',
          figures: {
            depositsLate: { filter: { state: 'late' } },
            depositsToday: { filter: { state: 'due' } },
          },
        },
        {
          key: 'preauths',
          kind: 'number',
          of: 'preauth',
          filter: { state: 'open', expireTimeEnd: 'today' },
          tone: 'late',
        },
        { key: 'deductions', kind: 'number', of: 'deduction', filter: { status: '1,2' }, tone: 'waiting' },
        { key: 'documents', kind: 'number', of: 'document', filter: { status: 1 }, tone: 'waiting' },
        { key: 'violations', kind: 'number', of: 'violation', filter: { status: 0 }, tone: 'waiting' },
        {
          key: 'insurance',
          kind: 'number',
          of: 'insuranceReminder',
          tone: 'late',
          figures: {
            insuranceOver: { filter: { alert: 'overdue' } },
            insuranceSoon: { filter: { alert: 'expiringSoon' } },
          },
        },
        {
          key: 'inspection',
          kind: 'number',
          of: 'inspectionReminder',
          tone: 'late',
          figures: {
            inspectionOver: { filter: { alert: 'overdue' } },
            inspectionSoon: { filter: { alert: 'expiringSoon' } },
          },
        },
        {
          key: 'maintenance',
          kind: 'number',
          of: 'maintenanceReminder',
          tone: 'late',
          figures: {
            maintenanceOver: { filter: { alert: 'overdue' } },
            maintenanceSoon: { filter: { alert: 'dueSoon' } },
          },
        },
        {
          key: 'messages',
          kind: 'number',
          of: 'outbox',
          tone: 'late',
          figures: {
            channelFailed: { filter: { channel: 'channel', state: 'failed' } },
            smsFailed: { filter: { channel: 'sms', state: 'failed' } },
          },
        },
        {
          key: 'channels',
          kind: 'number',
          of: 'channelMessage',
          tone: 'late',
          figures: { channelRefused: { filter: { state: 'refused' } }, channelParked: { filter: { state: 'parked' } } },
        },
      ],
    },
  ],
});
