import { sql } from 'kysely';
import { refuseInUse, type Row } from 'forecourt/server';
import { calls, STORE_PARTS, type OwnStore } from '../../calls/index.ts';
import {
  advanceProblem,
  businessHoursProblem,
  durationMinutes,
  type DateText,
  type Duration,
  type TimeRange,
} from '../../rules/index.ts';
import { defineCommand, type Hooks, type RentalContext, type RentalDatabase } from '../database.ts';
import { requireNone } from '../problems.ts';
import { storeParts } from '../store/index.ts';
import { requireCityOfSameClock } from './zoneChange.ts';

function requireHours(store: Row, context: RentalContext): void {
  // A field that was never sent is not there at all.
  const range = (field: string): TimeRange | null => (store[field] as TimeRange | null | undefined) ?? null;
  const [least, most] = [store['minAdvance'], store['maxAdvance']] as [Duration?, Duration?];
  const problems = [
    businessHoursProblem({
      is24h: store['is24h'] === 1,
      businessHours: range('businessHours'),
      nightHours: range('nightHours'),
    }),
    least && most ? advanceProblem(least, most) : null,
  ];
  requireNone(
    problems.filter((one) => one !== null),
    context,
  );
}

/** The last day of the months that all stores have closed; a new store has no days before that either (D-MONEY-13). */
async function closedEverywhere(db: RentalDatabase): Promise<DateText | null> {
  const { rows } = await sql<{ through: DateText | null }>`
    select case when bool_and("booksThrough" is not null) then min("booksThrough") end as through from store
  `.execute(db);
  return rows[0]?.through ?? null;
}

/** Stores: sensible hours and advance times (D-ADM-10, D-ADM-26); one that is all a user sees stays (D-ADM-19). */
export const storeHooks: Hooks<'store'> = {
  adds: STORE_PARTS,
  async info(record, context) {
    return { ...record, ...(await storeParts(context, record['id'] as number)) };
  },
  async beforeSaveAll(events, context) {
    for (const { values, before } of events) {
      requireHours({ ...before, ...values }, context);
      if (!before) values.booksThrough = await closedEverywhere(context.db);
      if (before && values.cityId !== undefined) await requireCityOfSameClock(before, values.cityId, context);
    }
  },
  async beforeDelete(before, context) {
    const { rows } = await sql<{ id: number; storeIds: number[] }>`
      select id, "storeIds" from "user" where ${before.id} = any("storeIds") and "deleteTime" is null for update
    `.execute(context.db);
    const alone = rows.filter(({ storeIds }) => storeIds.length === 1).length;
    if (alone > 0) throw refuseInUse('user', alone, context.t);
    for (const { id, storeIds } of rows)
      await context.write.update('user', id, { storeIds: storeIds.filter((one) => one !== before.id) });
  },
};

/** Stores of the user's own data permission, for filters and defaults (D-ADM-01). */
export const ownStores = defineCommand(calls.ownStores, {
  async run(_input, context) {
    const { rows } = await sql<Omit<OwnStore, 'minAdvanceMinutes'> & { readonly minAdvance: Duration | null }>`
      select s.id, s."storeName", s."cityId", coalesce(c."cityName", '') as "cityName", s."minAdvance",
             case when s."is24h" = 1 then null else s."businessHours" end as "businessHours"
      from store s left join city c on c.id = s."cityId"
      where ${context.inScope('store', 's')} order by s."storeName"
    `.execute(context.db);
    return rows.map(({ minAdvance, ...store }) => ({
      ...store,
      minAdvanceMinutes: minAdvance?.value ? durationMinutes(minAdvance) : 0,
    }));
  },
});
