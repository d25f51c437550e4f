import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addDays } from '../controls/wallClock.ts';
import { testSource } from '../testing/adminModel.ts';
import { withResource } from '../testing/withResource.ts';
import type { Call } from '../testing/fakeServer.ts';
import { strictConsole } from '../testing/strictConsole.ts';
import { answer, none, ROWS, showView, today } from './testing/showView.tsx';

strictConsole();

describe('a calendar whose days say numbers', () => {
  const counting = (filterDefaults: Readonly<Record<string, unknown>>) =>
    withResource('book', (declared) => ({
      ...declared,
      list: {
        ...declared.list!,
        filterDefaults,
        views: {
          calendar: {
            start: 'fromDate',
            end: 'toDate',
            counts: [
              { key: 'out', by: 'fromDate' },
              { key: 'back', by: 'toDate', filter: { state: [0, 1] }, tone: 'late' },
            ],
          },
        },
      },
    }));
  const source = counting({});
  const days = (first: string, last: string) => {
    const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
    return Array.from({ length: count }, (_, at) => {
      const day = addDays(first, at);
      return { day, counts: day === today ? [12, 3] : [0, 0] };
    });
  };
  const counted = {
    ...answer(),
    'GET /resources/book/days': ({ query }: Call) => ({ data: days(query['firstDay']!, query['lastDay']!) }),
  };

  it('asks once for the days on screen and asks for no records', async () => {
    const { calls } = await showView('calendar', counted, { source });
    expect(await screen.findByRole('link', { name: '12 Out' })).toBeTruthy();
    const asked = () => calls.filter(({ path }) => path.startsWith('/books') || path.startsWith('/resources'));
    expect(asked().map(({ path }) => path)).toEqual(['/resources/book/days']);
    await userEvent.click(screen.getByLabelText('admin.calendar.next'));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]!.query['firstDay']! > today.slice(0, 8)).toBe(true);
  });

  it('leads to the rows that a number counts, and back to its month', async () => {
    const { router, calls } = await showView('calendar', counted, { source });
    await screen.findByRole('link', { name: '12 Out' });
    await userEvent.click(screen.getByLabelText('admin.calendar.next'));
    await userEvent.click(screen.getByLabelText('admin.calendar.previous'));
    const month = screen.getByRole('heading', { level: 2 }).textContent;
    await userEvent.click(await screen.findByRole('link', { name: '3 Back' }));
    const asked = new URLSearchParams(router.state.location.search);
    expect(JSON.parse(asked.get('filter')!)).toEqual({ state: '0,1', toDateStart: today, toDateEnd: today });
    expect([asked.get('sort'), asked.get('view')]).toEqual(['toDate', 'table']);
    await waitFor(() => expect(calls.some(({ path }) => path === '/books/list')).toBe(true));
    await act(() => router.navigate(-1));
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(month);
    expect(await screen.findByRole('link', { name: '12 Out' })).toBeTruthy();
  });

  it('leaves out a number whose own filter the list sets otherwise', async () => {
    const { calls } = await showView(
      'calendar',
      {
        ...counted,
        'GET /resources/book/days': ({ query }) => ({
          data: days(query['firstDay']!, query['lastDay']!).map(({ day, counts }) => ({
            day,
            counts: counts.slice(0, 1),
          })),
        }),
      },
      { source: counting({ state: '2' }) },
    );
    expect(await screen.findByRole('link', { name: '12 Out' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Back/ })).toBeNull();
    expect(calls.find(({ path }) => path === '/resources/book/days')!.query['state']).toBe('2');
  });

  it('says what went wrong', async () => {
    await showView(
      'calendar',
      { ...answer(), 'GET /resources/book/days': () => ({ status: 500, message: 'no' }) },
      { source },
    );
    expect(await screen.findByText('admin.list.failed')).toBeTruthy();
  });
});

describe('calendar', () => {
  it('asks for the days on screen and shows a record on its day as a link', async () => {
    const { calls } = await showView('calendar');
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
    await showView('calendar');
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
    await showView('calendar', { 'GET /books/list': () => ({ data: { list: rows, total: 2 } }) }, { source });
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
    const { calls } = await showView('calendar', {
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
    await showView('calendar', answer(), { permissions: ['book-list', 'book-add'] });
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
    await showView('calendar', none, { permissions: ['book-list'] });
    expect(await screen.findByText('admin.calendar.nothing')).toBeTruthy();
    expect(screen.queryByLabelText(/admin.calendar.createOn/)).toBeNull();
  });
});
