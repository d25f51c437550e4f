import { sql } from 'kysely';
import { defineModule } from '../database.ts';
import { dateOf } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
import type { RentalContext, RentalDatabase } from '../database.ts';

/** Order, deduction, refund, work order, contract (D-GEN-09). */
type NumberKind = 'R' | 'D' | 'F' | 'M' | 'C';

const dayOf = (now: Instant, timeZone: string): string => dateOf(now, timeZone).slice(2).replaceAll('-', '');

/** Counts `count` numbers of a kind and a day. */
const counted = (kind: NumberKind, day: string, count: number) => sql<{ last: number }>`
  insert into "dayNumber" (kind, day, last) values (${kind}, ${day}, ${count})
  on conflict (kind, day) do update set last = "dayNumber".last + excluded.last returning last`;

const shown = (kind: NumberKind, day: string, count: number): string =>
  `${kind}${day}${String(count).padStart(5, '0')}`;

/**
 * The next shown number of a kind: letter, day, five digits (`F26112000001`). One counter a kind and day, counted in the caller's transaction: two at
 * once never get the same, and a transaction that fails leaves no gap. Ask late: others wait for the counter until the transaction ends.
 */
export async function nextNumber(
  db: RentalDatabase,
  kind: Exclude<NumberKind, 'R'>,
  now: Instant,
  timeZone: string,
): Promise<string> {
  const day = dayOf(now, timeZone);
  const { rows } = await counted(kind, day, 1).execute(db);
  return shown(kind, day, rows[0]!.last);
}

interface Asked {
  resolve(count: number): void;
  reject(error: unknown): void;
}

/** Who waits for a number of an order, by day; and whether somebody is counting. */
interface Desk {
  readonly asked: Map<string, Asked[]>;
  counting: boolean;
}

const desks = new WeakMap<RentalDatabase, Desk>();

/** One statement after the other, each for all who have asked for that day by then. */
async function count(db: RentalDatabase, desk: Desk): Promise<void> {
  desk.counting = true;
  for (let [next] = desk.asked; next; [next] = desk.asked) {
    const [day, all] = next;
    desk.asked.delete(day);
    try {
      // Nobody waits for the disk here: an order that has one of these numbers is committed later, and with it what was counted before. What a crash takes back was given to no order.
      const { rows } = await sql<{
        last: number;
      }>`${counted('R', day, all.length)}, set_config('synchronous_commit', 'off', true)`.execute(db);
      const first = rows[0]!.last - all.length + 1;
      for (const [at, one] of all.entries()) one.resolve(first + at);
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }
  desk.counting = false;
}

/**
 * The next number of an order (`R26112000001`), from the same counter, but apart from the caller's transaction: bookings do not wait for each other's
 * ends, and one that fails from here on leaves a gap. Ask when nothing is left to be refused.
 */
export async function nextOrderNumber({ apart, now }: RentalContext, timeZone: string): Promise<string> {
  const day = dayOf(now, timeZone);
  const desk = desks.get(apart) ?? { asked: new Map<string, Asked[]>(), counting: false };
  desks.set(apart, desk);
  const number = new Promise<number>((resolve, reject) => {
    desk.asked.set(day, [...(desk.asked.get(day) ?? []), { resolve, reject }]);
  });
  if (!desk.counting) void count(apart, desk);
  return shown('R', day, await number);
}

export const numbersServer = defineModule({
  migrations: [
    {
      name: '010-day-numbers',
      sql: 'create table "dayNumber" (kind text not null, day text not null, last integer not null, primary key (kind, day))',
    },
  ],
});
