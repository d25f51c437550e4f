import { sql } from 'kysely';
import type { Parameter } from '../../../../schemas/types.generated.ts';
import { type ComputedColumn, refuseFields, type Row } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { DEFAULT_PARAMETERS } from '../../rules/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';

/** Prices: each holiday at most once (D-PRICE-05). Saving confirms cars that were moved here (D-CAR-04). */
export const priceHooks: Hooks<'price'> = {
  beforeSaveAll(events) {
    for (const { values } of events) {
      const holidays = ((values['holidayPrices'] as { holidayId: number }[] | null | undefined) ?? []).map(
        (one) => one.holidayId,
      );
      if (new Set(holidays).size !== holidays.length) throw refuseFields({ holidayPrices: 'msg.price.holidayTwice' });
    }
    return Promise.resolve();
  },
};

/** Baht for one yuan, of today (D-GEN-04). */
export const cnyRate: ComputedColumn = {
  sql: () =>
    sql`coalesce((select "cnyRateThbPerCny" from parameter order by id limit 1), ${sql.lit(DEFAULT_PARAMETERS.cnyRateThbPerCny)})`,
};

async function parameterRow(context: RentalContext): Promise<Row & { id: number }> {
  const { rows } = await sql<{ id: number }>`select id from parameter order by id limit 1`.execute(context.db);
  return context.row('parameter', rows[0]!.id, { lock: true });
}

/** Charge parameters of the business (D-PRICE-07). */
export const parameters = defineCommand(calls.parameters, {
  async run(_input, context) {
    const { rows } = await sql<{ id: number }>`select id from parameter order by id limit 1`.execute(context.db);
    return context.record<Parameter>('parameter', rows[0]!.id);
  },
});

/** Saves the charge parameters. New quotes follow, orders keep their snapshot (D-PRICE-09). */
export const saveParameters = defineCommand(calls.saveParameters, {
  async run(input, context) {
    const row = await parameterRow(context);
    return context.save('parameter', { ...input, id: row.id });
  },
});
