import { expect, it, vi } from 'vitest';
import { createShellStore } from './shellStorage.ts';

it('what is stored already is told to nobody, anything else is', () => {
  const store = createShellStore('en-US');
  const told = vi.fn();
  store.setItem('order.selectedIds.storeKeys', ['order.list.selectedIds']);
  store.subscribe('order.selectedIds.storeKeys', told);
  store.setItem('order.selectedIds.storeKeys', ['order.list.selectedIds']);
  expect(told).not.toHaveBeenCalled();
  store.setItem('order.selectedIds.storeKeys', ['order.list.selectedIds', 'order.month.selectedIds']);
  expect(told).toHaveBeenCalledExactlyOnceWith(['order.list.selectedIds', 'order.month.selectedIds']);
  expect(store.getItem('order.selectedIds.storeKeys')).toEqual(['order.list.selectedIds', 'order.month.selectedIds']);
});

it('the language is that of the page, whatever one before it has left, and a sign-out leaves choices of columns', () => {
  const store = createShellStore('th-TH');
  store.setItem('locale', 'zh-CN');
  expect(store.getItem('locale')).toBe('th-TH');
  store.setItem('preferences.order.columns', ['orderNo']);
  store.setItem('order.list', { page: 3 });
  store.reset();
  expect(store.getItem('preferences.order.columns')).toEqual(['orderNo']);
  expect(store.getItem('order.list')).toBeUndefined();
});
