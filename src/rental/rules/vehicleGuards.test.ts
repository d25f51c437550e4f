import { describe, expect, it } from 'vitest';
import {
  auditGuard,
  changeOwnerGuard,
  deleteGuard,
  dispatchGuard,
  listGuard,
  openOrdersGuard,
  problemTold,
  resetsAudit,
} from './index.ts';
import type { Problem } from './index.ts';

const at = (orderNo: string, storeId: number) => ({ orderNo, pickupStoreId: storeId, returnStoreId: storeId });

const codes = (problems: readonly Problem[]) => problems.map((each) => each.code);

describe('steps of a vehicle', () => {
  const complete = {
    auditStatus: 0,
    plate: 'กข 1234',
    frameNo: 'F1',
    engineNo: 'E1',
    institutionId: 1,
    storeId: 1,
    licenceNo: 'L1',
    registerDate: '2025-01-01',
    inspectionExpiry: '2027-12-31',
    compulsoryEnd: '2027-03-01',
    today: '2027-03-01',
  };

  it('the audit names everything that is missing (V2)', () => {
    expect(auditGuard(complete)).toEqual([]);
    expect(codes(auditGuard({ ...complete, auditStatus: 1 }))).toEqual(['vehicle.refusal.alreadyAudited']);
    expect(codes(auditGuard({ ...complete, compulsoryEnd: '2027-02-28' }))).toEqual([
      'vehicle.missing.compulsoryInsurance',
    ]);
    const empty = {
      ...complete,
      plate: '',
      frameNo: null,
      engineNo: null,
      institutionId: null,
      storeId: null,
      licenceNo: '',
      registerDate: null,
      inspectionExpiry: null,
      compulsoryEnd: null,
    };
    expect(auditGuard(empty).map((each) => each.field)).toEqual([
      'plate',
      'frameNo',
      'engineNo',
      'institutionId',
      'storeId',
      'licenceNo',
      'registerDate',
      'inspectionExpiry',
      'compulsoryInsurance',
    ]);
  });

  it.each([
    [{}, []],
    [{ auditStatus: 0 }, ['vehicle.refusal.notAudited']],
    [{ priced: false, priceConfirmed: false }, ['vehicle.refusal.noPrice']],
    [{ priceConfirmed: false }, ['vehicle.refusal.priceNotConfirmed']],
    [{ compulsoryEnd: '2027-02-28' }, ['vehicle.refusal.policyExpired']],
    [{ inspectionExpiry: '2027-02-28' }, ['vehicle.refusal.inspectionExpired']],
  ])('listing with %j answers %j (V3)', (changes, expected) => {
    const facts = {
      auditStatus: 1,
      priced: true,
      priceConfirmed: true,
      compulsoryEnd: '2027-03-01',
      inspectionExpiry: '2027-03-01',
      today: '2027-03-01',
    };
    expect(codes(listGuard({ ...facts, ...changes }))).toEqual(expected);
  });

  it('open orders are named and must be moved first (V4, V9, V10)', () => {
    expect(openOrdersGuard([])).toEqual([]);
    expect(openOrdersGuard([at('R1', 1), at('R2', 2)]).map((each) => problemTold(each, 'all'))).toEqual([
      { code: 'vehicle.refusal.openOrders', params: { orders: 'R1, R2' } },
    ]);
  });

  it('a dispatch needs another store and no open order (V8)', () => {
    expect(dispatchGuard({ storeId: 1, targetStoreId: 2, openOrders: [], planned: null })).toEqual([]);
    expect(codes(dispatchGuard({ storeId: 1, targetStoreId: 1, openOrders: [], planned: null }))).toEqual([
      'vehicle.refusal.sameStore',
    ]);
    expect(codes(dispatchGuard({ storeId: 1, targetStoreId: null, openOrders: [], planned: null }))).toEqual([
      'field.required',
    ]);
    expect(
      codes(dispatchGuard({ storeId: 1, targetStoreId: 2, openOrders: [at('R1', 1)], planned: 'tomorrow' })),
    ).toEqual(['vehicle.refusal.openOrders', 'vehicle.refusal.dispatchPlanned']);
  });

  it('a change of owner needs type and institution (V11)', () => {
    expect(changeOwnerGuard({ ownerType: 1, institutionId: 2 })).toEqual([]);
    expect(changeOwnerGuard({ ownerType: null, institutionId: null }).map((each) => each.field)).toEqual([
      'ownerType',
      'institutionId',
    ]);
  });

  it('changed identity and licence data reset the audit (V12)', () => {
    expect(resetsAudit(['plate', 'color'])).toBe(true);
    expect(resetsAudit(['color', 'mileage'])).toBe(false);
  });

  it('a deletion needs a vehicle that was never approved and has no history (V13)', () => {
    expect(deleteGuard({ auditStatus: 0, hasHistory: false })).toEqual([]);
    expect(codes(deleteGuard({ auditStatus: 1, hasHistory: true }))).toEqual([
      'vehicle.refusal.deleteAudited',
      'vehicle.refusal.hasHistory',
    ]);
  });
});
