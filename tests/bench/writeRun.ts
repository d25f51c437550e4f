import { productAccepts } from './cases.ts';
import { load } from './client.ts';
import { cpuSeconds, treeSeconds, type Served } from './processes.ts';
import { dayAfter } from './requestRun.ts';
import type { Size } from './size.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;
const ROWS = 10_000;
const HOUR_MS = 3_600_000;
/** Unlike those of any other run on the same database. */
const STARTED = Date.now();
const RUN = STARTED.toString(36).toUpperCase();

export interface BookingFigures {
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time of one booking, microseconds. */
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

export interface ImportFigures {
  readonly name: string;
  readonly rows: number;
  readonly wallSeconds: number;
  /** Processor time of all of it: check, validation, audit, history, search. */
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
}

/** Every booking finds cars of its own: far enough ahead that no loaded order is in the way, near enough to be booked. */
const [FIRST_DAY, LAST_DAY, DAYS_APART] = [40, 172, 4];
const WINDOWS = (LAST_DAY - FIRST_DAY) / DAYS_APART;
let booked = Math.floor((STARTED / HOUR_MS) * 977);

function booking({ stores, subModels }: Size): Record<string, unknown> {
  const at = booked++;
  const store = 1 + (at % stores);
  const day = FIRST_DAY + (Math.floor(at / stores / subModels) % WINDOWS) * DAYS_APART;
  return {
    renterName: '测试客户',
    renterCountryCode: '+66',
    renterPhone: String(100_000_000 + (at % 800_000_000)),
    renterIdType: 2,
    renterIdNo: `${RUN}${at}`,
    pickupStoreId: store,
    returnStoreId: store,
    subModelId: 1 + (Math.floor(at / stores) % subModels),
    plannedPickupTime: `${dayAfter(day)} 10:00:00`,
    plannedReturnTime: `${dayAfter(day + 3)} 10:00:00`,
    pickupType: 0,
    returnType: 0,
    depositType: 3,
  };
}

/** Whole orders booked by sixteen clerks at once, each with a price, a free car, a new member, history and log. */
async function measureBookings(
  { port, pid }: Served,
  token: string,
  postmaster: number,
  size: Size,
  seconds = SECONDS,
): Promise<BookingFigures> {
  const drive = (seconds: number) =>
    load({
      ...{ port, connections: CONNECTIONS, seconds, accept: productAccepts },
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-US' },
      next: () => ({ method: 'POST', path: '/api/order/save', body: JSON.stringify(booking(size)) }),
    });
  await drive(WARM_UP_SECONDS);
  const [server, database] = [cpuSeconds(pid), treeSeconds(postmaster)];
  const run = await drive(seconds);
  if (run.failures > 0) throw new Error(`${run.failures} of ${run.requests} bookings were refused: ${run.refused}`);
  const micros = (before: number, after: number): number => ((after - before) * 1e6) / run.requests;
  return {
    perSecond: run.perSecond,
    p99: run.p99,
    serverMicros: micros(server, cpuSeconds(pid)),
    databaseMicros: micros(database, treeSeconds(postmaster)),
  };
}

let file = 0;
/** Far from the phones of members that the cases have created one by one, from the same moment on. */
const PHONES_APART = 400_000_000;
const unique = (at: number): string => `${RUN}${file}${String(at).padStart(5, '0')}`;

/** What is imported, by the name of the resource. */
const FILES: Readonly<
  Record<string, { header: readonly string[]; row(at: number, size: Size): readonly (string | number)[] }>
> = {
  member: {
    header: ['name', 'countryCode', 'phone', 'idType', 'idNo', 'email', 'channel'],
    row: (at) => [
      '测试客户',
      '+66',
      100_000_000 + ((STARTED + PHONES_APART + file * ROWS + at) % 800_000_000),
      2,
      unique(at),
      `m${at}@example.com`,
      4,
    ],
  },
  vehicle: {
    header: ['brandId', 'modelId', 'subModelId', 'storeId', 'plate', 'frameNo', 'engineNo', 'mileage', 'year'],
    row(at, { stores, subModels }) {
      const subModel = 1 + (at % subModels);
      const model = 1 + (subModel % 20);
      const name = unique(at);
      return [1 + (model % 8), model, subModel, 1 + (at % stores), `P${name}`, `F${name}`, `E${name}`, 10, 2024];
    },
  },
};

/** A file with nothing wrong in it: checked whole, then written, as a browser does it. */
async function measureImport(
  name: string,
  { port, pid }: Served,
  token: string,
  postmaster: number,
  size: Size,
): Promise<ImportFigures> {
  const { header, row } = FILES[name]!;
  file++;
  const lines = [header, ...Array.from({ length: ROWS }, (_, at) => row(at, size))].map((cells) => cells.join(','));
  const body = new FormData();
  body.set('file', new Blob([lines.join('\n')]), `${name}.csv`);
  const call = async (path: string, init: RequestInit): Promise<ImportAnswer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/resources/${name}/import${path}`, {
      ...init,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    if (!text.startsWith('{"statusCode":200'))
      throw new Error(`the import of ${name} was refused: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: ImportAnswer }).data;
  };
  const [started, server, database] = [performance.now(), cpuSeconds(pid), treeSeconds(postmaster)];
  let state = await call('', { body });
  while (state.state !== 'done') state = await call(`/${state.id}/run`, {});
  const wallSeconds = (performance.now() - started) / 1000;
  if (state.created !== ROWS) throw new Error(`${state.created} of ${ROWS} rows of ${name} were imported`);
  return {
    name,
    rows: ROWS,
    wallSeconds,
    serverSeconds: cpuSeconds(pid) - server,
    databaseSeconds: treeSeconds(postmaster) - database,
  };
}

interface ImportAnswer {
  readonly id: number;
  readonly state: string;
  readonly created: number;
}

export interface WriteFigures {
  readonly bookings: BookingFigures;
  readonly imports: readonly ImportFigures[];
}

export async function measureWrites(
  served: Served,
  token: string,
  postmaster: number,
  size: Size,
): Promise<WriteFigures> {
  const bookings = await measureBookings(served, token, postmaster, size);
  const imports: ImportFigures[] = [];
  for (const name of Object.keys(FILES)) imports.push(await measureImport(name, served, token, postmaster, size));
  return { bookings, imports };
}

export const writesText = ({ bookings, imports }: WriteFigures): Readonly<Record<string, string>> => ({
  'bookings, 16 at once': `${bookings.perSecond.toFixed(0)} a second, p99 ${bookings.p99.toFixed(0)} ms; processor ${bookings.serverMicros.toFixed(0)} µs server, ${bookings.databaseMicros.toFixed(0)} µs database`,
  ...Object.fromEntries(
    imports.map(({ name, rows, wallSeconds, serverSeconds, databaseSeconds }) => [
      `import of ${rows} rows (${name})`,
      `${wallSeconds.toFixed(1)} s; processor ${serverSeconds.toFixed(1)} s server, ${databaseSeconds.toFixed(1)} s database`,
    ]),
  ),
});
