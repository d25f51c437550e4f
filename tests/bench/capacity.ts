/**
 * What the load of docs/capacity.md takes: the load as it is stated there, what each kind of request costs as the bench measured it, and the
 * arithmetic between them. Its tables are made of it by capacityTables.ts; tests/unit/capacity.test.ts holds the tables of the document against it.
 */

/** The company that is planned for. */
export const COMPANY = { stores: 1_000, cars: 200_000, ordersAYear: 5_000_000, clerks: 3_000, yearsKept: 3 } as const;

/** How unevenly orders come: the busiest day against the average one, and the part of a day that its busiest hour has. */
export const PEAK = { day: 2, hour: 0.12 } as const;

/** What an order does to the database from booking to return. Assumed, but for the parts that every save writes. */
export const ORDER_LIFE = {
  /** Changing calls: booking, payment, change, pickup, extra payment, return, refund. */
  changes: 7,
  payments: 2,
  billLines: 5,
  holds: 1,
  tasks: 2,
  messages: 3,
  /** A change of an order is one row of the log of calls, and of the history one for each record that it touches. */
  historyRowsAChange: 3,
} as const;

interface RequestKind {
  readonly name: string;
  /** By each clerk in an hour of the peak. Assumed. */
  readonly anHour: number;
  /** Milliseconds of processor, server and database together. */
  readonly ms: number;
  /** Where the milliseconds come from. */
  readonly source: 'measured' | 'measured, times three' | 'assumed';
}

/** Median answer at one connection on the bench's million orders, rows in memory: close to what it costs the processors. */
const MEASURED_MS = {
  list: 4.3,
  tabCounts: 33,
  quote: 5.4,
  freeModels: 85,
  workplace: 273,
  schedule: 64,
} as const;

/** Statements of the page of figures run three at a time: its answer of 366 ms may have cost three times that. */
const ANALYSIS = { answerMs: 366, atATime: 3 } as const;

/** The hour of a clerk at the desk, what the live pages ask for by themselves apart. */
export const CLERK: readonly RequestKind[] = [
  { name: 'a list: opened, filtered, searched', anHour: 40, ms: MEASURED_MS.list, source: 'measured' },
  { name: 'the counts above the list of orders', anHour: 15, ms: MEASURED_MS.tabCounts, source: 'measured' },
  { name: 'one record with what belongs to it', anHour: 30, ms: 10, source: 'assumed' },
  { name: 'a quote', anHour: 12, ms: MEASURED_MS.quote, source: 'measured' },
  { name: 'models that are free', anHour: 4, ms: MEASURED_MS.freeModels, source: 'measured' },
  { name: 'the schedule', anHour: 4, ms: MEASURED_MS.schedule, source: 'measured' },
  { name: 'the workplace', anHour: 2, ms: MEASURED_MS.workplace, source: 'measured' },
  { name: 'a page of figures', anHour: 0.1, ms: ANALYSIS.answerMs * ANALYSIS.atATime, source: 'measured, times three' },
];

/** A create of one record, 220 a second on two cores that the client used too; a change of an order writes about three. */
const CREATE_MS = (2 * 1_000) / 220;
const CHANGE_MS = 3 * CREATE_MS;

