import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import GeoMap from './GeoMap.tsx';

strictConsole();

const META = { 'map-tiles': 'https://tiles.example/{z}/{x}/{y}.png', 'map-credit': '© <b>Maps</b>', 'map-credit-url': 'https://tiles.example/terms' }; // prettier-ignore

async function open(): Promise<HTMLElement> {
  const { container } = await renderAdmin(<GeoMap label="Map" pin={{ latitude: 13.7, longitude: 100.5 }} />);
  await waitFor(() => expect(container.querySelector('.leaflet-container')).toBeTruthy());
  return container;
}
const tiles = (container: HTMLElement) => [...container.querySelectorAll<HTMLImageElement>('img.leaflet-tile')];
const grid = (container: HTMLElement) => container.querySelectorAll('.map-degrees').length;
const credit = (container: HTMLElement) => container.querySelector('.leaflet-control-attribution')!;

beforeEach(() => {
  stubMapBrowser();
  for (const [name, content] of Object.entries(META)) {
    const element = document.head.appendChild(document.createElement('meta'));
    Object.assign(element, { name, content });
  }
});
afterEach(() => {
  for (const name of Object.keys(META)) document.head.querySelector(`meta[name="${name}"]`)?.remove();
  // The server that did not answer in one test is asked again in the next.
  window.dispatchEvent(new Event('online'));
});

describe('tiles', () => {
  it('are asked for with the origin of the page, and credited as the operator says, as text', async () => {
    const container = await open();
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(0));
    const [tile] = tiles(container);
    expect(tile!.src).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
    expect(tile!.referrerPolicy).toBe('strict-origin-when-cross-origin');
    const link = credit(container).querySelector('a')!;
    expect([link.textContent, link.href]).toEqual(['© <b>Maps</b>', 'https://tiles.example/terms']);
    fireEvent.load(tile!);
    expect(grid(container)).toBe(0);
  });

  it('that do not come are seen through to our own ground; a server that answers nothing is left alone until the network is back', async () => {
    const container = await open();
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(6));
    const asked = tiles(container);
    fireEvent.error(asked[0]!);
    await waitFor(() => expect(grid(container)).toBeGreaterThan(0));
    expect(asked[0]!.src).toMatch(/^data:image\/gif/);
    for (const tile of asked.slice(1, 7)) fireEvent.error(tile);
    await waitFor(() => expect(tiles(container)).toEqual([]));
    expect(credit(container).textContent).not.toContain('Maps');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(0));
  });
});
