import { sql } from 'kysely';
import { defineCommand, refuseFields, type Context, type FieldErrors, type ResourceHooks, type Row } from '../../../framework/server/index.ts';

interface Hours {
  readonly start: string;
  readonly end: string;
}
interface Duration {
  readonly value: number;
  readonly unit: 'minute' | 'hour' | 'day';
}

const MINUTES = { minute: 1, hour: 60, day: 1440 };
const minutes = (duration: Duration): number => duration.value * MINUTES[duration.unit];

/** Whether two ranges of the day share a moment; either may run over midnight. */
function overlap(a: Hours, b: Hours): boolean {
  const parts = (range: Hours): [string, string][] => (range.start < range.end ? [[range.start, range.end]] : [[range.start, '24:00'], ['00:00', range.end]]);
  return parts(a).some(([aStart, aEnd]) => parts(b).some(([bStart, bEnd]) => aStart < bEnd && bStart < aEnd));
}

/** Stores: sensible hours and advance times (D-ADM-10, D-ADM-26). */
export const storeHooks: ResourceHooks = {
  async beforeSave({ values, before }) {
    const store: Row = { ...before, ...values };
    const errors: Record<string, string> = {};
    const business = store['businessHours'] as Hours | null;
    const night = store['nightHours'] as Hours | null;
    const allDay = store['is24h'] === 1;
    if (!allDay && business && business.start >= business.end) errors['businessHours'] = 'msg.store.hoursInvalid';
    if (!allDay && business && night && !errors['businessHours'] && overlap(business, night)) errors['nightHours'] = 'msg.store.nightOverlap';
    const service = store['serviceTime'] as Hours | null;
    if (service && service.start >= service.end) errors['serviceTime'] = 'msg.store.hoursInvalid';
    const [least, most] = [store['minAdvance'], store['maxAdvance']] as (Duration | null)[];
    if (least && most && minutes(least) >= minutes(most)) errors['maxAdvance'] = 'msg.store.advanceOrder';
    if (Object.keys(errors).length > 0) throw refuseFields(errors);
  },
};

interface Pause {
  readonly startTime: string;
  readonly endTime: string;
}

/** Periods that are over do not count; the others are at most `most`, in order and apart from each other (D-ADM-09). */
function pauseErrors(pauses: readonly Pause[], now: string, most: number): FieldErrors {
  const running = pauses.filter((pause) => pause.endTime > now).sort((a, b) => a.startTime.localeCompare(b.startTime));
  if (running.length > most) return { pausePeriods: 'msg.store.pauseMax' };
  if (pauses.some((pause) => pause.startTime >= pause.endTime)) return { pausePeriods: 'msg.store.pauseOrder' };
  if (running.some((pause, index) => index > 0 && pause.startTime < running[index - 1]!.endTime)) return { pausePeriods: 'msg.store.pauseOverlap' };
  return {};
}

async function settingOf(context: Context, storeId: number): Promise<{ id: number | null; now: string; most: number }> {
  const { rows } = await sql<{ id: number | null; now: string; most: number }>`
    select (select id from "storeSetting" where "storeId" = s.id) as id,
           to_char(to_timestamp(${context.now / 1000}) at time zone coalesce(c."timeZone", 'Asia/Bangkok'), 'YYYY-MM-DD HH24:MI:SS') as now,
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
  input: { type: 'object', required: ['id'], additionalProperties: false, properties: { id: { type: 'integer', minimum: 1 } } },
  async run({ id }, context) {
    await context.row('store', id);
    const setting = await settingOf(context, id);
    if (setting.id !== null) return context.record('storeSetting', setting.id);
    const { rows } = await sql<{ document: Row }>`
      select jsonb_build_object('weekday', jsonb_build_object('freeHours', "weekdayFreeCancelHours", 'penaltyPercent', "weekdayPenaltyPercent"),
                                'holiday', jsonb_build_object('freeHours', "holidayFreeCancelHours", 'penaltyPercent', "holidayPenaltyPercent")) as document
      from parameter order by id limit 1
    `.execute(context.db);
    return { storeId: id, pausePeriods: [], cancelRules: rows[0]!.document, holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' }, festivals: [] };
  },
});

/** Saves the settings document; the row is made on the first save. */
export const saveStoreSettings = defineCommand<Row & { storeId: number; pausePeriods?: Pause[] }>({
  method: 'POST',
  path: '/basics/store/savefestivalseting',
  permission: 'store-edit',
  input: { type: 'object', required: ['storeId'], additionalProperties: true, properties: { storeId: { type: 'integer', minimum: 1 } } },
  log: { module: 'store', action: 'settings', object: 'storeId' },
  success: 'msg.success.save',
  async run(input, context) {
    await context.row('store', input.storeId, { lock: true });
    const setting = await settingOf(context, input.storeId);
    if (Array.isArray(input.pausePeriods)) {
      const errors = pauseErrors(input.pausePeriods, setting.now, setting.most);
      if (Object.keys(errors).length > 0) throw refuseFields(errors);
    }
    await context.save('storeSetting', setting.id === null ? input : { ...input, id: setting.id });
    return null;
  },
});