/** What is on screen is asked for again when its reader is told that a record that it is made of is another (docs/live.md). */
export const LIVE = {
  /**
   * While changes never end: two hundred times as long as the answer takes, within these seconds. The workplace asks by itself every minute in any case.
   */
  rest: { times: 200, least: 8, most: 60 },
  /** Part of the clerks who see all stores, and are told of all. Assumed. */
  seesAll: 0.03,
  /** Stores that are told of a change of an order: of pickup, of return, where the car stands; mostly one. Assumed. */
  storesAChange: 1.2,
  /** Clerks sit where the orders are: the store of one has so many times the orders of the average one. Assumed. */
  unevenness: 3,
  /** Changes of what belongs to no store, of which everybody is told, for each order: its member, and documents of new members. Assumed. */
  ofNoStore: { members: 1, documents: 0.4 },
  /** Part of the clerks who look at it at a time. Assumed. `documents`: it counts those that wait. */
  onScreen: [
    { name: 'list of orders, on screen', part: 0.4, ms: MEASURED_MS.list, documents: false },
    { name: 'counts above it, on screen', part: 0.4, ms: MEASURED_MS.tabCounts, documents: false },
    { name: 'workplace, on screen', part: 0.1, ms: MEASURED_MS.workplace, documents: true },
    { name: 'schedule, on screen', part: 0.1, ms: MEASURED_MS.schedule, documents: false },
  ],
  /** 1,000 streams without anything to tell, measured: share of a core. */
  coresAThousandStreams: 0.055,
  /** Looks for changes a second, of each process. */
  looks: 1 / 0.3,
  /** Milliseconds of processor for each stream: a change that is not for it, and one that it is told of. Measured on 1,000 streams. */
  streamMs: { notTold: 0.004, told: 0.027 },
} as const;

/**
 * Bytes of a row with its share of the indexes (pg_total_relation_size by rows) in the loaded database of the bench.
 * Orders and payments are as loaded. History and calls come from 15,600 saves of members, the others from 50,000 rows
 * made for it.
 */
const ROW_BYTES = {
  order: 862,
  payment: 216,
  orderFee: 193,
  hold: 235,
  orderTask: 464,
  outbox: 627,
  history: 376,
  callLog: 604,
} as const;

/** Processors are planned to be no busier than this in the peak. */
const BUSY_AT_MOST = 0.6;
/** Part of the processor time of a request that is PostgreSQL's. Assumed. */
const DATABASE_SHARE = 0.6;
/** Logs go after so many days (`LOG_DAYS`). */
const LOG_DAYS = 400;

const GB = 1_000_000_000;

export interface Load {
  readonly name: string;
  readonly aSecond: number;
  readonly cores: number;
}

/** Orders a second in the peak hour. */
export const ordersASecond = (): number => ((COMPANY.ordersAYear / 365) * PEAK.day * PEAK.hour) / 3_600;

const ofClerks = ({ name, anHour, ms }: RequestKind): Load => {
  const aSecond = (COMPANY.clerks * anHour) / 3_600;
  return { name, aSecond, cores: (aSecond * ms) / 1_000 };
};

/** Seconds between two askings for what takes so many milliseconds, while changes never end. */
export function restSeconds(ms: number): number {
  const { times, least, most } = LIVE.rest;
  return Math.min(most, Math.max(least, (times * ms) / 1_000));
}

/** Changes of orders a second of which the clerk of one store is told. */
export const toldASecond = (): number =>
  (ordersASecond() * ORDER_LIFE.changes * LIVE.storesAChange * LIVE.unevenness) / COMPANY.stores;

/** How often a second a clerk's page asks again that takes so long and is told of so many changes a second. */
const askedASecond = (ms: number, changes: number): number => Math.min(changes, 1 / restSeconds(ms));

/** What pages on screen ask for again, and what it takes to tell them. `seesAll`: part of the clerks who are told of all stores. */
export function liveLoads(seesAll: number = LIVE.seesAll): Load[] {
  const all = ordersASecond() * ORDER_LIFE.changes;
  const { members, documents } = LIVE.ofNoStore;
  const again = LIVE.onScreen.map(({ name, part, ms, documents: counted }) => {
    const everybodys = counted ? ordersASecond() * documents : 0;
    const aClerk =
      seesAll * askedASecond(ms, all + everybodys) + (1 - seesAll) * askedASecond(ms, toldASecond() + everybodys);
    const aSecond = COMPANY.clerks * part * aClerk;
    return { name, aSecond, cores: (aSecond * ms) / 1_000 };
  });
  const { notTold, told } = LIVE.streamMs;
  const events = ordersASecond() * (members + documents) + seesAll * all + (1 - seesAll) * toldASecond();
  const streams = LIVE.coresAThousandStreams / 1_000 + (Math.min(all, LIVE.looks) * notTold + events * told) / 1_000;
  return [...again, { name: 'live streams', aSecond: 0, cores: COMPANY.clerks * streams }];
}

