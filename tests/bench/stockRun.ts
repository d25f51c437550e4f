import { productAccepts } from './cases.ts';
import { load, type Request, type Run } from './client.ts';
import type { DeskFigures } from './deskRun.ts';
import { SIZE } from './load.sql.ts';
import type { Served } from './processes.ts';

const WARM_UP_SECONDS = 1;
const SECONDS = 4;
const DAY_MS = 86_400_000;
/** The orders are loaded up to today: a busy month lies behind it. */
const DAYS_BACK = 30;
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const get = (path: string, query: Readonly<Record<string, string | number>>): Request => ({
  method: 'GET',
  path: `/api${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
});
const MONTH = { dateStart: day(-DAYS_BACK), dateEnd: day(-1) };
const WINDOW = { ...MONTH, cells: 0, limit: 50 };

/** What the pages of the stock wait for; of each request the variants, so that no cache answers for the database. */
const CASES: readonly (Pick<DeskFigures, 'name' | 'limit'> & { readonly request: (index: number) => Request })[] = [
  { name: 'schedule: first rows, whole fleet', limit: 250, request: () => get('/car/stockview', WINDOW) },
  {
    name: 'schedule: a page in the middle',
    limit: 100,
    request: (index) => get('/car/stockview', { ...WINDOW, after: 1 + ((index * 997) % SIZE.vehicles) }),
  },
  {
    name: 'availability: a store, 31 days',
    limit: 30,
    request: (index) =>
      get('/car/inventory', { dateStart: day(0), dateEnd: day(30), storeId: 1 + ((index * 7) % SIZE.stores) }),
  },
  {
    name: 'forecast: a store, 31 days',
    limit: 300,
    request: (index) =>
      get('/car/forecast', { dateStart: day(0), dateEnd: day(30), storeId: 1 + ((index * 7) % SIZE.stores) }),
  },
];

/** Schedule, availability and forecast over the loaded fleet, at one connection. */
export async function measureStock({ port }: Served, token: string): Promise<readonly DeskFigures[]> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-US' };
  const figures: DeskFigures[] = [];
  for (const { name, limit, request } of CASES) {
    let count = 0;
    const drive = (seconds: number): Promise<Run> =>
      load({
        ...{ port, headers, connections: 1, seconds },
        next: () => request(count++),
        accept: (exchange) => productAccepts(exchange) && !exchange.body.includes('"rows":[]'),
      });
    await drive(WARM_UP_SECONDS);
    const run = await drive(SECONDS);
    if (run.failures > 0) throw new Error(`${name} was refused: ${run.refused}`);
    figures.push({ name, p50: run.p50, p99: run.p99, limit });
  }
  return figures;
}
