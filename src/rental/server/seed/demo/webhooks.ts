import type { Row } from 'forecourt/server';

/** Webhooks that send nothing: addresses of a demonstration belong to nobody, and its secrets would be known to all. */
export const webhooks = (userId: number): readonly Row[] => [
  {
    name: 'Accounting',
    url: 'https://accounting.example.com/hooks/payments',
    resource: 'payment',
    onCreated: true,
    onUpdated: true,
    onDeleted: false,
    sentFields: 'orderId,amount',
    userId,
    status: 0,
  },
  {
    name: 'Old website',
    url: 'https://www.example.com/hook',
    resource: 'order',
    onCreated: true,
    onUpdated: false,
    onDeleted: false,
    userId,
    status: 2,
    reason: 'http 410',
    lastError: 'http 410',
  },
];

const HOUR_MS = 3_600_000;

/** What became of changes before the second webhook stopped. */
export const webhookDeliveries = (now: number): readonly Row[] =>
  [
    { state: 'sent', tries: 1, httpStatus: 204, hours: 30 },
    { state: 'sent', tries: 2, httpStatus: 200, hours: 28 },
    { state: 'failed', tries: 1, httpStatus: 410, hours: 26, error: 'http 410' },
  ].map(({ hours, ...row }, at) => ({
    ...{
      webhookId: 2,
      type: 'order.created',
      recordId: at + 1,
      size: 94,
      duration: 120 + 40 * at,
      key: `msg_demo${at}`,
    },
    ...{ changeTime: new Date(now - hours * HOUR_MS), sentTime: new Date(now - hours * HOUR_MS + 400) },
    ...row,
  }));
