import { withTurnaround } from './availability.ts';
import type { Instant, Interval } from './storeTime.ts';

/** Something that takes one car of the model at the store: an order (with or without a plate), storage, maintenance. */
export interface ModelHold extends Interval {
  /** Holds of one car count once where they overlap; null: an order without a plate. */
  readonly carId: number | null;
  /** Orders need the turnaround after them, storage and maintenance do not. */
  readonly kind: 'order' | 'block';
}

/** A time with both its ends. */
type Span = { readonly start: Instant; readonly end: Instant };

export interface ModelFacts {
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly turnaroundMinutes: number;
  /** Listed cars of the sub-model at the store. */
  readonly cars: number;
  /** Of everybody else. */
  readonly holds: readonly ModelHold[];
  /** When the order that is being changed has a car of this model already, without turnaround; null: it has none. */
  readonly promised: Span | null;
}

export interface ModelAvailability {
  /** Whoever asks can be promised a car for the trip. What an order was promised is not asked for again, also where the model is overbooked since. */
  readonly available: boolean;
  /** Cars free at the tightest moment; negative when overbooked. */
  readonly count: number;
  /** The first of the tightest moments; null when nothing is held. */
  readonly tightest: Instant | null;
}

/**
 * How many cars of the model are free for every moment of the trip (D-AVAIL-02), by a sweep over the starts and ends of what is held.
 * Turnaround stands inside the holds as it does for a car, so that whatever is promised here can be given plates.
 */
export function modelAvailability(facts: ModelFacts): ModelAvailability {
  const trip = withTurnaround(facts.pickup, facts.returned, facts.turnaroundMinutes);
  const held = merged(facts.holds, facts.turnaroundMinutes);
  const { peak, at } = peakHeld(trip, held);
  const available = added(trip, facts).every((span) => facts.cars - peakHeld(span, held).peak >= 1);
  return { available, count: facts.cars - peak, tightest: at };
}

/** A model at a store on one day, at its tightest moment. */
interface ModelDay {
  readonly booked: number;
  /** In storage, off sale or in the shop, and not booked at that moment. */
  readonly storage: number;
  /** Cars that are left; negative when overbooked. */
  readonly available: number;
}

/**
 * The same for a row of days: of each, its tightest moment (D-STOCK-04). A car that is booked and stored at that moment counts as booked; turnaround
 * stands inside the bookings, so that booked, stored and free cars are all cars.
 */
export function modelDays(facts: {
  readonly days: readonly Span[];
  readonly turnaroundMinutes: number;
  readonly cars: number;
  readonly holds: readonly ModelHold[];
}): readonly ModelDay[] {
  const { cars, turnaroundMinutes } = facts;
  const all = merged(facts.holds, turnaroundMinutes);
  const orders = merged(
    facts.holds.filter((hold) => hold.kind === 'order'),
    turnaroundMinutes,
  );
  return facts.days.map((day) => {
    const { peak, at } = peakHeld(day, all);
    const booked = at === null ? 0 : orders.filter((span) => span.start <= at && at < span.end).length;
    return { booked, storage: peak - booked, available: cars - peak };
  });
}

/** What of the trip lies before and after what was promised. */
function added(trip: Span, { promised, turnaroundMinutes }: ModelFacts): readonly Span[] {
  if (!promised) return [trip];
  const kept = withTurnaround(promised.start, promised.end, turnaroundMinutes);
  return [
    { start: trip.start, end: Math.min(trip.end, kept.start) },
    { start: Math.max(trip.start, kept.end), end: trip.end },
  ].filter(({ start, end }) => start < end);
}

/** Spans with the turnaround inside; those of one car joined where they overlap. */
function merged(holds: readonly ModelHold[], turnaroundMinutes: number): Span[] {
  const free: Span[] = [];
  const byCar = new Map<number, Span[]>();
  for (const hold of holds) {
    const end = hold.end ?? Infinity;
    const span =
      hold.kind === 'order' ? withTurnaround(hold.start, end, turnaroundMinutes) : { start: hold.start, end };
    if (hold.carId === null) free.push(span);
    else byCar.set(hold.carId, [...(byCar.get(hold.carId) ?? []), span]);
  }
  return [...free, ...[...byCar.values()].flatMap(joined)];
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/** Most spans at one moment inside the window, and the first such moment. Ends come before starts: touching is not overlapping. */
function peakHeld(window: Span, spans: readonly Span[]): { peak: number; at: Instant | null } {
  const edges = spans
    .map(({ start, end }) => ({ start: Math.max(start, window.start), end: Math.min(end, window.end) }))
    .filter(({ start, end }) => start < end)
    .flatMap(({ start, end }) => [
      { time: start, step: 1 },
      { time: end, step: -1 },
    ])
    .toSorted((a, b) => a.time - b.time || a.step - b.step);
  let held = 0;
  let peak = 0;
  let at: Instant | null = null;
  for (const { time, step } of edges) {
    held += step;
    if (held > peak) {
      peak = held;
      at = time;
    }
  }
  return { peak, at };
}
