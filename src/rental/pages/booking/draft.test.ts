import { describe, expect, it } from 'vitest';
import {
  EMPTY_DRAFT,
  defaultTimes,
  draftOf,
  minutesBetween,
  missingFields,
  plusMinutes,
  quotePayload,
  savePayload,
  withChange,
  type OrderDraft,
} from './draft.ts';

const draft = (change: Partial<OrderDraft> = {}): OrderDraft => ({
  ...EMPTY_DRAFT,
  pickupStoreId: 1,
  returnStoreId: 1,
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 10:00:00',
  subModelId: 4,
  renterName: 'May',
  renterPhone: '13800000000',
  renterIdNo: 'E1',
  ...change,
});

describe('times of a new order', () => {
  it('begin at the next half hour of the store, whatever zone the browser is in, and last a day', () => {
    expect(defaultTimes(Date.UTC(2027, 2, 1, 3, 40), { zone: 'Asia/Bangkok' })).toEqual({
      plannedPickupTime: '2027-03-01 11:00:00',
      plannedReturnTime: '2027-03-02 11:00:00',
    });
  });

  it('keep to what the store wants to know beforehand', () => {
    const lead = { zone: 'Asia/Bangkok', lead: 120 };
    expect(defaultTimes(Date.UTC(2027, 2, 1, 3, 40), lead).plannedPickupTime).toBe('2027-03-01 13:00:00');
  });

  it.each([
    ['06:10', { start: '08:00', end: '20:00' }, '2027-03-01 08:00:00'],
    ['06:10', { start: '08:15', end: '20:00' }, '2027-03-01 08:30:00'],
    ['19:40', { start: '08:00', end: '20:00' }, '2027-03-01 20:00:00'],
    ['20:10', { start: '08:00', end: '20:00' }, '2027-03-02 08:00:00'],
    ['23:50', { start: '08:00', end: '20:00' }, '2027-03-02 08:00:00'],
    ['20:10', null, '2027-03-01 20:30:00'],
  ])('at %s with the hours %j begin at %s', (clock, hours, expected) => {
    const now = Date.parse(`2027-03-01T${clock}:00+07:00`);
    expect(defaultTimes(now, { zone: 'Asia/Bangkok', hours })).toEqual({
      plannedPickupTime: expected,
      plannedReturnTime: plusMinutes(expected, 24 * 60),
    });
  });

  it.each([
    ['2027-03-05 14:00:00', '2027-03-05 14:00:00'],
    ['2027-03-05 03:00:00', '2027-03-05 08:00:00'],
    ['2027-03-05 22:00:00', '2027-03-06 08:00:00'],
    ['2027-03-05', '2027-03-05 10:00:00'],
    ['2027-03-01', '2027-03-01 11:00:00'],
    ['2027-02-20 09:00:00', '2027-03-01 11:00:00'],
  ])('wanted at %s begin at %s: in the hours of the store and never too soon', (wanted, expected) => {
    const store = { zone: 'Asia/Bangkok', hours: { start: '08:00', end: '20:00' }, wanted };
    expect(defaultTimes(Date.UTC(2027, 2, 1, 3, 40), store)).toEqual({
      plannedPickupTime: expected,
      plannedReturnTime: plusMinutes(expected, 24 * 60),
    });
  });

  it('are calendar arithmetic on the clock; a text that is no time stays', () => {
    expect(plusMinutes('2027-02-28 23:30:00', 60)).toBe('2027-03-01 00:30:00');
    expect(plusMinutes('soon', 60)).toBe('soon');
    expect(minutesBetween('2027-03-01 10:00:00', 'later')).toBeNull();
  });
});

