import {
  calls,
  MOST_CARS,
  type StockBar,
  type StockRow,
  type StockView,
  type StockViewInput,
  type StockWaiting,
} from '../../calls/index.ts';
import {
  AUDIT,
  DAY,
  DEFAULT_TIME_ZONE,
  ORDER,
  VEHICLE,
  daysOf,
  groupedBy,
  longestOn,
  orderLabels,
  transfersOf,
} from '../../rules/index.ts';
import type { Interval, StoreDay } from '../../rules/index.ts';
import { parametersOf } from '../facts/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext, RowOf } from '../database.ts';
import { wireTime } from '../times.ts';
import { readWindow } from './readWindow.ts';
import type { BlockRow, CarRow, OrderRow, WaitingRow } from './readWindow.ts';
import { byNames } from './stockPage.ts';
import { windowOf } from './window.ts';

/** Stores may stand in other zones than the one in which the days are asked for. */
const ZONES_APART = DAY;

type Bar = Interval & { readonly wire: StockBar };

const instant = (text: string): number => new Date(text).getTime();

/** What an order has of its car: booked, on the road until it is back, or as it was. Without turnaround. */
function orderBar({ timeZone: zone, ...order }: OrderRow, now: number): Bar {
  const plannedPickup = instant(order.plannedPickupTime);
  const plannedReturn = instant(order.plannedReturnTime);
  const start = order.actualPickupTime === null ? plannedPickup : instant(order.actualPickupTime);
  const end =
    order.actualReturnTime !== null
      ? instant(order.actualReturnTime)
      : order.status === ORDER.pickedUp
        ? Math.max(plannedReturn, now)
        : plannedReturn;
  const seen = order.seen;
  const { stock } = orderLabels({ status: order.status, payStatus: 0, plannedPickup, plannedReturn, now, refunds: [] });
  return {
    start,
    end,
    wire: {
      kind: 'order',
      id: seen ? order.id : 0,
      state: stock,
      storageKind: null,
      planId: null,
      start: wireTime(new Date(start), zone),
      end: wireTime(new Date(end), zone),
      orderNo: seen ? order.orderNo : '',
      renterName: seen ? order.renterName : '',
      status: order.status,
      pickupStoreName: order.pickupStoreName,
      returnStoreName: order.returnStoreName,
      subModelId: order.subModelId,
      plannedReturn: wireTime(order.plannedReturnTime, zone),
      updateTime: seen ? wireTime(order.updateTime, zone) : '',
    },
  };
}

const NO_ORDER = {
  planId: null,
  orderNo: '',
  renterName: '',
  status: null,
  pickupStoreName: '',
  returnStoreName: '',
  subModelId: null,
  plannedReturn: '',
  updateTime: '',
} as const;

type Block = Omit<BlockRow, 'carId' | 'fromStoreName' | 'toStoreName'>;

function blockBar(block: Block, zone: string): Bar {
  return {
    start: instant(block.startTime),
    end: block.endTime === null ? null : instant(block.endTime),
    wire: {
      ...NO_ORDER,
      kind: block.kind,
      id: block.sourceId,
      state: block.kind === 'storage' ? 'inStorage' : null,
      storageKind: block.storageKind,
      start: wireTime(block.startTime, zone),
      end: wireTime(block.endTime, zone),
    },
  };
}

/** A hold as a bar; a planned dispatch says from where to where. */
function heldBar({ fromStoreName, toStoreName, ...block }: BlockRow, zone: string): Bar {
  const bar = blockBar(block, zone);
  if (block.kind !== 'dispatch') return bar;
  const way = { pickupStoreName: fromStoreName ?? '', returnStoreName: toStoreName ?? '' };
  return { ...bar, wire: { ...bar.wire, ...way, planId: block.sourceId } };
}

/** A car that was moved to another store and is not listed there yet. */
const dispatchOf = (car: CarRow): readonly Block[] =>
  car.status === VEHICLE.pending && car.auditStatus === AUDIT.passed && car.dispatchTime !== null
    ? [{ kind: 'dispatch', sourceId: car.id, storageKind: null, startTime: car.dispatchTime, endTime: null }]
    : [];

