import { defineConfig } from 'vite';
import { forecourt } from './packages/forecourt/vite/index.ts';

/** Texts that only the server says, and those of the printable sheets, which read their catalogues themselves: no page waits for them. */
export const TEXTS_APART = [
  ...['permissions', 'roles', 'rental.print', 'rental.sms'],
  ...['catalogue', 'city', 'confirm', 'damagePrice', 'dispatch', 'gps', 'holiday', 'importRows', 'insurance'].map(
    (part) => `msg.${part}`,
  ),
  ...['maintenance', 'payment', 'preauth', 'price', 'sms', 'blacklist.exists'].map((part) => `msg.${part}`),
  ...['engineExists', 'frameExists', 'modelNotOfBrand', 'notFound', 'plateExists', 'subModelNotOfModel'].map(
    (part) => `msg.car.${part}`,
  ),
  ...[
    ...['amount', 'days', 'second', 'unknown', 'used', 'void'].map((reason) => `coupon.refusal.${reason}`),
    ...['fee.refusal.notManual', 'fee.refusal.voided', 'order.refusal.notStaff', 'order.refusal.hasReturnTask'],
    ...['order.refusal.moneyMoved', 'order.refusal.noChannel'],
    'deduction',
    'dispatchPlan',
    'document.refusal',
    'gps',
    'inspection',
    'maintenance',
    'member.refusal',
    'order.warning',
    'preauth.refusal',
    'refund.refusal.state',
    'storage',
    'trip',
    'violation.refusal',
  ].map((part) => `rental.${part}`),
];
/** Texts that load with what shows them (`useTexts`), and those that a message of a channel keeps by their keys. */
const TEXTS_LATER = [
  'dashboards',
  'setUp',
  ...['channels', 'time'].map((part) => `msg.${part}`),
  ...['address', 'explain'].map((part) => `rental.booking.${part}`),
  ...['cancel', 'carChange', 'deposits', 'editTime', 'log', 'payment', 'reject', 'sheets', 'tasks'].map(
    (part) => `rental.order.${part}`,
  ),
  ...['damagePart', 'damageKind'].map((part) => `codes.${part}`),
  ...[
    'availability',
    'channel',
    'quote',
    'store',
    'vehicle',
    'tasks',
    'handover',
    'damage',
    'stock',
    'price',
    'drawer',
    'renew',
  ].map((part) => `rental.${part}`),
];

/** Code tables that the screens of one resource show, what messages of channels keep of refusals, and labels of entities that have no list. */
const TEXTS_WITH = {
  'codes.timeZone': 'city',
  'codes.bank': 'supplier',
  'codes.messageTopic': 'outbox',
  'codes.damagePart': 'damagePrice',
  'codes.damageKind': 'damagePrice',
  'codes.gpsFault': 'gpsDevice',
  ...Object.fromEntries(['hold', 'member'].map((part) => [`msg.${part}`, 'channelMessage'])),
  'codes.dataRequestState': 'dataRequest',
  'resources.parameter': 'parameter',
  'resources.channelStock': 'channelStock',
  'resources.hold': 'hold',
  'resources.carChange': 'carChange',
  'resources.renewal': 'renewal',
};

/** The browser part. `npm run dev` serves it with hot reload against a server started beside it. */
export default defineConfig({
  plugins: [
    forecourt({
      generatedLists: true,
      textsApart: TEXTS_APART,
      textsLater: TEXTS_LATER,
      textsWith: TEXTS_WITH,
      first: [/src\/rental\/(pages\/provider|rules\/damageParts)\.ts$/],
      pure: [/\/src\/rental\//],
    }),
  ],
});
