import { sql, type RawBuilder } from 'kysely';
import type { DueContext, NotificationKind } from 'forecourt/server';
import { DOCUMENT, ORDER, REFUND, VEHICLE } from '../rules/index.ts';
import { statesSql } from './database.ts';
import { offlineAfter } from './gps/index.ts';

/** Channels whose orders come in by themselves: Fliggy and Zuzuche. */
const CHANNELS = [2, 3];
/** A car that is a little late is no news. */
const LATE_AFTER = sql`interval '30 minutes'`;
/** What was due longer ago than this when it is first seen is told no more. */
const NEWS_FOR = sql`interval '2 days'`;
/** Days before a paper of a car ends; the lists of reminders look further ahead. */
const ENDING_DAYS = sql.lit(7);

const KEPT = statesSql(VEHICLE.pending, VEHICLE.available, VEHICLE.rented);
/** Whether a day is one of the next ones, for the application as a whole: stores of several zones differ by an hour or two. */
const endsSoon = (day: RawBuilder<unknown>, { now }: DueContext): RawBuilder<unknown> =>
  sql`${day} >= ${now}::date and ${day} < ${now}::date + ${ENDING_DAYS}`;

/** A webhook that has stopped by itself (`webhookStatus`). */
const STOPPED = '2';

/** What the staff is told of (D-SHELL-18), by the switches of the account settings. Who may act on it is told. */
export const notifications: Readonly<Record<string, NotificationKind>> = {
  channelOrder: {
    topic: 'orders',
    resource: 'order',
    permission: 'order-add',
    becomes: { channel: CHANNELS },
    says: { order: 'orderNo', store: 'pickupStoreId', time: 'plannedPickupTime' },
  },
  channelRefused: {
    topic: 'orders',
    resource: 'channelMessage',
    permission: 'channelmessage-edit',
    becomes: { state: ['refused'] },
    says: { order: 'channelOrderNo' },
  },
  channelFailed: {
    topic: 'orders',
    resource: 'outbox',
    permission: 'outbox-edit',
    says: { order: 'orderId' },
    due: ({ now }) => sql`
      select id, "updateTime"::text as key from outbox
      where state = 'failed' and channel = 'channel' and "orderId" is not null and "createTime" > ${now} - ${NEWS_FOR}`,
  },
  // A channel that is away is told of no car for as long, once a minute: the first of a day is news.
  stockFailed: {
    topic: 'orders',
    resource: 'outbox',
    permission: 'outbox-edit',
    opens: { channel: 'channel', topic: 'stock', state: 'failed' },
    due: ({ now }) => sql`
      select min(id) as id, ("createTime" at time zone 'UTC')::date::text as key from outbox
      where state = 'failed' and channel = 'channel' and topic = 'stock' and "createTime" > ${now} - ${NEWS_FOR}
      group by 2`,
  },
  orderCancelled: {
    topic: 'orders',
    resource: 'order',
    permission: 'order-add',
    becomes: { status: [ORDER.cancelled] },
    says: { order: 'orderNo', store: 'pickupStoreId', time: 'plannedPickupTime' },
  },
  deliveryAssigned: {
    topic: 'orders',
    resource: 'order',
    permission: 'order-query',
    to: 'deliveryStaffId',
    becomes: { deliveryStaffId: 'anew' },
    says: { order: 'orderNo', time: 'plannedPickupTime' },
  },
  collectionAssigned: {
    topic: 'orders',
    resource: 'order',
    permission: 'order-query',
    to: 'pickupStaffId',
    becomes: { pickupStaffId: 'anew' },
    says: { order: 'orderNo', time: 'plannedReturnTime' },
  },
  returnOverdue: {
    topic: 'orders',
    resource: 'order',
    permission: 'order-add',
    says: { order: 'orderNo', plate: 'carId.plate', store: 'returnStoreId', time: 'plannedReturnTime' },
    due: ({ now }) => sql`
      select id, "plannedReturnTime"::text as key from "order"
      where status = ${sql.lit(ORDER.pickedUp)} and "plannedReturnTime" between ${now} - ${NEWS_FOR} and ${now} - ${LATE_AFTER}`,
  },
  refundSubmitted: {
    topic: 'orders',
    resource: 'refund',
    permission: 'refund-enable',
    becomes: { status: [REFUND.submitted] },
    says: { refund: 'refundNo', order: 'orderId' },
    opens: { keyword: '%{refund}' },
  },
  preauthEnding: {
    topic: 'orders',
    resource: 'preauth',
    permission: 'order-edit',
    says: { number: 'number', order: 'orderId', time: 'expireTime' },
    opens: { keyword: '%{number}' },
    due: ({ now }) => sql`
      select id, "expireTime"::text as key from preauth
      where "expireTime" > ${now} and "expireTime" <= ${now} + interval '1 day' and amount > captured + released`,
  },
  documentWaiting: {
    topic: 'documents',
    resource: 'document',
    permission: 'document-enable',
    becomes: { status: [DOCUMENT.pending] },
    opens: { status: String(DOCUMENT.pending) },
  },
  insuranceEnding: {
    topic: 'upkeep',
    resource: 'insurance',
    permission: 'insurance-edit',
    says: { plate: 'carId.plate', day: 'endDate' },
    opens: { keyword: '%{plate}' },
    due: (context) => sql`
      select p.id, p."endDate"::text as key from insurance p join vehicle on vehicle.id = p."carId" and vehicle.status in (${KEPT})
      where ${endsSoon(sql`p."endDate"`, context)}
        and not exists (select 1 from insurance later where later."carId" = p."carId" and later.type = p.type and later."endDate" > p."endDate")`,
  },
  inspectionEnding: {
    topic: 'upkeep',
    resource: 'vehicle',
    permission: 'inspection-edit',
    says: { plate: 'plate', day: 'inspectionExpiry' },
    due: (context) => sql`
      select id, "inspectionExpiry"::text as key from vehicle
      where status in (${KEPT}) and ${endsSoon(sql`"inspectionExpiry"`, context)}`,
  },
  roadTaxEnding: {
    topic: 'upkeep',
    resource: 'vehicle',
    permission: 'car-edit',
    says: { plate: 'plate', day: 'roadTaxExpiry' },
    due: (context) => sql`
      select id, "roadTaxExpiry"::text as key from vehicle
      where status in (${KEPT}) and ${endsSoon(sql`"roadTaxExpiry"`, context)}`,
  },
  gpsSilent: {
    topic: 'upkeep',
    resource: 'gpsDevice',
    permission: 'gps-edit',
    says: { device: 'deviceNo', plate: 'carId.plate', time: 'positionTime' },
    due: ({ now }) => sql`
      select id, "positionTime"::text as key from "gpsDevice"
      where "carId" is not null and "positionTime" between ${now} - ${offlineAfter} - ${NEWS_FOR} and ${now} - ${offlineAfter}`,
  },
  // Whoever starts it again changes it, and makes the next stop news.
  webhookStopped: {
    topic: 'system',
    resource: 'webhook',
    permission: 'webhook-edit',
    says: { name: 'name' },
    opens: { status: STOPPED },
    due: () => sql`select id, "updateTime"::text as key from webhook where status = ${sql.lit(Number(STOPPED))}`,
  },
};
