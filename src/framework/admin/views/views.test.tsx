import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { addDays, deviceToday } from '../controls/wallClock.ts';
import ResourceList from '../list/ResourceList.tsx';
// Loads lazily: not within the time that a test waits.
import '../maps/GeoMap.tsx';
import { testSource } from '../testing/adminModel.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';

strictConsole();

const today = deviceToday();
const ROWS = [
  { id: 1, title: 'Dune', state: 0, fromDate: today, toDate: today, updateTime: '2027-01-01 10:00:00' },
  { id: 2, title: 'Emma', state: 1, fromDate: '', toDate: '', updateTime: '2027-01-01 10:00:00' },
];
const answer = (total = 2) => ({ 'GET /books/list': (): Reply => ({ data: { list: ROWS, total } }) });
const show = (view: string, answers: Record<string, (call: Call) => Reply> = answer(), more: object = {}) =>
  renderAdmin(<ResourceList resource="book" />, { at: `/books/list?view=${view}`, answers, ...more });
const failing = { 'GET /books/list': (): Reply => ({ status: 500, message: 'Operation failed' }) };
const none = { 'GET /books/list': (): Reply => ({ data: { list: [], total: 0 } }) };

describe('the switch of views', () => {
  it('offers what the schema has fields for, keeps the choice in the address and for the user', async () => {
    const { router, store } = await renderAdmin(<ResourceList resource="book" />, {
      at: '/books/list',
      answers: answer(),
    });
    await screen.findByText('Dune');
    const group = screen.getByRole('group', { name: 'admin.views.label' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['admin.views.table', 'admin.views.calendar', 'admin.views.board']);
    await userEvent.click(within(group).getByLabelText('admin.views.board'));
    expect(await screen.findAllByRole('region', { name: 'admin.board.column' })).toHaveLength(3);
    expect(router.state.location.search).toContain('view=board');
    expect(store.getItem('preferences.lists.1.book.view')).toBe('board');
  });

  it('is one icon with a menu on a phone, and says which view is shown', async () => {
    const none = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal('matchMedia', (query: string) => ({ ...none, matches: query.includes('max-width') }));
    const { router } = await renderAdmin(<ResourceList resource="book" />, { at: '/books/list', answers: answer() });
    await screen.findByText('Dune');
    expect(screen.queryByRole('group', { name: 'admin.views.label' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'admin.views.label: admin.views.table' }));
    expect(
      (await screen.findAllByRole('menuitemradio')).map((one) => [one.textContent, one.getAttribute('aria-checked')]),
    ).toEqual([
      ['admin.views.table', 'true'],
      ['admin.views.calendar', 'false'],
      ['admin.views.board', 'false'],
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'admin.views.board' }));
    await waitFor(() => expect(router.state.location.search).toContain('view=board'));
    expect(screen.getByRole('button', { name: 'admin.views.label: admin.views.board' })).toBeTruthy();
  });

  it('is not there where there is only the table', async () => {
    await renderAdmin(<ResourceList resource="shop" />, {
      resource: 'shop',
      answers: { 'GET /basics/shop/list': () => ({ data: { list: [{ id: 1, shopName: 'Old Town' }], total: 1 } }) },
    });
    await screen.findByText('Old Town');
    expect(screen.queryByRole('group', { name: 'admin.views.label' })).toBeNull();
  });
});

describe.each(['calendar', 'board'])('%s', (view) => {
  it('says when it failed, and tries again', async () => {
    let works = false;
    await show(view, {
      'GET /books/list': () => (works ? answer()['GET /books/list']() : failing['GET /books/list']()),
    });
    const retry = await screen.findByText('admin.list.retry');
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('Dune')).toBeTruthy();
  });
});

describe('cards', () => {
  it('show picture, name, facts and actions of the same page of rows', async () => {
    const source = {
      ...withResource('book', (declared) => ({
        ...declared,
        list: { ...declared.list!, views: { card: { fields: ['title', 'price'] } } },
      })),
    };
    await show('card', answer(), { source });
    const card = (await screen.findByRole('link', { name: 'Dune' })).closest('li')!;
    expect(within(card).getByText('Price')).toBeTruthy();
    expect(within(card).getByText('Lend')).toBeTruthy();
    expect(screen.getByText('admin.list.range')).toBeTruthy();
  });

  it('say why there are none', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, views: { first: 'card', card: {} } },
    }));
    await renderAdmin(<ResourceList resource="book" />, { source, answers: none });
    expect(await screen.findByText('admin.list.empty')).toBeTruthy();
  });
});

