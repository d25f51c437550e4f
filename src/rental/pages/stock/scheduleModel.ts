import { type TimelineBar, MINUTE_MS, lanesOf, shortTime, wallMs } from 'forecourt/admin';
import type { Tone } from 'forecourt/model';
import { ORDER } from '../../rules/index.ts';
import type { StockBar, StockRow, StockView, StockWaiting } from '../../calls/index.ts';

/** A row of the schedule: a car with everything that is loaded of it, or a lane of orders that wait for one. */
export interface Car extends Omit<StockRow, 'bars' | 'cells' | 'carId' | 'status'> {
  readonly key: string;
  /** null: a lane of orders without a plate. */
  readonly carId: number | null;
  /** The car's; null for a lane. */
  readonly status: number | null;
  readonly bars: readonly CarBar[];
}

export interface CarBar extends TimelineBar {
  readonly stock: StockBar;
  /** Of an order without a plate: which model waits where. */
  readonly pool?: Pick<StockWaiting, 'subModelName' | 'storeName'>;
}

/** What kinds of bars there are: by a sign, a tone and a pattern, so that colour alone says nothing. */
export const LOOKS = {
  audited: { sign: '○', tone: 'waiting', pattern: 'plain' },
  dispatched: { sign: '▶', tone: 'active', pattern: 'plain' },
  returned: { sign: '✓', tone: 'done', pattern: 'plain' },
  overdue: { sign: '!', tone: 'late', pattern: 'plain' },
  inStorage: { sign: '■', tone: 'off', pattern: 'striped' },
  maintenance: { sign: '+', tone: 'neutral', pattern: 'striped' },
  dispatch: { sign: '→', tone: 'neutral', pattern: 'dashed' },
  transfer: { sign: '⇢', tone: 'waiting', pattern: 'dashed' },
  planned: { sign: '⇥', tone: 'active', pattern: 'dashed' },
} as const satisfies Readonly<Record<string, Pick<TimelineBar, 'pattern'> & { sign: string; tone: Tone }>>;
export type Look = keyof typeof LOOKS;

/** A dispatch that has an end is still to be done: the car must be there for its next order. */
const isTransfer = ({ kind, end }: Pick<StockBar, 'kind' | 'end'>): boolean => kind === 'dispatch' && end !== '';

export function lookOf(bar: Pick<StockBar, 'kind' | 'state' | 'end' | 'planId'>): Look {
  if (bar.state !== null) return bar.state;
  if (bar.kind !== 'dispatch') return 'maintenance';
  if (bar.planId !== null) return 'planned';
  return isTransfer(bar) ? 'transfer' : 'dispatch';
}

/** One bar in all windows that show it; of a transfer its end stays the same as time passes. */
function keyOf(bar: StockBar): string {
  if (bar.planId !== null) return `plan ${bar.planId}`;
  return isTransfer(bar) ? `transfer ${bar.end}` : `${bar.kind} ${bar.id || bar.start}`;
}

export interface BarWords {
  /** What the look is called. */
  readonly word: (look: Look) => string;
  readonly taken: string;
  readonly open: string;
  /** The head of a lane of orders that wait for a car. */
  readonly noPlate: string;
}

const clock = (text: string): string => text.slice(11, 16);

/** A bar as the timeline draws it. Orders that wait move with both ends; what is on the road can only come back sooner. */
export function barOf(stock: StockBar, mayMove: boolean, words: BarWords): CarBar {
  const look = lookOf(stock);
  const { sign, tone, pattern } = LOOKS[look];
  const way = `${stock.pickupStoreName} → ${stock.returnStoreName}`;
  const oneWay = stock.pickupStoreName !== stock.returnStoreName;
  const who = stock.renterName || (stock.kind === 'order' ? words.taken : words.word(look));
  const until = stock.end === '' ? words.open : shortTime(stock.end);
  const mine = mayMove && stock.kind === 'order' && stock.id > 0;
  const waits = mine && stock.status === ORDER.approved;
  // Who drives it needs to know where to; whose order ends elsewhere, too.
  const label =
    isTransfer(stock) || stock.planId !== null
      ? way
      : `${who} ${clock(stock.start)}–${stock.end === '' ? '' : clock(stock.end)}${oneWay ? ` → ${stock.returnStoreName}` : ''}`;
  const stores = oneWay ? way : stock.pickupStoreName;
  const description = [label, words.word(look), stock.orderNo, `${shortTime(stock.start)} – ${until}`, stores];
  return {
    key: keyOf(stock),
    start: wallMs(stock.start),
    end: stock.end === '' ? null : wallMs(stock.end),
    ...{ sign, label },
    description: description.filter(Boolean).join(', '),
    tone,
    pattern,
    movable: waits,
    ends: waits ? 'both' : mine && stock.status === ORDER.pickedUp ? 'end' : 'none',
    stock,
  };
}

