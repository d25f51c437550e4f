import { vi } from 'vitest';

const SIZE = { clientWidth: 800, clientHeight: 520 } as const;

/** Gives the simulated browser what Leaflet needs: boxes that have a size, and canvases that take every call and draw nothing. */
export function stubMapBrowser(): void {
  for (const [name, value] of Object.entries(SIZE))
    vi.spyOn(HTMLElement.prototype, name as keyof typeof SIZE, 'get').mockReturnValue(value);
  const context = new Proxy({}, { get: () => () => undefined });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
}
