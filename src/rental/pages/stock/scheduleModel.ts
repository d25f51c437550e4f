import type { TimelineBar, TimelineMove } from '../../../framework/admin/index.ts';
import { MINUTE_MS, wallMs } from '../../../framework/admin/index.ts';
import type { Tone } from '../../../framework/model/index.ts';
import { ORDER } from '../../rules/index.ts';
import type { StockBar, StockRow, StockView } from '../../calls/index.ts';

/** A car of the schedule with everything that is loaded of it. */
export interface Car extends Omit<StockRow, 'bars' | 'cells'> {
  readonly bars: readonly CarBar[];
}

export interface CarBar extends TimelineBar {
  readonly stock: StockBar;
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
} as const satisfies Readonly<Record<string, Pick<TimelineBar, 'pattern'> & { sign: string; tone: Tone }>>;
export type Look = keyof typeof LOOKS;

export const lookOf = (bar: Pick<StockBar, 'kind' | 'state'>): Look =>
  bar.state ?? (bar.kind === 'dispatch' ? 'dispatch' : 'maintenance');

export interface BarWords {
  /** What the look is called. */
  readonly word: (look: Look) => string;
  readonly taken: string;
  readonly open: string;
}

const clock = (text: string): string => text.slice(11, 16);
const day = (text: string): string => `${text.slice(5, 7)}-${text.slice(8, 10)} ${clock(text)}`;

/** A bar as the timeline draws it. Orders that wait move with both ends; what is on the road can only come back sooner. */
export function barOf(stock: StockBar, mayMove: boolean, words: BarWords): CarBar {
  const look = lookOf(stock);
  const { sign, tone, pattern } = LOOKS[look];
  const who = stock.renterName || (stock.kind === 'order' ? words.taken : words.word(look));
  const until = stock.end === '' ? words.open : day(stock.end);
  const mine = mayMove && stock.kind === 'order' && stock.id > 0;
  const waits = mine && stock.status === ORDER.approved;
  const stores =
    stock.pickupStoreName === stock.returnStoreName
      ? stock.pickupStoreName
      : `${stock.pickupStoreName} → ${stock.returnStoreName}`;
  const label = `${who} ${clock(stock.start)}–${stock.end === '' ? '' : clock(stock.end)}`;
  const description = [label, words.word(look), stock.orderNo, `${day(stock.start)} – ${until}`, stores];
  return {
    key: `${stock.kind} ${stock.id || stock.start}`,
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
    bars: [...bars.values()].toSorted((a, b) => a.start - b.start),
  }));
}

export interface Wish {
  readonly car: Car;
  readonly stock: StockBar;
  readonly start: number;
  readonly end: number;
}

/** Why a move looks impossible by what is on the screen; the server has the last word. */
export type Hint = 'otherModel' | 'busy' | null;

export function hintOf({ car, stock, start, end }: Wish, turnaroundMinutes: number): Hint {
  if (stock.subModelId !== car.subModelId) return 'otherModel';
  const rest = turnaroundMinutes * MINUTE_MS;
  const busy = car.bars.some((bar) => {
    if (bar.stock.kind === stock.kind && bar.stock.id === stock.id) return false;
    const gap = bar.stock.kind === 'order' && bar.stock.state !== 'returned' ? rest : 0;
    const over = bar.stock.state === 'returned' ? bar.start : (bar.end ?? Infinity) + gap;
    return start < over && bar.start < end + gap;
  });
  return busy ? 'busy' : null;
}

export const carOfRow = ({ to }: Pick<TimelineMove, 'to'>): number => Number(to.key);
