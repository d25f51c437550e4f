import { describe, expect, it } from 'vitest';
import { graticule } from './graticule.ts';

describe('lines of latitude and longitude', () => {
  it('stand at round degrees, at least four from top to bottom, and say as many decimals as tell them apart', () => {
    expect(graticule({ south: 5, north: 21, west: 97, east: 106 })).toEqual({
      latitudes: [6, 8, 10, 12, 14, 16, 18, 20],
      longitudes: [98, 100, 102, 104, 106],
      decimals: 0,
    });
    const near = graticule({ south: 13.7, north: 13.8, west: 100.5, east: 100.6 });
    expect([near.latitudes.length >= 4, near.decimals]).toEqual([true, 2]);
  });

  it('end at the poles', () => {
    const { latitudes } = graticule({ south: -100, north: 100, west: -200, east: 200 });
    expect([Math.min(...latitudes), Math.max(...latitudes)]).toEqual([-90, 90]);
  });
});
