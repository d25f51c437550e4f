import { describe, expect, it } from 'vitest';
import { fit, graticule, NARROW, panned, positionOf, project, WIDE, zoomed } from './mapProjection.ts';

const bangkok = { latitude: 13.75, longitude: 100.5 };
const phuket = { latitude: 7.88, longitude: 98.39 };

describe('map', () => {
  it('shows every position it is fitted to, north above south and east right of west', () => {
    for (const frame of [WIDE, NARROW]) {
      const view = fit([bangkok, phuket], frame);
      const [a, b] = [project(bangkok, view, frame), project(phuket, view, frame)];
      for (const { x, y } of [a, b]) expect(x > 0 && x < frame.width && y > 0 && y < frame.height).toBe(true);
      expect(a.y).toBeLessThan(b.y);
      expect(a.x).toBeGreaterThan(b.x);
    }
  });

  it('has a middle for one position and the whole earth for none', () => {
    expect(project(bangkok, fit([bangkok]))).toEqual({ x: WIDE.width / 2, y: WIDE.height / 2 });
    expect(fit([]).span).toBe(180);
  });

  it('stays on the earth however far it is moved or zoomed', () => {
    let view = fit([bangkok]);
    for (let i = 0; i < 100; i++) view = panned(zoomed(view, 2), 1, 1);
    expect(view).toEqual({ latitude: 90, longitude: 180, span: 180 });
    for (let i = 0; i < 100; i++) view = zoomed(view, 0.5);
    expect(view.span).toBeGreaterThan(0);
    expect(Number.isFinite(project(bangkok, view).x)).toBe(true);
  });

  it('draws lines at round degrees, a handful at every zoom', () => {
    for (const span of [180, 30, 3, 0.4, 0.01]) {
      const { latitudes } = graticule({ ...bangkok, span });
      expect(latitudes.length).toBeGreaterThanOrEqual(2);
      expect(latitudes.length).toBeLessThanOrEqual(13);
    }
    expect(graticule({ ...bangkok, span: 3 })).toMatchObject({ decimals: 1 });
  });

  it('reads a point or two numbers, and nothing else', () => {
    expect(positionOf({ place: bangkok }, { point: 'place' })).toEqual(bangkok);
    expect(positionOf({ place: null }, { point: 'place' })).toBeUndefined();
    expect(positionOf(bangkok, { latitude: 'latitude', longitude: 'longitude' })).toEqual(bangkok);
    expect(
      positionOf({ latitude: 1, longitude: null }, { latitude: 'latitude', longitude: 'longitude' }),
    ).toBeUndefined();
  });
});
