import { sql } from 'kysely';
import type { StoreSetting } from '../../../../schemas/types.generated.ts';
import { refuseFields, refuseInUse, type Row } from '../../../framework/server/index.ts';
import { calls, type OwnStore, type StoreDefaults } from '../../calls/index.ts';
import {
  advanceProblem,
  businessHoursProblem,
  DEFAULT_TIME_ZONE,
  fromWallClock,
  pausePeriodsProblem,
  problem,
  type Duration,
  type PausePeriod,
  type TimeRange,
} from '../../rules/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';

/** Stores: sensible hours and advance times (D-ADM-10, D-ADM-26); one that is all a user sees stays (D-ADM-19). */
export const storeHooks: Hooks<'store'> = {
  async beforeSave({ values, before }, context) {
    const store: Row = { ...before, ...values };
    // A field that was never sent is not there at all.
    const range = (field: string): TimeRange | null => (store[field] as TimeRange | null | undefined) ?? null;
    const service = range('serviceTime');
    const [least, most] = [store['minAdvance'], store['maxAdvance']] as [Duration?, Duration?];
    const problems = [
      businessHoursProblem({
        is24h: store['is24h'] === 1,
        businessHours: range('businessHours'),
        nightHours: range('nightHours'),
      }),
      service && service.start >= service.end ? problem('store.hoursInvalid', {}, 'serviceTime') : null,
      least && most ? advanceProblem(least, most) : null,
    ];
    requireNone(
      problems.filter((one) => one !== null),
      context,
    );
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

interface Pause {
  readonly startTime: string;
  readonly endTime: string;
}

/** Pause periods as intervals of the store's zone; refuses a day that no calendar has. */
const pausesOf = (pauses: readonly Pause[], zone: string): PausePeriod[] =>
  pauses.map(({ startTime, endTime }) => {
    const [start, end] = [fromWallClock(startTime, zone), fromWallClock(endTime, zone)];
    if (start === null || end === null) throw refuseFields({ pausePeriods: 'msg.badDate' });
    return { start, end };
  });

/** Each holiday at most once. */
function refuseTwice(festivals: readonly { readonly holidayId: number }[]): void {
  if (new Set(festivals.map(({ holidayId }) => holidayId)).size !== festivals.length)
    throw refuseFields({ festivals: 'msg.twice' });
}

async function settingOf(
  context: RentalContext,
  storeId: number,
): Promise<{ id: number | null; zone: string | null; most: number }> {
  const { rows } = await sql<{ id: number | null; zone: string | null; most: number }>`
    select (select id from "storeSetting" where "storeId" = s.id) as id, c."timeZone" as zone,
           (select "maxPausePeriods" from parameter order by id limit 1) as most
    from store s left join city c on c.id = s."cityId" where s.id = ${storeId}
  `.execute(context.db);
  return rows[0]!;
}

/** The settings document of a store (D-ADM-08); a store without one answers the defaults. */
export const storeSettings = defineCommand(calls.storeSettings, {
  async run({ id }, context) {
    await context.row('store', id);
    const setting = await settingOf(context, id);
    if (setting.id !== null) return context.record<StoreSetting>('storeSetting', setting.id);
    const { rows } = await sql<{ document: StoreDefaults['cancelRules'] }>`
      select jsonb_build_object('weekday', jsonb_build_object('freeHours', "weekdayFreeCancelHours", 'penaltyPercent', "weekdayPenaltyPercent"),
                                'holiday', jsonb_build_object('freeHours', "holidayFreeCancelHours", 'penaltyPercent', "holidayPenaltyPercent")) as document
      from parameter order by id limit 1
    `.execute(context.db);
    return {
      storeId: id,
      pausePeriods: [],
      cancelRules: rows[0]!.document,
      holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' } as const,
      festivals: [],
    };
  },
});

/** Saves the settings document; the row is made on the first save. */
export const saveStoreSettings = defineCommand(calls.saveStoreSettings, {
  async run(input, context) {
    await context.row('store', input.storeId, { lock: true });
    const setting = await settingOf(context, input.storeId);
    // Saved first: what the schema does not allow never reaches the rules. A refusal takes it back.
    await context.save('storeSetting', setting.id === null ? input : { ...input, id: setting.id });
    const pauses = pausesOf(input.pausePeriods ?? [], setting.zone ?? DEFAULT_TIME_ZONE);
    const wrong = pausePeriodsProblem(pauses, context.now, setting.most);
    if (wrong) requireNone([wrong], context);
    refuseTwice(input.festivals ?? []);
    return null;
  },
});

/** Stores of the user's own data permission, for filters and defaults (D-ADM-01). */
export const ownStores = defineCommand(calls.ownStores, {
  async run(_input, context) {
    const { rows } = await sql<OwnStore>`
      select s.id, s."storeName", s."cityId", coalesce(c."cityName", '') as "cityName" from store s left join city c on c.id = s."cityId"
      where ${context.inScope('store', 's')} order by s."storeName"
    `.execute(context.db);
    return rows;
  },
});
