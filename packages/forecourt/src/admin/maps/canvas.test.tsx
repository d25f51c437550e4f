import L from 'leaflet';
import { expect, test } from 'vitest';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import { createCanvas } from './canvas.ts';

test('a map that is left while its canvas waits for a frame is left without an error', () => {
  stubMapBrowser();
  const map = L.map(document.createElement('div'), { center: [13.7, 100.5], zoom: 9, zoomAnimation: false });
  const canvas = createCanvas({});
  const dot = L.circleMarker([13.7, 100.5], { renderer: canvas }).addTo(map);
  dot.remove();
  map.remove();
  // What a frame calls that was asked for before.
  const { _redraw } = canvas as unknown as { _redraw(): void };
  expect(() => _redraw.call(canvas)).not.toThrow();
});