describe('calendar', () => {
  it('asks for the days on screen and shows a record on its day as a link', async () => {
    const { calls } = await show('calendar');
    const link = await screen.findByRole('link', { name: 'Dune' });
    expect(link.getAttribute('href')).toBe('/books/detail/1');
    const asked = calls.filter(({ path }) => path === '/books/list').map(({ query }) => query);
    expect(asked.some((query) => query['fromDateEnd']! >= today && query['toDateStart']! <= today)).toBe(true);
    const before = calls.length;
    await userEvent.click(screen.getByLabelText('admin.calendar.next'));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
    expect(calls.at(-1)!.query['fromDateStart']! > today.slice(0, 8)).toBe(true);
  });

  it('says which dates it shows', async () => {
    await show('calendar');
    expect(await screen.findByText('From date – To date')).toBeTruthy();
  });

  it('says the hours at the ends of a bar, each where it begins and ends', async () => {
    const moment = { type: 'string', format: 'date-time' };
    const book = await testSource.schemas['book']!();
    const properties = { ...book.properties, fromDate: moment, toDate: { ...moment, 'x-after': 'fromDate' } };
    const source = { ...testSource, schemas: { ...testSource.schemas, book: async () => ({ ...book, properties }) } };
    const rows = [
      { ...ROWS[0], fromDate: `${today} 09:00:00`, toDate: `${today} 18:30:00` },
      { ...ROWS[1], fromDate: `${today} 10:00:00`, toDate: `${addDays(today, 14)} 17:00:00` },
    ];
    await show('calendar', { 'GET /books/list': () => ({ data: { list: rows, total: 2 } }) }, { source });
    const bar = async (name: RegExp) => (await screen.findAllByRole('link', { name }))[0]!.closest('li')!;
    expect((await bar(/Dune/)).textContent).toMatch(/^09:00 Dune.*–18:30/);
    // It goes on into the next week: its end is said there.
    const long = await bar(/Emma/);
    expect(long.textContent).toMatch(/^10:00 Emma/);
    expect(long.textContent).not.toContain('17:00');
    expect(long.title).toContain(`${today} 10:00 – ${addDays(today, 14)} 17:00`);
  });

  it('with more than a page asks each day for its own, says how many it has and shows a whole page of one', async () => {
    const total = 250;
    const { calls } = await show('calendar', {
      'GET /books/list': ({ query }) => {
        const [first, last] = [query['toDateStart'], query['fromDateEnd']];
        // The second question of a window, for records without an end: there are none.
        if (first === undefined) return { data: { list: [], total: 0 } };
        if (first !== last) return { data: { list: [], total } };
        return { data: first === today ? { list: [ROWS[0]], total: 140 } : { list: [], total: 0 } };
      },
    });
    expect(await screen.findByRole('link', { name: 'Dune' })).toBeTruthy();
    const pages = () =>
      calls.filter(({ query }) => query['toDateStart'] === today).map(({ query }) => query['pageSize']);
    expect(pages()).toEqual(['6']);
    const others = await screen.findAllByText('admin.calendar.others');
    expect(others).toHaveLength(1);
    await userEvent.click(others[0]!);
    await waitFor(() => expect(pages()).toEqual(['6', '100']));
    expect(screen.queryByText('admin.views.more')).toBeNull();
  });

  it('makes a record on the day that is chosen, by click or by keyboard', async () => {
    await show('calendar', answer(), { permissions: ['book-list', 'book-add'] });
    await screen.findByText('Dune');
    const days = screen.getAllByLabelText(/admin.calendar.createOn/);
    expect(days.filter((day) => day.tabIndex === 0)).toHaveLength(1);
    const day = days.find((one) => one.dataset['day'] === today)!;
    day.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect((document.activeElement as HTMLElement).dataset['day']! > today || !days.at(-1)).toBe(true);
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findAllByDisplayValue(today)).toHaveLength(2);
  });

  it('offers no new record to who may not make one, and says when there is nothing', async () => {
    await show('calendar', none, { permissions: ['book-list'] });
    expect(await screen.findByText('admin.calendar.nothing')).toBeTruthy();
    expect(screen.queryByLabelText(/admin.calendar.createOn/)).toBeNull();
  });
});

