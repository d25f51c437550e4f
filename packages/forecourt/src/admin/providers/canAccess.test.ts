import { describe, expect, it } from 'vitest';
import { testModel } from '../testing/adminModel.ts';
import { canAccess } from './canAccess.ts';

const { entries, calls } = testModel();
const book = await calls('book');

describe('canAccess', () => {
  it.each([
    ['list', 'book-list'],
    ['create', 'book-add'],
    ['edit', 'book-edit'],
    ['delete', 'book-delete'],
    ['show', 'book-detail'],
    ['search', 'book-query'],
    ['export', 'book-export'],
    ['import', 'book-import'],
    ['lend', 'book-edit'],
    ['retire', 'book-disable'],
  ])('%s needs %s and nothing else gives it', (action, key) => {
    expect(canAccess(new Set([key]), book, action)).toBe(true);
    const others = [
      'book-list',
      'book-add',
      'book-edit',
      'book-delete',
      'book-detail',
      'book-query',
      'book-export',
      'book-import',
      'book-disable',
      'shop-edit',
    ];
    expect(canAccess(new Set(others.filter((other) => other !== key)), book, action)).toBe(false);
  });

  it('takes the route key of the list, whatever its form', () => {
    expect(canAccess(new Set(['shoplist']), entries.get('shop'), 'list')).toBe(true);
    expect(canAccess(new Set(['shop-list']), entries.get('shop'), 'list')).toBe(false);
  });

  it('lets index do everything, and nobody do what nobody knows', () => {
    expect(canAccess(new Set(['index']), book, 'retire')).toBe(true);
    expect(canAccess(new Set(['book-edit']), book, 'burn')).toBe(false);
    expect(canAccess(new Set(['car-edit']), undefined, 'car-edit')).toBe(true);
  });
});
