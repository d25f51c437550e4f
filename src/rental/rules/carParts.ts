import type { CarChangeReason, CarFate } from './carChange.ts';
import type { Instant } from './storeTime.ts';

/** A handover of a car of an order that counts. */
export interface PartTask {
  readonly type: 'pickup' | 'return' | 'changeback' | 'changeout';
  readonly carId: number;
  /** Texts and instants alike: in the order of time. */
  readonly time: Instant | string;
  readonly mileage: number;
  readonly oil: number;
  /** Why nobody could read the car; empty: it was read. */
  readonly unread?: string | null;
}

/** One change of car. */
export interface PartChange {
  readonly time: Instant | string;
  readonly reason: CarChangeReason;
  readonly fate: CarFate;
  /** Why the car that was given back could not be read; empty: it was read. */
  readonly unread: string;
  readonly remark: string;
}

/** The time that an order has had one of its cars, from handover to handover. */
export interface CarPart<Task extends PartTask, Change extends PartChange> {
  readonly out: Task;
  /** Missing while the car is out, and where nobody could read it. */
  readonly back: Task | undefined;
  /** What ended the part; missing for the last car. */
  readonly change: Change | undefined;
  /** Driven in this part, in km; null where an end is missing. */
  readonly distance: number | null;
}

/**
 * Puts the handovers of an order together as the parts of its cars, the first first (O26). `tasks` are those that count, oldest first, and `changes` too. An
 * order that never changed its car has one part; one that was not handed out has none.
 */
export function carPartsOf<Task extends PartTask, Change extends PartChange>(
  tasks: readonly Task[],
  changes: readonly Change[],
): readonly CarPart<Task, Change>[] {
  const outs = tasks.filter(({ type }) => type === 'pickup' || type === 'changeout');
  const backs = tasks.filter(({ type }) => type === 'return' || type === 'changeback');
  return outs.map((out, index) => {
    const change = index < outs.length - 1 ? changes[index] : undefined;
    const back = backs.find((each) =>
      change === undefined ? each.type === 'return' : each.type === 'changeback' && each.time === change.time,
    );
    return { out, back, change, distance: back === undefined || back.unread ? null : back.mileage - out.mileage };
  });
}
