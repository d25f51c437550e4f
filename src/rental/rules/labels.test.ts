import { describe, expect, it } from 'vitest';
import { expiryAlert, maintenanceAlert, orderLabels } from './index.ts';
import type { OrderLabelFacts } from './index.ts';

describe('labels of an order', () => {
  const labels = (changes: Partial<OrderLabelFacts>) =>
    orderLabels({ status: 1, payStatus: 0, plannedPickup: 100, plannedReturn: 200, now: 50, refunds: [], ...changes });

  it.each([
    [{}, 'pendingPayment', 'pendingPickup', 1, 'audited', 'audited', false],
    [{ payStatus: 1 }, 'paid', 'pendingPickup', 1, 'audited', 'audited', false],
    [{ status: 2 }, 'inUse', 'inUse', 2, 'dispatched', 'dispatched', false],
    [{ status: 3, now: 900 }, 'completed', 'completed', 3, 'returned', 'returned', false],
    [{ status: -1 }, 'cancelled', 'cancelled', null, null, null, false],
    [{ status: -1, refunds: [0] }, 'refunding', 'cancelled', null, null, null, false],
    [{ status: -1, refunds: [1, 0] }, 'refunding', 'cancelled', null, null, null, false],
    [{ status: -1, refunds: [1, 1] }, 'refunded', 'cancelled', null, null, null, false],
    [{ status: -1, refunds: [1, -1] }, 'cancelled', 'cancelled', null, null, null, false],
    [{ now: 100 }, 'pendingPayment', 'pendingPickup', 1, 'audited', 'audited', false],
    [{ now: 101 }, 'pendingPayment', 'pendingPickup', 1, 'audited', 'overdue', true],
    [{ status: 2, now: 200 }, 'inUse', 'inUse', 2, 'dispatched', 'dispatched', false],
    [{ status: 2, now: 201 }, 'inUse', 'inUse', 2, 'dispatched', 'overdue', true],
  ] as const)(
    'with %j are %s, %s, task %s, %s, %s, overdue %s',
    (changes, list, detail, task, progress, stock, overdue) => {
      expect(labels(changes)).toMatchObject({ list, detail, task, progress, stock, overdue });
    },
  );

  it('mark an open refund of an order in use or completed without changing its label', () => {
    expect(labels({ status: 2, refunds: [0] })).toMatchObject({ list: 'inUse', refundingMark: true });
    expect(labels({ status: 3, refunds: [1] })).toMatchObject({ list: 'completed', refundingMark: false });
    expect(labels({ status: -1, refunds: [0] })).toMatchObject({ refundingMark: false });
  });
});

describe('alerts', () => {
  it.each([
    [48_999, 'normal', 1001],
    [49_000, 'dueSoon', 1000],
    [49_999, 'dueSoon', 1],
    [50_000, 'overdue', 0],
    [50_100, 'overdue', -100],
  ])('of a car at %i km with maintenance at 50,000 is %s (%i km)', (mileage, alert, remainingKm) => {
    expect(maintenanceAlert(mileage, 50_000, 1000)).toEqual({ alert, remainingKm });
  });

  it('of an expiry follow their setting', () => {
    expect(expiryAlert('2027-03-09', '2027-03-01', 7).alert).toBe('normal');
    expect(expiryAlert('2027-03-08', '2027-03-01', 7).alert).toBe('expiringSoon');
  });
});
