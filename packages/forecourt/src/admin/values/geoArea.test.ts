import { describe, expect, it } from 'vitest';
import { areaToText, textToArea } from './geoArea.ts';

describe('an area typed as coordinates', () => {
  it('comes back as the same lines', () => {
    const text = '13.5, 100.5\n13.9, 100.5\n13.9, 100.9';
    expect(areaToText(textToArea(text))).toBe(text);
  });
  it('is closed and has longitude first, as GeoJSON wants it', () => {
    expect(textToArea('1, 2\n3, 4\n5, 6')).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [2, 1],
          [4, 3],
          [6, 5],
          [2, 1],
        ],
      ],
    });
  });
  it('needs three corners on the globe', () => {
    expect(textToArea('1, 2\n3, 4')).toBeUndefined();
    expect(textToArea('91, 2\n3, 4\n5, 6')).toBeUndefined();
    expect(textToArea('north, 2\n3, 4\n5, 6')).toBeUndefined();
    expect(textToArea('  \n')).toBeNull();
  });
});
