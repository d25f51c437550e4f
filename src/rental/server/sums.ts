import { sql } from 'kysely';
import type { Sum } from 'forecourt/server';

/** Of a table as PostgreSQL adds it up: whole numbers of the smallest unit of money. */
const total = (table: string, expression: string): Sum => ({
  async read(db) {
    const { rows } = await sql<{ total: string }>`
      select coalesce(${sql.raw(expression)}, 0)::text as total from ${sql.table(table)}`.execute(db);
    return rows[0]!.total;
  },
});

/** The ledger, and what it hangs on: a backup that has lost a payment or a car's hold must not pass for good. */
export const sums: Readonly<Record<string, Sum>> = {
  payments: total('payment', 'sum(amount)'),
  paid: total('order', 'sum(paid)'),
  payable: total('order', 'sum(payable)'),
  fees: total('orderFee', 'sum(amount)'),
  refunds: total('refund', 'sum(amount)'),
  deductions: total('deduction', 'sum(amount)'),
  held_seconds: total('hold', `sum(extract(epoch from "endTime" - "startTime"))::bigint`),
};