/** Each kind of work in the peak hour: how often a second, and how many cores it keeps busy. */
export function peakLoads(live: readonly Load[] = liveLoads()): Load[] {
  const changes = ordersASecond() * ORDER_LIFE.changes;
  return [
    ...CLERK.map(ofClerks),
    { name: 'changes of orders', aSecond: changes, cores: (changes * CHANGE_MS) / 1_000 },
    ...live,
  ];
}

export interface Machines {
  readonly busyCores: number;
  /** Cores to buy: those that are busy at no more than BUSY_AT_MOST. */
  readonly databaseCores: number;
  readonly serverCores: number;
  /** Requests that are being worked on at a time, each on a connection. */
  readonly atATime: number;
}

/** The next whole number; what a fraction of binary digits adds to one is none. */
const up = (value: number): number => Math.ceil(value - 1e-9);

/** What the peak hour takes. `loads`: others than those of the plan. */
export function machines(loads: readonly Load[] = peakLoads()): Machines {
  const busyCores = loads.reduce((sum, { cores }) => sum + cores, 0);
  return {
    busyCores,
    databaseCores: up((busyCores * DATABASE_SHARE) / BUSY_AT_MOST),
    serverCores: up((busyCores * (1 - DATABASE_SHARE)) / BUSY_AT_MOST),
    // By Little: so many seconds of work a second are in hand at a time; on busy processors each waits as long as it works.
    atATime: up(busyCores / (1 - BUSY_AT_MOST)),
  };
}

export interface Stored {
  readonly name: string;
  readonly rowsAYear: number;
  readonly bytes: number;
  /** Gigabytes (10^9) when as much is there as is kept. */
  readonly gigabytes: number;
  /** Of them what is read again and again. */
  readonly hotGigabytes: number;
}

/** What the disk of the database holds after the years that are kept; the log of calls and messages for their 400 days. */
export function stored(): Stored[] {
  const { changes, historyRowsAChange } = ORDER_LIFE;
  const rows: readonly (readonly [string, number, number, number])[] = [
    ['orders', 1, ROW_BYTES.order, COMPANY.yearsKept],
    ['payments', ORDER_LIFE.payments, ROW_BYTES.payment, COMPANY.yearsKept],
    ['bill lines', ORDER_LIFE.billLines, ROW_BYTES.orderFee, COMPANY.yearsKept],
    ['holds', ORDER_LIFE.holds, ROW_BYTES.hold, COMPANY.yearsKept],
    ['tasks', ORDER_LIFE.tasks, ROW_BYTES.orderTask, COMPANY.yearsKept],
    ['messages', ORDER_LIFE.messages, ROW_BYTES.outbox, LOG_DAYS / 365],
    ['history', changes * historyRowsAChange, ROW_BYTES.history, COMPANY.yearsKept],
    ['log of calls', changes, ROW_BYTES.callLog, LOG_DAYS / 365],
  ];
  return rows.map(([name, anOrder, bytes, years]) => {
    const rowsAYear = anOrder * COMPANY.ordersAYear;
    const aYear = (rowsAYear * bytes) / GB;
    return { name, rowsAYear, bytes, gigabytes: aYear * years, hotGigabytes: (aYear * HOT_DAYS) / 365 };
  });
}

/** Gigabytes of the database: what is stored, half as much again for what is dead, rebuilt and written ahead. */
export const diskGigabytes = (): number => 1.5 * stored().reduce((sum, { gigabytes }) => sum + gigabytes, 0);

/** Days whose orders and logs are read again and again: what is booked ahead, out, or just returned. Assumed. */
const HOT_DAYS = 90;
