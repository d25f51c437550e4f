import { expect, test, vi } from 'vitest';
import { stubMapBrowser } from '../testing/mapBrowser.ts';

test('a map that is left while its canvas waits for a frame is left without an error', async () => {
  stubMapBrowser();
  const frames = new Map<number, () => void>();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(frames.size + 1, frame);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.delete(id));
  // Leaflet keeps the functions that it finds when it is loaded.
  vi.resetModules();
  const [{ default: L }, { createCanvas }] = await Promise.all([import('leaflet'), import('./canvas.ts')]);
  const map = L.map(document.createElement('div'), { center: [13.7, 100.5], zoom: 9, zoomAnimation: false });
  const dot = L.circleMarker([13.7, 100.5], { renderer: createCanvas({}) }).addTo(map);
  dot.setStyle({ weight: 5 });
  map.setZoom(10);
  dot.remove();
  map.remove();
  expect(frames.size).toBeGreaterThan(0);
  for (const frame of frames.values()) frame();
});