describe('a change', () => {
  it('of the pickup store takes the return store along while both are the same, and gives up the plate', () => {
    const changed = withChange(draft({ carId: 11 }), { pickupStoreId: 2 });
    expect([changed.returnStoreId, changed.carId]).toEqual([2, null]);
    expect(withChange(draft({ returnStoreId: 3 }), { pickupStoreId: 2 }).returnStoreId).toBe(3);
  });

  it('of the pickup time moves the return, so that the length stays', () => {
    expect(withChange(draft(), { plannedPickupTime: '2027-03-02 12:00:00' }).plannedReturnTime).toBe(
      '2027-03-05 12:00:00',
    );
    expect(withChange(draft(), { plannedPickupTime: 'nonsense' }).plannedReturnTime).toBe('2027-03-04 10:00:00');
  });

  it('of a waived deposit and of the deposit type say the same', () => {
    const terms = (before: Partial<OrderDraft>, change: Partial<OrderDraft>) => {
      const { depositType, orderDepositWaived, violationDepositWaived } = withChange(draft(before), change);
      return [depositType, orderDepositWaived, violationDepositWaived];
    };
    const both = { depositType: 3, orderDepositWaived: 1, violationDepositWaived: 1 } as const;
    expect(terms({}, { depositType: 3 })).toEqual([3, 1, 1]);
    expect(terms({ orderDepositWaived: 1 }, { violationDepositWaived: 1 })).toEqual([3, 1, 1]);
    expect(terms(both, { violationDepositWaived: 0 })).toEqual([1, 1, 0]);
    expect(terms(both, { depositType: 2 })).toEqual([2, 0, 0]);
    expect(terms({ violationDepositWaived: 1 }, { depositType: 2 })).toEqual([2, 0, 1]);
  });

  it('to self pickup forgets the address, to the back office forgets what only channels have', () => {
    const door = draft({
      pickupType: 2,
      pickupPointId: 5,
      pickupAddress: 'Patong',
      pickupLatitude: 7,
      pickupLongitude: 98,
    });
    expect(withChange(door, { pickupType: 0 })).toMatchObject({
      pickupPointId: null,
      pickupAddress: '',
      pickupLatitude: null,
    });
    const fliggy = draft({ channel: 2, serviceType: 3, channelOrderNo: 'F1', channelTotal: 900, prepaid: 1 });
    expect(withChange(fliggy, { channel: 4 })).toMatchObject({
      serviceType: null,
      channelOrderNo: '',
      channelTotal: null,
      prepaid: 0,
    });
  });
});

describe('what is sent', () => {
  it('is all that is filled in of a new order, the discount as one object', () => {
    const sent = savePayload(draft({ discountValue: 10 }));
    expect(sent).toMatchObject({ pickupStoreId: 1, discount: { kind: 'percent', value: 10 } });
    expect(Object.keys(sent)).not.toContain('carId');
    expect(Object.keys(sent)).not.toContain('channelTotal');
  });

  it('is only what changed of a stored order, emptied parts included', () => {
    const base = draft({ remark: 'late', carId: 11 });
    expect(savePayload(base, base)).toEqual({});
    expect(savePayload({ ...base, remark: '', carId: null }, base)).toEqual({ remark: '', carId: null });
  });

  it('names the renter to no quote, and a remark only as far as a rule asks for one', () => {
    const asked = quotePayload(draft({ carId: 11, remark: 'bigger car for the family' }));
    expect(JSON.stringify(asked)).not.toMatch(/May|138|E1|family/);
    expect(asked['remark']).toBe('-');
    expect(quotePayload(draft({ remark: 'x' }))).not.toHaveProperty('remark');
  });

  it('reads a stored order back as it is', () => {
    expect(
      draftOf({ ...draft(), discount: { kind: 'amount', value: 300 }, carId: null, remark: undefined }),
    ).toMatchObject({ discountKind: 'amount', discountValue: 300, remark: '' });
  });
});

it('what is missing is named in the order of the form, addresses only where a car goes to one', () => {
  expect(missingFields(draft())).toEqual([]);
  expect(missingFields(draft({ renterName: ' ', subModelId: null }))).toEqual(['subModelId', 'renterName']);
  expect(missingFields(draft({ returnType: 1 }))).toEqual(['returnAddress']);
  // The pickup asks for what a channel does not know.
  expect(missingFields(draft({ channel: 2, renterIdNo: '' }))).toEqual([]);
});

it.each([
  { pickupStoreId: null },
  { returnStoreId: null },
  { plannedPickupTime: '' },
  { plannedReturnTime: '' },
  { subModelId: null },
  { renterName: '' },
  { renterPhone: '' },
  { renterIdType: null },
  { renterIdNo: '' },
] as const)('a draft with %j misses this field and no other', (change) => {
  expect(missingFields(draft(change))).toEqual(Object.keys(change));
});
