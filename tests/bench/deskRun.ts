import { productAccepts } from './cases.ts';
import { load, type Request, type Run } from './client.ts';
import type { Served } from './processes.ts';

export interface DeskFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  /** Highest p99, milliseconds. */
  readonly limit: number;
}

const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const DAY_MS = 86_400_000;
/** Far enough ahead that no loaded order is in the way, near enough to be booked. */
const PICKUP_IN_DAYS = 40;
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const QUOTE = {
  pickupStoreId: 1,
  returnStoreId: 1,
  subModelId: 1,
  plannedPickupTime: `${dayAfter(PICKUP_IN_DAYS)} 10:00:00`,
  plannedReturnTime: `${dayAfter(PICKUP_IN_DAYS + 30)} 10:00:00`,
  pickupType: 0,
  returnType: 0,
  depositType: 3,
};

/** Three holidays within the quoted month. */
const HOLIDAYS = [3, 12, 21].map((days) => ({
  name: `Bench ${days}`,
  startDate: dayAfter(PICKUP_IN_DAYS + days),
  endDate: dayAfter(PICKUP_IN_DAYS + days + 2),
  minDays: 1,
}));

const get = (path: string): Request => ({ method: 'GET', path });
const CASES: readonly (Pick<DeskFigures, 'name' | 'limit'> & { readonly request: Request })[] = [
  { name: 'orders: first page', limit: 60, request: get('/api/order/list?pageNo=1&pageSize=20') },
  { name: 'orders: six tab counts', limit: 60, request: get('/api/order/tabcount') },
  {
    name: 'quote: 30 days, 3 holidays',
    limit: 25,
    request: { method: 'POST', path: '/api/order/quote', body: JSON.stringify(QUOTE) },
  },
];

/** What a clerk waits for at the desk, at one connection, over the loaded orders. */
export async function measureDesk({ port }: Served, token: string): Promise<readonly DeskFigures[]> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-US' };
  for (const holiday of HOLIDAYS)
    await fetch(`http://127.0.0.1:${port}/api/basics/holiday/save`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(holiday),
    });
  const figures: DeskFigures[] = [];
  for (const { name, limit, request } of CASES) {
    const drive = (seconds: number): Promise<Run> =>
      load({
        ...{ port, headers, connections: 1, seconds },
        next: () => request,
        // A quote that could not be priced answers too; it is not what is measured.
        accept: (exchange) => productAccepts(exchange) && !exchange.body.includes('"total":null'),
      });
    await drive(WARM_UP_SECONDS);
    const run = await drive(SECONDS);
    if (run.failures > 0) throw new Error(`${name} was refused: ${run.refused}`);
    figures.push({ name, p50: run.p50, p99: run.p99, limit });
  }
  return figures;
}
