import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Area } from '../../model/index.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import { areaOf, cornersOf } from '../values/geoArea.ts';
import AreaEditor from './AreaEditor.tsx';

strictConsole();

const SQUARE = areaOf([[100, 13], [101, 13], [101, 14], [100, 14]])!; // prettier-ignore

let value: Area | null;
function Editor({ first }: { first: Area | null }) {
  const [area, setArea] = useState(first);
  value = area;
  return (
    <AreaEditor label="Area" value={area} disabled={false} onChange={setArea} home={{ latitude: 13, longitude: 100 }} />
  );
}
const corners = () => cornersOf(value);
const chip = async (index: number): Promise<HTMLElement> =>
  within(await screen.findByRole('list', { name: 'admin.map.corner.list' })).getAllByRole('button')[index]!;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name: `admin.map.draw.${name}` }));

beforeEach(stubMapBrowser);

describe('the corners of an area', () => {
  it('move by arrow keys, finely with Shift, and only the chosen one', async () => {
    await renderAdmin(<Editor first={SQUARE} />);
    (await chip(1)).focus();
    await userEvent.keyboard('{ArrowRight}');
    const [longitude, latitude] = corners()[1]!;
    expect(longitude).toBeGreaterThan(101);
    expect(latitude).toBeCloseTo(13, 5);
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(longitude - corners()[1]![0]).toBeCloseTo((longitude - 101) / 10, 5);
    await userEvent.keyboard('{ArrowUp}');
    expect(corners()[1]![1]).toBeGreaterThan(13);
    expect(corners().filter((_one, index) => index !== 1)).toEqual([[100, 13], [101, 14], [100, 14]]); // prettier-ignore
  });

  it('are added and removed by keys, never below three, and the focus follows', async () => {
    await renderAdmin(<Editor first={SQUARE} />);
    (await chip(1)).focus();
    await userEvent.keyboard('+');
    expect(corners()[2]).toEqual([101, 13.5]);
    await waitFor(async () => expect(document.activeElement).toBe(await chip(2)));
    await userEvent.keyboard('{Delete}{Delete}{Delete}{Delete}');
    expect(corners()).toHaveLength(3);
  });

  it('come back one step at a time', async () => {
    await renderAdmin(<Editor first={SQUARE} />);
    (await chip(0)).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const once = corners()[0]![1];
    await press('undo');
    expect(corners()[0]![1]).toBeGreaterThan(once);
    await press('undo');
    expect(value).toEqual(SQUARE);
    await press('clear');
    expect(value).toBeNull();
    await press('undo');
    expect(value).toEqual(SQUARE);
  });

  it('are set at the middle of the map by keyboard, and the area is there when it is closed', async () => {
    const { container } = await renderAdmin(<Editor first={null} />);
    await screen.findByText('admin.map.draw.none');
    await press('draw');
    const map = container.querySelector<HTMLElement>('.leaflet-container')!;
    await waitFor(() => expect(document.activeElement).toBe(map));
    const closing = () => screen.getByRole<HTMLButtonElement>('button', { name: 'admin.map.draw.close' });
    for (const key of ['Enter', ' ', 'Enter']) {
      expect(closing().disabled).toBe(true);
      fireEvent.keyDown(map, { key });
    }
    expect(value).toBeNull();
    (await chip(1)).focus();
    await userEvent.keyboard('{ArrowRight}');
    (await chip(2)).focus();
    await userEvent.keyboard('{ArrowDown}');
    await press('close');
    expect(corners()).toHaveLength(3);
    expect(new Set(corners().map(String)).size).toBe(3);
  });

  it('are left as they were when drawing anew is cancelled', async () => {
    const { container } = await renderAdmin(<Editor first={SQUARE} />);
    await chip(0);
    await press('redraw');
    const map = container.querySelector<HTMLElement>('.leaflet-container')!;
    await screen.findByRole('button', { name: 'admin.map.draw.stop' });
    fireEvent.keyDown(map, { key: 'Enter' });
    fireEvent.keyDown(map, { key: 'Escape' });
    await screen.findByRole('button', { name: 'admin.map.draw.redraw' });
    expect(value).toEqual(SQUARE);
  });

  it('are set by the pointer, taken back, and closed at the first one', async () => {
    const { container } = await renderAdmin(<Editor first={null} />);
    await screen.findByText('admin.map.draw.none');
    await press('draw');
    await screen.findByRole('button', { name: 'admin.map.draw.stop' });
    const mark = container.querySelector<HTMLElement>('.leaflet-mouse-marker')!;
    const marks = () => container.querySelectorAll<HTMLElement>('.map-corner');
    const click = (clientX: number, clientY: number): void => {
      for (const event of ['mousemove', 'mousedown', 'mouseup'])
        fireEvent(mark, new MouseEvent(event, { clientX, clientY, button: 0, bubbles: true, cancelable: true }));
    };
    // As quickly as it goes: none is lost.
    for (const [x, y] of [[100, 100], [300, 100], [300, 300], [310, 310]] as const) click(x, y); // prettier-ignore
    await waitFor(() => expect(marks()).toHaveLength(4));
    // Nor one of a pointer that has not moved since the pen is down.
    fireEvent.click(container.querySelector('.leaflet-map-pane')!, { clientX: 320, clientY: 320 });
    await waitFor(() => expect(marks()).toHaveLength(5));
    await press('undo');
    await press('undo');
    await waitFor(() => expect(marks()).toHaveLength(3));
    // What is tabbed to are the corners in the list.
    const icons = [mark, ...[...marks()].map((one) => one.parentElement!)];
    expect(icons.filter((icon) => icon.hasAttribute('tabindex') || icon.hasAttribute('role'))).toEqual([]);
    await userEvent.click(marks()[0]!);
    await waitFor(() => expect(corners()).toHaveLength(3));
    const [[west, north], [east], [, south]] = corners() as [[number, number], [number, number], [number, number]];
    expect(west).toBeLessThan(east);
    expect(south).toBeLessThan(north);
  });

  it('stay on a map that is zoomed before the pointer was on it', async () => {
    const { container } = await renderAdmin(<Editor first={null} />);
    await screen.findByText('admin.map.draw.none');
    await press('draw');
    await screen.findByRole('button', { name: 'admin.map.draw.here' });
    await press('here');
    await userEvent.click(container.querySelector('.leaflet-control-zoom-in')!);
    await press('here');
    await waitFor(() => expect(container.querySelectorAll('.map-corner')).toHaveLength(2));
  });
});
