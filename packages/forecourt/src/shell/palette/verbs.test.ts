import { expect, test } from 'vitest';
import type { Action, Resource } from '../../model/index.ts';
import { spokenVerbs, type Verb } from './verbs.ts';

const verb = (name: string, ...phrases: readonly string[]): Verb => ({
  model: { name: 'book' } as Resource,
  action: { name } as Action,
  label: phrases[0]!,
  phrases,
});
const verbs = [
  verb('pay', 'Add payment', 'take payment', '添加收款', '收款', 'รับเงิน'),
  verb('pickup', 'Pickup', 'hand over', '取车', '交车', 'รับรถ'),
  verb('return', 'Return', '还车', 'คืนรถ'),
  verb('refuse', 'Refuse the return', '驳回还车'),
];
const said = (typed: string): readonly string[] =>
  spokenVerbs(verbs, typed).map(({ verb: { action }, rest }) => `${action.name} ${rest}`.trim());

test.each([
  ['take payment R2611-7', 'pay r2611-7'],
  ['pay R2611-7', 'pay r2611-7'],
  ['R2611-7 pay', 'pay r2611-7'],
  ['hand over กข 1234', 'pickup กข 1234'],
  ['  Hand   OVER  KK-1 ', 'pickup kk-1'],
  ['收款 R2611', 'pay r2611'],
  ['收款R2611', 'pay r2611'],
  ['收 王小明', 'pay 王小明'],
  ['王小明 收款', 'pay 王小明'],
  ['รับรถ KK-1', 'pickup kk-1'],
  ['hand ov', 'pickup'],
  ['收', 'pay'],
])('"%s" is %s', (typed, first) => {
  expect(said(typed)[0]).toBe(first);
});

test('the verb that is said whole comes before those that have the word in them', () => {
  expect(said('return KK-1')).toEqual(['return kk-1', 'refuse kk-1']);
  expect(said('还车 KK-1')[0]).toBe('return kk-1');
});

test.each(['', '   ', 'KK-1', 'p', 'r KK-1', 'payment2', '王小明'])('"%s" is no verb', (typed) => {
  expect(said(typed)).toEqual([]);
});
