import { sql } from 'kysely';
import type { ServerModule } from '../../../framework/server/contract.ts';
import { dateOf } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';

/** Order, deduction, refund, work order, contract (D-GEN-09). */
type NumberKind = 'R' | 'D' | 'F' | 'M' | 'C';

/**
 * The next shown number of a kind: letter, day, five digits (`R26112000001`). One counter a kind and day, counted in the caller's transaction: two at
 * once never get the same, and a transaction that fails leaves no gap. Ask late: others wait for the counter until the transaction ends.
 */
export async function nextNumber(
  db: RentalDatabase,
  kind: NumberKind,
  now: Instant,
  timeZone: string,
): Promise<string> {
  const day = dateOf(now, timeZone).slice(2).replaceAll('-', '');
  const { rows } = await sql<{ last: number }>`
    insert into "dayNumber" (kind, day, last) values (${kind}, ${day}, 1)
    on conflict (kind, day) do update set last = "dayNumber".last + 1 returning last
  `.execute(db);
  return `${kind}${day}${String(rows[0]!.last).padStart(5, '0')}`;
}

export const numbersServer: ServerModule = {
  migrations: [
    {
      name: '010-day-numbers',
      sql: 'create table "dayNumber" (kind text not null, day text not null, last integer not null, primary key (kind, day))',
    },
  ],
};
