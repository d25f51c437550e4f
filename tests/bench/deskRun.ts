import type { Request } from './client.ts';
import type { Served } from './processes.ts';
import { dayAfter, measureEach, type RequestCase, type RequestFigures } from './requestRun.ts';

/** Far enough ahead that no loaded order is in the way, near enough to be booked. */
const PICKUP_IN_DAYS = 40;

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

/** Every model that a store has free for the quoted month, with what it costs. */
const FREE_MODELS = new URLSearchParams({
  storeId: String(QUOTE.pickupStoreId),
  returnStoreId: String(QUOTE.returnStoreId),
  pickupTime: QUOTE.plannedPickupTime,
  returnTime: QUOTE.plannedReturnTime,
}).toString();

const get = (path: string) => (): Request => ({ method: 'GET', path });
// A quote that could not be priced answers too; it is not what is measured.
const UNPRICED = '"total":null';
const CASES: readonly RequestCase[] = [
  {
    name: 'orders: first page',
    limit: 60,
    request: get('/api/order/list?pageNo=1&pageSize=20'),
  },
  { name: 'orders: six tab counts', limit: 60, request: get('/api/order/tabcount') },
  {
    name: 'quote: 30 days, 3 holidays',
    limit: 25,
    request: () => ({ method: 'POST', path: '/api/order/quote', body: JSON.stringify(QUOTE) }),
  },
  { name: 'models free for 30 days, priced', limit: 60, request: get(`/api/order/availablecars?${FREE_MODELS}`) },
];

/** What a clerk waits for at the desk, at one connection, over the loaded orders. */
export async function measureDesk(served: Served, token: string): Promise<readonly RequestFigures[]> {
  for (const holiday of HOLIDAYS)
    await fetch(`http://127.0.0.1:${served.port}/api/basics/holiday/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(holiday),
    });
  return measureEach(CASES, served, token, UNPRICED);
}
