import { describe, expect, it } from 'vitest';
import { declareLanguage } from '../../locale/index.ts';
import {
  formatBy,
  formatDigits,
  formatMoney,
  formatNumber,
  groupWhileTyping,
  humanise,
  parseAmount,
  shortDate,
  shortTime,
} from './format.ts';

describe('digits that no number keeps', () => {
  it.each([
    ['9223372036854775807', '9,223,372,036,854,775,807'],
    ['-9007199254740993', '−9,007,199,254,740,993'],
    ['90071992547409931.50', '90,071,992,547,409,931.50'],
  ])('%s is shown as %s', (value, text) => expect(formatDigits(value)).toBe(text));
  it('follow the format of their property', () => {
    expect(formatBy(9_007_199_254_740_993n, { prefix: '~ ', suffix: ' m' })).toBe('~ 9,007,199,254,740,993 m');
    expect(formatBy(9_007_199_254_740_993n, { percent: true })).toBe('900,719,925,474,099,300 %');
  });
});

describe('money', () => {
  it.each([
    [1234.5, 'THB 1,234.50'],
    [0, 'THB 0.00'],
    [-1234567.891, 'THB −1,234,567.89'],
    [999, 'THB 999.00'],
  ])('%s is shown as %s', (value, text) => expect(formatMoney(value)).toBe(text));
  it.each([
    ['1,234.5', 1234.5],
    ['THB 20', 20],
    ['.5', 0.5],
    ['-3.10', -3.1],
    ['1.234', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['abc', undefined],
  ])('"%s" typed is %s', (text, value) => expect(parseAmount(text)).toBe(value));
  it.each([
    ['1234', '1,234'],
    ['1,2345', '12,345'],
    ['1234.', '1,234.'],
    ['12a', '12a'],
    ['-1000', '-1,000'],
    ['−1000', '−1,000'],
  ])('"%s" reads %s while it is typed', (text, shown) => expect(groupWhileTyping(text)).toBe(shown));
});

it('numbers are grouped without touching their decimals', () =>
  expect(formatNumber(1234567.125)).toBe('1,234,567.125'));
it('a short time is written as the readers of the page write one', () => {
  expect(shortTime('2027-03-04 10:00:00')).toBe('03月04日 10:00');
  declareLanguage('en-US');
  expect(['2027-03-04 10:00:00', '2027-12-18 09:05:00', 'soon'].map(shortTime)).toEqual(['4 Mar 10:00', '18 Dec 09:05', 'soon']); // prettier-ignore
  declareLanguage('th-TH');
  expect(shortTime('2026-12-08 12:30:00')).toBe('8 ธ.ค. 12:30');
  declareLanguage('zh-CN');
});
it('a day in a tight cell is the short time without its clock', () => {
  expect([shortDate('2027-03-04'), shortDate('2027-03-04 10:00:00')]).toEqual(['03月04日', '03月04日']);
  declareLanguage('en-US');
  expect(shortDate('2027-03-04')).toBe('4 Mar');
  declareLanguage('zh-CN');
});
it('a property name becomes readable', () =>
  expect([humanise('minDays'), humanise('shopId'), humanise('ETC')]).toEqual(['Min days', 'Shop', 'Etc']));

it('numbers are shown as their x-format says', () => {
  expect(formatBy(1234.5, { decimals: 2, prefix: '≈ ', suffix: ' km' })).toBe('≈ 1,234.50 km');
  expect(formatBy(0.07, { percent: true })).toBe('7 %');
  expect(formatBy(0.0725, { percent: true, decimals: 1 })).toBe('7.3 %');
  expect(formatBy(-5, undefined)).toBe('−5');
});
