import type { Request } from './client.ts';
import type { Served } from './processes.ts';
import { dayAfter, measureEach, type RequestCase, type RequestFigures } from './requestRun.ts';
import type { Size } from './size.ts';

/** The orders are loaded up to today: a busy month lies behind it. */
const DAYS_BACK = 30;

const get = (path: string, query: Readonly<Record<string, string | number>>): Request => ({
  method: 'GET',
  path: `/api${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
});
const MONTH = { dateStart: dayAfter(-DAYS_BACK), dateEnd: dayAfter(-1) };
const WINDOW = { ...MONTH, cells: 0, limit: 50 };

/** What the pages of the stock wait for; of each request the variants, so that no cache answers for the database. */
const casesFor = (size: Size): readonly RequestCase[] => [
  { name: 'schedule: first rows, whole fleet', limit: 250, request: () => get('/car/stockview', WINDOW) },
  {
    name: 'schedule: a page in the middle',
    limit: 100,
    request: (index) => get('/car/stockview', { ...WINDOW, after: 1 + ((index * 997) % size.vehicles) }),
  },
  {
    name: 'availability: a store, 31 days',
    limit: 30,
    request: (index) =>
      get('/car/inventory', {
        dateStart: dayAfter(0),
        dateEnd: dayAfter(30),
        storeId: 1 + ((index * 7) % size.stores),
      }),
  },
  {
    name: 'forecast: a store, 31 days',
    limit: 300,
    request: (index) =>
      get('/car/forecast', { dateStart: dayAfter(0), dateEnd: dayAfter(30), storeId: 1 + ((index * 7) % size.stores) }),
  },
];

/** Schedule, availability and forecast over the loaded fleet, at one connection. */
export const measureStock = (served: Served, token: string, size: Size): Promise<readonly RequestFigures[]> =>
  measureEach(casesFor(size), served, token, '"rows":[]');