/** The cars of a page, out of the windows that are loaded of it: each bar once, by its start. */
export function carsOf(windows: readonly StockView[], mayMove: boolean, words: BarWords): readonly Car[] {
  const cars = new Map<number, { row: StockRow; bars: Map<string, CarBar> }>();
  for (const { rows } of windows)
    for (const row of rows) {
      const car = cars.get(row.carId) ?? { row, bars: new Map<string, CarBar>() };
      cars.set(row.carId, car);
      for (const stock of row.bars) {
        const bar = barOf(stock, mayMove, words);
        car.bars.set(bar.key, bar);
      }
    }
  return [...cars.values()].map(({ row: { bars: _bars, cells: _cells, ...row }, bars }) => ({
    ...row,
    key: String(row.carId),
    bars: [...bars.values()].toSorted((a, b) => a.start - b.start),
  }));
}

/** Orders without a plate, in as few lanes as they need so that none covers another; each says its model, whose cars they may be dragged onto. */
export function waitingOf(windows: readonly StockView[], mayMove: boolean, words: BarWords): readonly Car[] {
  const found = new Map<string, { bar: CarBar; pool: Omit<StockWaiting, 'bars'> }>();
  for (const { bars, ...pool } of windows.flatMap(({ waiting = [] }) => waiting))
    for (const stock of bars) {
      const bar = barOf(stock, mayMove, words);
      const label = `${bar.label} · ${pool.subModelName}`;
      const named = { label, description: label + bar.description.slice(bar.label.length) };
      found.set(bar.key, { bar: { ...bar, ...named, pool }, pool });
    }
  const orders = [...found.values()].toSorted((a, b) => a.bar.start - b.bar.start);
  const { lanes, count } = lanesOf(orders.map(({ bar }) => bar));
  return Array.from({ length: orders.length === 0 ? 0 : count }, (_, at) => {
    const mine = orders.filter((_order, index) => lanes[index] === at);
    const named = (name: 'subModelName' | 'storeName'): string =>
      [...new Set(mine.map(({ pool }) => pool[name]))].join(', ');
    return {
      ...mine[0]!.pool,
      ...{ key: `waiting ${at}`, carId: null, plate: words.noPlate, status: null },
      ...{ subModelName: named('subModelName'), storeName: named('storeName') },
      bars: mine.map(({ bar }) => bar),
    };
  });
}

export interface Wish {
  readonly car: Car;
  readonly stock: StockBar;
  readonly start: number;
  readonly end: number;
}

/** Why a move looks impossible, or needs a reason, by what is on the screen; the server has the last word. */
type Hint = 'otherModel' | 'busy' | null;

/** Another model than booked is an upgrade: somebody says why, as at the desk (O5). */
export const needsReason = (stock: Pick<StockBar, 'subModelId'>, to: Pick<Car, 'carId' | 'subModelId'>): boolean =>
  to.carId !== null && stock.subModelId !== to.subModelId;

export function hintOf({ car, stock, start, end }: Wish, turnaroundMinutes: number): Hint {
  // Without a plate it is in nobody's way here; whether its model is free, the server knows.
  if (car.carId === null) return null;
  if (needsReason(stock, car)) return 'otherModel';
  const rest = turnaroundMinutes * MINUTE_MS;
  const busy = car.bars.some((bar) => {
    if (isTransfer(bar.stock) || (bar.stock.kind === stock.kind && bar.stock.id === stock.id)) return false;
    const gap = bar.stock.kind === 'order' && bar.stock.state !== 'returned' ? rest : 0;
    const over = bar.stock.state === 'returned' ? bar.start : (bar.end ?? Infinity) + gap;
    return start < over && bar.start < end + gap;
  });
  return busy ? 'busy' : null;
}
