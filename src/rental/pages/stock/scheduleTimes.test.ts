import { afterAll, expect, it } from 'vitest';
import order from '../../../../resources/order.ts';
import { shortTime } from 'forecourt/admin';
import { declareLanguage, theLanguage } from 'forecourt/locale';
import type { StockBar } from '../../calls/index.ts';
import { barOf } from './scheduleModel.ts';

const before = theLanguage();
afterAll(() => declareLanguage(before));

const BAR: StockBar = {
  ...{ kind: 'order', state: 'audited', id: 7, orderNo: 'R1', planId: null, status: 1, renterName: 'May' },
  ...{ start: '2026-11-20 09:12:00', end: '2026-11-23 09:12:00', pickupStoreName: 'Patong', returnStoreName: 'Patong' },
} as StockBar;
const WORDS = { word: () => '已审核', taken: '', open: '', noPlate: '' };

it('the list of orders and the schedule write times short, in Chinese as month and day', () => {
  declareLanguage('zh-CN');
  expect(shortTime('2026-11-20 09:12:00')).toBe('11月20日 09:12');
  expect(order.list!.short).toEqual(expect.arrayContaining(['plannedPickupTime', 'plannedReturnTime']));
  expect(barOf(BAR, true, WORDS).description).toContain('11月20日 09:12 – 11月23日 09:12');
});
