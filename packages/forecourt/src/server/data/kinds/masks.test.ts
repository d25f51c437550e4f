import { describe, expect, it } from 'vitest';
import { mask } from './masks.ts';

describe('masks', () => {
  it.each([
    ['', ''],
    ['12', '12'],
    ['123', '*23'],
    ['1234567', '*****67'],
    ['12345678', '123*5678'],
    ['0812345678', '081***5678'],
    ['13812345678', '138****5678'],
  ])('phone %s is %s', (phone, expected) => {
    expect(mask('phone', phone)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['张', '*'],
    ['欧阳', '欧*'],
    ['张三丰', '张*丰'],
    ['欧阳修文', '欧**文'],
    ['Somchai', 'S*****i'],
    ['𠮷田一郎', '𠮷**郎'],
  ])('name %s is %s', (name, expected) => {
    expect(mask('name', name)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['1', '*'],
    ['1234', '****'],
    ['12345', '12*45'],
    ['E12345678', 'E1*****78'],
    ['123456789012', '12********12'],
    ['1234567890123', '12345678*****'],
    ['1234567890123456', '12345678********'],
    ['123456789012345678', '12345678********78'],
  ])('ID number %s is %s', (idNumber, expected) => {
    expect(mask('idCard', idNumber)).toBe(expected);
  });
});
