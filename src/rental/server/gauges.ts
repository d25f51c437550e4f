import { sql, type RawBuilder } from 'kysely';
import type { Gauge } from 'forecourt/server';
import { ORDER } from '../rules/index.ts';

/** Orders of a state; those that are open are few, and found by their state. */
const orders = (help: string, where: RawBuilder<unknown>): Gauge => ({
  help,
  async read(db) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from "order" where ${where}`.execute(
      db,
    );
    return rows[0]!.count;
  },
});

/** What the state of the business says to whoever watches the server: no cars go out, or all are late, when nobody has told anybody yet. */
export const gauges: Readonly<Record<string, Gauge>> = {
  rental_orders_promised: orders(
    'Orders that hold a car and wait for their pickup',
    sql`status = ${sql.lit(ORDER.approved)}`,
  ),
  rental_orders_out: orders('Orders whose car is with its renter', sql`status = ${sql.lit(ORDER.pickedUp)}`),
  rental_orders_overdue: orders(
    'Orders whose car should be back by now',
    sql`status = ${sql.lit(ORDER.pickedUp)} and "plannedReturnTime" < now()`,
  ),
};
