// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import dispatchPlan from '../../../../schemas/dispatchPlan.json';
import type { EntitySchema } from 'forecourt/model';
import { strictConsole } from 'forecourt/testing';
import { renderDesk, type Desk } from '../booking/testing/renderDesk.tsx';
import ForecastPage from './ForecastPage.tsx';

strictConsole();

const cells = (...cars: number[]) => cars.map((each) => ({ cars: each, arrivals: 0, departures: 1 }));
const row = (storeId: number, storeName: string, ...cars: number[]) => ({
  ...{ storeId, storeName, subModelId: 4, subModelName: 'Yaris', unlisted: 0, cells: cells(...cars) },
});
/** Cars of each day; the server names what misses one first. */
const FORECAST = {
  dates: ['2027-03-01', '2027-03-02'],
  total: 4,
  short: 1,
  rows: [row(1, 'Phuket', 1, -1), row(2, 'Krabi', 0, 2), row(3, 'Hat Yai', 5, 0), row(5, 'Patong', 3, 3)],
  shortages: [
    {
      ...{ storeId: 1, subModelId: 4, date: '2027-03-02', missing: 1 },
      orders: [{ id: 7, orderNo: 'R7', plate: '', time: '2027-03-02 09:00:00' }],
    },
  ],
};

/** What the page asks for, and what other stores have on the days from a shortage on. */
const forecast = ({ query }: { readonly query: Readonly<Record<string, string>> }) => ({
  data: query.subModelId ? { ...FORECAST, dates: ['2027-03-02'], rows: REST } : FORECAST,
});
const REST = FORECAST.rows.map((each) => ({ ...each, cells: each.cells.slice(1) }));

async function openShortage(over: Desk = {}) {
  await renderDesk(() => <ForecastPage />, { answers: { 'GET /car/forecast': forecast }, ...over });
  const missing = await screen.findByRole('button', { name: /what to do/ });
  expect(missing.textContent).toBe('−1');
  fireEvent.click(missing);
  return screen.findByRole('dialog');
}
const target = (dialog: HTMLElement, name: RegExp): string =>
  decodeURIComponent(within(dialog).getByRole('link', { name }).getAttribute('href')!);

it('a shortage names who leaves without a car, and leads to what can be done', async () => {
  const dialog = await openShortage();
  expect(target(dialog, /^R7$/)).toContain('/order/7');
  expect(target(dialog, /^Give a vehicle/)).toMatch(/\/car\/stockview\?from=2027-03-02&storeId=1&subModelId=4$/);
  // Where most are to spare first; where none is, there is none to bring.
  const from = await within(dialog).findAllByRole('button', { name: /to spare/ });
  expect(from.map((link) => link.textContent!.split(' ')[0])).toEqual(['Patong', 'Krabi']);
  expect(target(dialog, /all stores/)).toMatch(/\/car\/forecast\?from=2027-03-02&subModelId=4$/);
});

it('plans a dispatch from where cars are to spare: model, stores and day stand in its form, and only such cars are offered', async () => {
  const carsAsked: unknown[] = [];
  const dialog = await openShortage({
    schemas: { dispatchPlan: dispatchPlan as EntitySchema },
    answers: {
      'GET /car/forecast': forecast,
      'GET /car/submodelslist': () => ({ data: [{ id: 4, name: 'Yaris' }] }),
      'GET /basics/storelist': () => ({
        data: [
          { id: 1, storeName: 'Phuket' },
          { id: 5, storeName: 'Patong' },
        ],
      }),
      'GET /car/options': ({ query }) => {
        carsAsked.push(query);
        return { data: [{ id: 9, plate: 'CC 9', storeName: 'Patong' }] };
      },
      'POST /car/dispatchplan/save': () => ({ data: { id: 1 } }),
    },
  });
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Patong/ }));
  const form = await screen.findByRole('dialog', { name: /dispatch/i }, { timeout: 10_000 });
  const value = (name: RegExp) => within(form).getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() => expect(value(/^Vehicle model/)).toBe('Yaris'));
  expect([value(/^From store/), value(/^To store/), value(/^Departure/)]).toEqual([
    'Patong',
    'Phuket',
    '2027-03-02 08:00',
  ]);
  fireEvent.mouseDown(within(form).getByRole('combobox', { name: /^Plate number/ }));
  fireEvent.click(await screen.findByRole('option', { name: /CC 9/ }));
  expect(carsAsked.at(-1)).toMatchObject({ subModelId: '4', storeId: '5' });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('of thousands of stores and models those in sight are asked for by the hundred, a row that is under way keeps its place', async () => {
  const asked: unknown[] = [];
  const answer = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
    asked.push([query.offset, query.limit]);
    const first = Number(query.offset);
    const rows = Array.from({ length: 100 }, (_, at) => row(first + at + 1, `Store ${first + at + 1}`, 2, 2));
    return { data: { ...FORECAST, total: 3_000, short: 0, rows, shortages: [] } };
  };
  await renderDesk(() => <ForecastPage />, { answers: { 'GET /car/forecast': answer } });
  await screen.findByRole('rowheader', { name: /Store 1$/ });
  const table = screen.getByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('3001');
  expect(asked).toEqual([['0', '100']]);
  const box = screen.getByRole('region');
  box.scrollTop = 2_050 * 36;
  fireEvent.scroll(box);
  await waitFor(() => expect(table.querySelector('[aria-busy=true]')?.getAttribute('aria-rowindex')).toBeTruthy());
  const row2050 = await screen.findByRole('rowheader', { name: /Store 2050$/ });
  expect(row2050.parentElement!.getAttribute('aria-rowindex')).toBe('2051');
  expect(asked).toEqual([
    ['0', '100'],
    ['2000', '100'],
  ]);
});

it('offers nobody what they may not do', async () => {
  const dialog = await openShortage({ permissions: ['car-inventoryv2'] });
  expect(within(dialog).queryByRole('button', { name: /to spare/ })).toBeNull();
  expect(within(dialog).queryByRole('link', { name: /schedule/ })).toBeNull();
});
