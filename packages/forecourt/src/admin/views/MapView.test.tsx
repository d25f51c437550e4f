import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
// Loads lazily: not within the time that a test waits.
import '../maps/GeoMap.tsx';
import { testSource } from '../testing/adminModel.ts';
import type { Call } from '../testing/fakeServer.ts';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { loadView } from './testing/showView.tsx';

strictConsole();
beforeAll(() => loadView('map'));

describe('map', () => {
  const spot = {
    type: 'object' as const,
    properties: {
      name: { type: 'string' as const },
      latitude: { type: 'number' as const },
      longitude: { type: 'number' as const },
    },
  };
  const source = { ...testSource, schemas: { ...testSource.schemas, note: () => Promise.resolve(spot) } };
  const rows = [
    { id: 1, name: 'Old Town', latitude: 13.75, longitude: 100.5 },
    { id: 2, name: 'Beach', latitude: 7.88, longitude: 98.39 },
    { id: 3, name: 'Nowhere', latitude: null, longitude: null },
  ];
  const answers = {
    'GET /resources/note': () =>
      new Response(JSON.stringify(rows), {
        headers: { 'content-range': 'note 0-2/3', 'content-type': 'application/json' },
      }),
  };

  const at = '/resources/note?view=map';
  const pointsOf = (container: HTMLElement) => container.querySelector('[data-points]')?.getAttribute('data-points');

  it('marks records with a position beside the list of those in sight, and says how many have none', async () => {
    stubMapBrowser();
    const shown = await renderAdmin(<ResourceList resource="note" />, { resource: 'note', at, source, answers });
    const list = await screen.findByRole('region', { name: 'admin.map.records' });
    expect(within(list).getByText('Old Town')).toBeTruthy();
    expect(within(list).getByText('admin.map.unplaced')).toBeTruthy();
    await waitFor(() => expect(pointsOf(shown.container)).toBe('2'));
    for (let i = 0; i < 4; i++) await userEvent.click(screen.getByTitle('admin.map.zoomIn'));
    await waitFor(() => expect(within(list).queryByText('Old Town')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'admin.map.all' }));
    await within(list).findByText('Old Town');
  });

  it('shows a record at its point when its line is reached', async () => {
    stubMapBrowser();
    const shown = await renderAdmin(<ResourceList resource="note" />, { resource: 'note', at, source, answers });
    await waitFor(() => expect(pointsOf(shown.container)).toBe('2'));
    fireEvent.mouseEnter(screen.getByText('Beach').closest('li')!);
    await waitFor(() => expect(shown.container.querySelector('.leaflet-popup')?.textContent).toContain('Beach'));
  });

  it('takes five thousand records page by page, no more, and lists the first of those in sight', async () => {
    stubMapBrowser();
    const total = 5_250;
    const shown = await renderAdmin(<ResourceList resource="note" />, {
      resource: 'note',
      at,
      source,
      answers: {
        'GET /resources/note': ({ query }: Call) => {
          const [first, last] = JSON.parse(query['range']!) as [number, number];
          const page = Array.from({ length: last - first + 1 }, (_, index) => {
            const id = first + index + 1;
            return { id, name: `Note ${id}`, latitude: 13 + id / 5_000, longitude: 100 + (id % 70) / 100 };
          });
          const headers = { 'content-range': `note ${first}-${last}/${total}`, 'content-type': 'application/json' };
          return new Response(JSON.stringify(page), { headers });
        },
      },
    });
    await waitFor(() => expect(pointsOf(shown.container)).toBe('5000'), { timeout: 10_000 });
    expect(shown.calls.filter(({ path }) => path === '/resources/note')).toHaveLength(50);
    const list = screen.getByRole('region', { name: 'admin.map.records' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(50);
    expect(within(list).getByText('admin.map.closer')).toBeTruthy();
    expect(screen.getByText('admin.views.more')).toBeTruthy();
  });
});