/** Where the car must be brought to another store for its next order: nothing has it meanwhile, but somebody has to drive. */
function transferBars(car: CarRow, orders: readonly OrderRow[], now: number): readonly Bar[] {
  const open = orders.flatMap(({ status, ...order }) =>
    status === ORDER.pickedUp || (status === ORDER.approved && instant(order.plannedReturnTime) > now)
      ? [
          {
            ...{ status, pickupStoreId: order.pickupStoreId, returnStoreId: order.returnStoreId },
            plannedPickup: instant(order.plannedPickupTime),
            actualPickup: order.actualPickupTime === null ? null : instant(order.actualPickupTime),
            plannedReturn: instant(order.plannedReturnTime),
          },
        ]
      : [],
  );
  const names = new Map(
    orders.flatMap((order) => [
      [order.pickupStoreId, order.pickupStoreName] as const,
      [order.returnStoreId, order.returnStoreName] as const,
    ]),
  );
  const nameOf = (storeId: number): string => names.get(storeId) ?? car.storeName;
  return transfersOf(car.storeId, open, now).map(({ start, end, fromStoreId, toStoreId }) => {
    const bar = blockBar(
      {
        ...{ kind: 'dispatch', sourceId: car.id, storageKind: null },
        startTime: new Date(start).toISOString(),
        endTime: new Date(end).toISOString(),
      },
      car.timeZone,
    );
    return { ...bar, wire: { ...bar.wire, pickupStoreName: nameOf(fromStoreId), returnStoreName: nameOf(toStoreId) } };
  });
}

/** Orders without a plate by the store that they leave from and the model. */
function waitingOf(orders: readonly WaitingRow[], now: number): StockWaiting[] {
  const lanes = groupedBy(orders, ({ pickupStoreId, subModelId }) => `${pickupStoreId} ${subModelId}`);
  return [...lanes.values()]
    .map((lane) => {
      const [{ pickupStoreId, pickupStoreName, subModelId, subModelName }] = lane as readonly [WaitingRow];
      return {
        ...{ storeId: pickupStoreId, storeName: pickupStoreName, subModelId, subModelName },
        bars: lane.map((order) => orderBar(order, now).wire),
      };
    })
    .toSorted(byNames);
}

/** The documented cell of a day: what has the car longest on it (D-STOCK-03). */
function cellOf(day: StoreDay, bars: readonly Bar[]): NonNullable<StockRow['cells']>[number] {
  const bar = longestOn(day, bars)?.wire;
  if (!bar) return { state: null };
  return {
    // The shop keeps a car as storage does; the code table has no word of its own for it.
    state: bar.state ?? 'inStorage',
    ...(bar.kind === 'order' && bar.id > 0 && { orderId: bar.id }),
    ...(bar.kind === 'storage' && { storageId: bar.id }),
  };
}

/** A window of the schedule: a page of cars and everything that has them on these days, in one statement (D-STOCK-03). */
async function readStockView(context: RentalContext, input: StockViewInput): Promise<StockView> {
  const days = windowOf(context, input, Infinity);
  const [first, last] = [days[0]!, days.at(-1)!];
  const span = { start: first.start - ZONES_APART, end: last.end + ZONES_APART };
  const found = await readWindow(context, { ...input, limit: input.limit ?? MOST_CARS }, span);
  const parameters = parametersOf(found.parameters as RowOf<'parameter'> | null);
  windowOf(context, input, parameters.stockViewMaxDays);

  const ordersOf = groupedBy(found.orders, (order) => order.carId);
  const blocksOf = groupedBy(found.blocks, (block) => block.carId);
  const within = (bar: Bar): boolean => bar.start < span.end && (bar.end ?? Infinity) > span.start;
  const rows = found.cars.map((car): StockRow => {
    const bars = [
      ...(ordersOf.get(car.id) ?? []).map((order) => orderBar(order, context.now)),
      ...(blocksOf.get(car.id) ?? []).map((block) => heldBar(block, car.timeZone)),
      ...dispatchOf(car).map((block) => blockBar(block, car.timeZone)),
    ].filter(within);
    const transfers = transferBars(car, ordersOf.get(car.id) ?? [], context.now).filter(within);
    return {
      carId: car.id,
      plate: car.plate,
      storeId: car.storeId,
      storeName: car.storeName,
      subModelId: car.subModelId,
      subModelName: car.subModelName,
      status: car.status,
      bars: [...bars, ...transfers].toSorted((a, b) => a.start - b.start).map(({ wire }) => wire),
      ...(input.cells !== 0 && {
        cells: daysOf(first.date, last.date, car.timeZone).map((day) => cellOf(day, bars)),
      }),
    };
  });
  return {
    dates: days.map(({ date }) => date),
    now: wireTime(new Date(context.now), DEFAULT_TIME_ZONE),
    turnaroundMinutes: parameters.turnaroundMinutes,
    rows,
    ...(found.total !== null && {
      total: found.total,
      pages: found.pages,
      waiting: waitingOf(found.waiting, context.now),
    }),
  };
}

export const stockView = defineCommand(calls.stockView, {
  run: (input, context) => readStockView(context, input),
});
