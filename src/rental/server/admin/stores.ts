import { sql } from 'kysely';
import { defineCommand, type Context, type ResourceHooks, type Row } from '../../../framework/server/index.ts';
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
import { requireNone } from '../problems.ts';

/** Stores: sensible hours and advance times (D-ADM-10, D-ADM-26). */
export const storeHooks: ResourceHooks = {
  async beforeSave({ values, before }, context) {
    const store: Row = { ...before, ...values };
    const service = store['serviceTime'] as TimeRange | null;
    const advance = [store['minAdvance'], store['maxAdvance']] as [Duration | null, Duration | null];
    const problems = [
      businessHoursProblem({
        is24h: store['is24h'] === 1,
        businessHours: store['businessHours'] as TimeRange | null,
        nightHours: store['nightHours'] as TimeRange | null,
      }),
      service && service.start >= service.end ? problem('store.hoursInvalid', {}, 'serviceTime') : null,
      advance[0] && advance[1] ? advanceProblem(advance[0], advance[1]) : null,
    ];
    requireNone(
      problems.filter((one) => one !== null),
      context,
    );
  },
};

interface Pause {
  readonly startTime: string;
  readonly endTime: string;
}

/** Pause periods as intervals of the store's zone; a nonsense time makes an empty one, which the rule refuses. */
const pausesOf = (pauses: readonly Pause[], zone: string): PausePeriod[] =>
  pauses.map(({ startTime, endTime }) => ({
    start: fromWallClock(startTime, zone) ?? 0,
    end: fromWallClock(endTime, zone) ?? 0,
  }));

async function settingOf(
  context: Context,
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
export const storeSettings = defineCommand<{ id: number }>({
  method: 'GET',
  path: '/basics/store/festivalseting/{id}',
  permission: 'store-detail',
  input: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: { type: 'integer', minimum: 1 } },
  },
  async run({ id }, context) {
    await context.row('store', id);
    const setting = await settingOf(context, id);
    if (setting.id !== null) return context.record('storeSetting', setting.id);
    const { rows } = await sql<{ document: Row }>`
      select jsonb_build_object('weekday', jsonb_build_object('freeHours', "weekdayFreeCancelHours", 'penaltyPercent', "weekdayPenaltyPercent"),
                                'holiday', jsonb_build_object('freeHours', "holidayFreeCancelHours", 'penaltyPercent', "holidayPenaltyPercent")) as document
      from parameter order by id limit 1
    `.execute(context.db);
    return {
      storeId: id,
      pausePeriods: [],
      cancelRules: rows[0]!.document,
      holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' },
      festivals: [],
    };
  },
});

/** Saves the settings document; the row is made on the first save. */
export const saveStoreSettings = defineCommand<Row & { storeId: number; pausePeriods?: Pause[] }>({
  method: 'POST',
  path: '/basics/store/savefestivalseting',
  permission: 'store-edit',
  input: {
    type: 'object',
    required: ['storeId'],
    additionalProperties: true,
    properties: { storeId: { type: 'integer', minimum: 1 } },
  },
  log: { module: 'store', action: 'settings', object: 'storeId' },
  success: 'msg.success.save',
  async run(input, context) {
    await context.row('store', input.storeId, { lock: true });
    const setting = await settingOf(context, input.storeId);
    if (Array.isArray(input.pausePeriods)) {
      const wrong = pausePeriodsProblem(
        pausesOf(input.pausePeriods, setting.zone ?? DEFAULT_TIME_ZONE),
        context.now,
        setting.most,
      );
      if (wrong) requireNone([wrong], context);
    }
    await context.save('storeSetting', setting.id === null ? input : { ...input, id: setting.id });
    return null;
  },
});

/** Stores of the user's own data permission, for filters and defaults (D-ADM-01). */
export const ownStores = defineCommand<Record<string, never>>({
  method: 'GET',
  path: '/basics/getstore',
  permission: 'session',
  input: { type: 'object', additionalProperties: false, properties: {} },
  async run(_input, context) {
    const { scope } = context.actor;
    const { rows } = await sql<Row>`
      select s.id, s."storeName", s."cityId", coalesce(c."cityName", '') as "cityName" from store s left join city c on c.id = s."cityId"
      where ${scope === 'all'} or s.id = any(${scope === 'all' ? [] : scope}::bigint[]) order by s."storeName"
    `.execute(context.db);
    return rows;
  },
});
