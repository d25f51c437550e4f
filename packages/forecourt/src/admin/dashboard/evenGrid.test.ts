import { expect, it } from 'vitest';
import { evenColumns } from './evenGrid.ts';

it('cards stand in rows that are as full as each other, and none stands alone below the rest', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((room) => evenColumns(6, room))).toEqual([1, 2, 3, 3, 3, 6, 6, 6]);
  for (let count = 3; count <= 16; count += 1)
    for (let room = 2; room < count; room += 1) {
      const columns = evenColumns(count, room);
      expect(columns).toBeLessThanOrEqual(room);
      // Rows are no more than they have to be, and the last one lacks at most one card a row above it.
      expect(Math.ceil(count / columns)).toBe(Math.ceil(count / room));
      const rows = Math.ceil(count / columns);
      expect(rows * columns - count).toBeLessThan(rows);
    }
});

it('few cards are not drawn out over a wide screen', () => {
  expect([evenColumns(1, 8), evenColumns(2, 8), evenColumns(4, 8)]).toEqual([8, 8, 4]);
});