describe('board', () => {
  const column = async (index: number) => (await screen.findAllByRole('region'))[index]!;
  const moveTo = async (title: string, code: number) => {
    const card = (await screen.findByText(title)).closest('li')!;
    await userEvent.click(within(card).getByLabelText('admin.board.moveRecord'));
    await userEvent.click((await screen.findAllByRole('menuitem'))[code]!);
  };

  it('counts every record of a column, whatever it shows of them, and shows more on demand', async () => {
    const rowsOf = (state: string, page: number) =>
      Array.from({ length: 20 }, (_, at) => ({ ...ROWS[0], id: `${state}-${page}-${at}`, state: Number(state) }));
    const totals: Record<string, number> = { '0': 79, '1': 17, '2': 3985 };
    const { calls } = await show('board', {
      'GET /books/list': ({ query }) => ({
        data: { list: rowsOf(query['state']!, Number(query['pageNo'])), total: totals[query['state']!]! },
      }),
    });
    await screen.findAllByText('Dune');
    const heads = screen.getAllByRole('region').map((one) => within(one).getByRole('heading').textContent);
    expect(heads.map((text) => text.split(' ').at(-1))).toEqual(['79', '17', '3,985']);
    expect(calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['pageSize'])).toEqual([
      '20',
      '20',
      '20',
    ]);
    const last = await column(2);
    expect(within(last).getAllByRole('listitem')).toHaveLength(20);
    await userEvent.click(within(last).getByText('admin.board.more'));
    await waitFor(() => expect(within(last).getAllByRole('listitem')).toHaveLength(40));
    expect(calls.at(-1)!.query).toMatchObject({ state: '2', pageNo: '2', pageSize: '20' });
    expect(within(await column(1)).queryByText('admin.board.more')).toBeNull();
  });

  it('saves the code with updateTime when a card is moved by its menu', async () => {
    let state = 0;
    const { calls } = await show('board', {
      'GET /books/list': () => ({ data: { list: [{ ...ROWS[0], state }], total: 1 } }),
      'GET /books/info/1': () => ({ data: { ...ROWS[0], state } }),
      'POST /books/save': ({ body }) => {
        state = (body as { state: number }).state;
        return { data: { id: 1 } };
      },
    });
    expect(within(await column(0)).getByText('Dune')).toBeTruthy();
    await moveTo('Dune', 0);
    await waitFor(async () => expect(within(await column(1)).getByText('Dune')).toBeTruthy());
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
      id: 1,
      updateTime: '2027-01-01 10:00:00',
      state: 1,
    });
    expect(screen.getAllByRole('status').some((one) => one.textContent === 'admin.board.moved')).toBe(true);
  });

  it('puts a refused card back with the message of the server', async () => {
    await show('board', { ...answer(), 'POST /books/save': () => ({ statusCode: 409, message: 'Changed meanwhile' }) });
    await moveTo('Dune', 1);
    const first = await column(0);
    expect(await within(first).findByText('Changed meanwhile')).toBeTruthy();
    expect(within(first).getByText('Dune')).toBeTruthy();
  });

  it('takes a dragged card, and a card nobody may edit has no way', async () => {
    const { calls, unmount } = await show('board', {
      ...answer(),
      'POST /books/save': () => ({ data: { id: 1 } }),
      'GET /books/info/1': () => ({ data: ROWS[0] }),
    });
    const card = (await screen.findByText('Dune')).closest('li')!;
    const dataTransfer = { setData: () => undefined, effectAllowed: '' };
    fireEvent.dragStart(card, { dataTransfer });
    fireEvent.drop(await column(2), { dataTransfer });
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ state: 2 }));
    unmount();
    await show('board', answer(), { permissions: ['book-list'] });
    await screen.findByText('Dune');
    expect(screen.queryByLabelText('admin.board.moveRecord')).toBeNull();
  });

  it('moves a state by the action that leads there, and nowhere else', async () => {
    const book = await testSource.schemas['book']!();
    const transitions = [
      { action: 'lend', from: [0], to: 1 },
      { action: 'retire', from: [0, 1], to: 2 },
    ];
    const source = {
      ...testSource,
      schemas: {
        ...testSource.schemas,
        book: () => Promise.resolve({ ...book, 'x-states': { field: 'state', initial: 0, transitions } }),
      },
    };
    const { calls } = await show('board', { ...answer(), 'POST /books/lend': () => ({ message: 'Lent' }) }, { source });
    const emma = (await screen.findByText('Emma')).closest('li')!;
    await userEvent.click(within(emma).getByLabelText('admin.board.moveRecord'));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
    await userEvent.click(screen.getByRole('menuitem'));
    // This one asks first: its own question, with the verb on the button.
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retire' })).toBeTruthy();
    await userEvent.click(within(screen.getByRole('dialog')).getByText('admin.action.back'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await moveTo('Dune', 0);
    await waitFor(() => expect(calls.find(({ path }) => path === '/books/lend')?.body).toEqual({ id: 1 }));
    expect(calls.some(({ path }) => path === '/books/save')).toBe(false);
  });
});

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
