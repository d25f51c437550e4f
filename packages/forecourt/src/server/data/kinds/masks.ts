import type { MaskName } from '../../../model/index.ts';

const stars = (count: number): string => '*'.repeat(Math.max(count, 0));

/** The masks of D-ORD-25 for values that are in memory (history, logs); the SQL functions of the same names say the same. */
export function mask(name: MaskName, value: string): string {
  const letters = [...value];
  const size = letters.length;
  const head = (count: number): string => letters.slice(0, count).join('');
  const tail = (from: number): string => letters.slice(from).join('');
  switch (name) {
    case 'phone':
      return size < 8 ? stars(size - 2) + tail(Math.max(size - 2, 0)) : head(3) + stars(size - 7) + tail(size - 4);
    case 'name':
      return size < 2 ? stars(size) : size === 2 ? `${head(1)}*` : head(1) + stars(size - 2) + tail(size - 1);
    case 'idCard':
      if (size < 5) return stars(size);
      return size < 13
        ? head(2) + stars(size - 4) + tail(size - 2)
        : head(8) + stars(Math.min(size, 16) - 8) + tail(16);
  }
}
