import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  daysIntoWeek,
  parseDate,
  parseDateTime,
  parseTime,
  showDateTime,
  weekBegin,
  weekday,
  weekdayNames,
} from './wallClock.ts';

it('weeks begin as readers of the language are used to: on Monday in Chinese, on Sunday in Thai and in American English', () => {
  expect(['zh-CN', 'th-TH', 'en-US'].map(weekBegin)).toEqual([1, 0, 0]);
  expect(weekdayNames('zh-CN', 'narrow').join('')).toBe('一二三四五六日');
  expect(weekdayNames('en-US', 'short')[0]).toBe('Sun');
  // A Friday.
  expect([daysIntoWeek('2027-01-01', 0), daysIntoWeek('2027-01-01', 1)]).toEqual([5, 4]);
  expect(daysIntoWeek('2027-01-03', 1)).toBe(6);
});

describe('typed dates and times', () => {
  it.each([
    ['2027-3-4', '2027-03-04'],
    ['2027/03/04', '2027-03-04'],
    ['20270304', '2027-03-04'],
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', undefined],
    ['2570-03-04', '2570-03-04'],
    ['0257-03-04', undefined],
    ['4.3.2027', undefined],
  ])('%s is %s', (text, date) => expect(parseDate(text)).toBe(date));
  it.each([
    ['9:05', '09:05'],
    ['0905', '09:05'],
    ['23:59:30', '23:59:30'],
    ['24:00', undefined],
    ['9', undefined],
  ])('%s is %s', (text, time) => expect(parseTime(text)).toBe(time));
  it.each([
    ['2027-03-04 9:05', '2027-03-04 09:05:00'],
    ['2027-03-04', '2027-03-04 00:00:00'],
    ['2027-03-04T10:00:30', '2027-03-04 10:00:30'],
    ['2027-13-04 10:00', undefined],
  ])('%s is %s', (text, wire) => expect(parseDateTime(text)).toBe(wire));
  it('shows seconds only where they say something', () => {
    expect(showDateTime('2027-03-04 10:00:00')).toBe('2027-03-04 10:00');
    expect(showDateTime('2027-03-04 10:00:05')).toBe('2027-03-04 10:00:05');
  });
});

it('the calendar counts in the Gregorian calendar, across months and years', () => {
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-01');
  expect(weekday('2027-03-04')).toBe(4);
});
