import {
  CLERK,
  COMPANY,
  diskGigabytes,
  LIVE,
  liveLoads,
  machines,
  ORDER_LIFE,
  ordersASecond,
  PEAK,
  peakLoads,
  stored,
  toldASecond,
  type Machines,
} from './capacity.ts';

/** A process of the server with its caches, one for each core. Assumed; idle it needs a third of that. */
const SERVER_GIGABYTES = 0.4;
/** A connection of PostgreSQL with its plans. Assumed. */
const CONNECTION_GIGABYTES = 0.02;
/** So long a booking holds the counter of its day, in milliseconds: one statement that waits for no disk, of which PostgreSQL takes 0.05 (measured). Assumed. */
const COUNTER_HELD_MS = 1;

type Row = readonly string[];

const fixed = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const few = (value: number): string => fixed(value, 2);
const whole = (value: number): string => fixed(value, 0);

/** What the peak hour takes, in the words of the document; once as it is, once if everybody saw all stores. */
function machineRows(): Row[] {
  const [now, all] = [machines(), machines(peakLoads(liveLoads(1)))];
  const hot = stored().reduce((sum, { hotGigabytes }) => sum + hotGigabytes, 0);
  const memory = ({ atATime }: Machines): string => whole(1.5 * hot + atATime * CONNECTION_GIGABYTES);
  return [
    ['cores kept busy', fixed(now.busyCores, 1), fixed(all.busyCores, 1)],
    ['cores of the database', whole(now.databaseCores), whole(all.databaseCores)],
    ['cores of the servers, one process each', whole(now.serverCores), whole(all.serverCores)],
    ['requests in hand at a time, each on a connection', whole(now.atATime), whole(all.atATime)],
    [
      'connections of all pools (`DATABASE_POOL` 10 a process)',
      whole(now.serverCores * 10),
      whole(all.serverCores * 10),
    ],
    ['memory of the database, GB', memory(now), memory(all)],
    [
      'memory of the servers, GB',
      fixed(now.serverCores * SERVER_GIGABYTES, 1),
      fixed(all.serverCores * SERVER_GIGABYTES, 1),
    ],
  ];
}

const onScreenCores = (): number => machines(liveLoads().slice(0, -1)).busyCores;

/** Lines of the tables of docs/capacity.md, by what the first cell of their head says. */
export function tables(): Readonly<Record<string, readonly Row[]>> {
  const loads = peakLoads();
  const kept = stored();
  const gigabytes = kept.reduce((sum, one) => sum + one.gigabytes, 0);
  const counted = ordersASecond();
  return {
    'the company': [
      ['stores', whole(COMPANY.stores)],
      ['cars', whole(COMPANY.cars)],
      ['orders a year', whole(COMPANY.ordersAYear)],
      ['clerks at once', whole(COMPANY.clerks)],
      ['years that orders are kept', whole(COMPANY.yearsKept)],
      ['busiest day, of an average one', `${PEAK.day} times`],
      ['busiest hour, of its day', `${PEAK.hour * 100} %`],
      ['orders a second in that hour', few(counted)],
      ['changes of orders a second in that hour', few(counted * ORDER_LIFE.changes)],
    ],
    'a clerk asks for': CLERK.map(({ name, anHour, ms, source }) => [name, String(anHour), few(ms), source]),
    'an order brings': [
      ['changes', String(ORDER_LIFE.changes)],
      ['payments', String(ORDER_LIFE.payments)],
      ['bill lines', String(ORDER_LIFE.billLines)],
      ['holds', String(ORDER_LIFE.holds)],
      ['tasks', String(ORDER_LIFE.tasks)],
      ['messages', String(ORDER_LIFE.messages)],
      ['rows of history, for each change', String(ORDER_LIFE.historyRowsAChange)],
    ],
    'who is told': [
      ['clerks who see all stores', `${LIVE.seesAll * 100} %`],
      ['stores that are told of a change of an order', String(LIVE.storesAChange)],
      ['orders of the store of a clerk, of the average store', `${LIVE.unevenness} times`],
      ['changes that a clerk of a store is told of', `one in ${whole(1 / toldASecond())} seconds`],
      ['members changed by an order, told to all', String(LIVE.ofNoStore.members)],
      ['documents changed by an order, told to all', String(LIVE.ofNoStore.documents)],
    ],
    'in the busiest hour': [
      ...loads.map(({ name, aSecond, cores }) => [name, aSecond === 0 ? '' : fixed(aSecond, 1), few(cores)]),
      [
        'together',
        fixed(
          loads.reduce((sum, { aSecond }) => sum + aSecond, 0),
          1,
        ),
        few(machines(loads).busyCores),
      ],
    ],
    'to be had': machineRows(),
    'on disk': [
      ...kept.map((one) => [one.name, whole(one.rowsAYear / 1e6), whole(one.bytes), whole(one.gigabytes)]),
      ['together', '', '', whole(gigabytes)],
      ['with room to work', '', '', whole(diskGigabytes())],
    ],
    'what gives way': [
      ['pages on screen', `${whole((100 * onScreenCores()) / machines().busyCores)} % of the busy cores`],
      ['counter of a day', `${whole(1_000 / COUNTER_HELD_MS / counted)} times the orders of the busiest hour`],
    ],
  };
}
