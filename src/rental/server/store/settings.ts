import type { Store, StoreSetting } from '../../../../schemas/types.generated.ts';
import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  dailyHoursProblem,
  DEFAULT_TIME_ZONE,
  defaultCancelRules,
  fromWallClock,
  pausePeriodsProblem,
  type PausePeriod,
} from '../../rules/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import { timeZoneOf } from '../order/index.ts';
import { requireNone } from '../problems.ts';
import { pausesTold } from './storeParts.ts';

type Document = Pick<StoreSetting, 'pausePeriods' | 'holidayPickup' | 'festivals'>;
type Pauses = NonNullable<Document['pausePeriods']>;
type Festivals = NonNullable<Document['festivals']>;

/** Pause periods as intervals of the store's zone; refuses a day that no calendar has. */
const pausesOf = (pauses: Pauses, zone: string): PausePeriod[] =>
  pauses.map((pause, index) => {
    const instant = (name: 'startTime' | 'endTime'): number => {
      const found = fromWallClock(pause[name], zone);
      if (found === null) throw refuseFields({ [`pausePeriods.${index}.${name}`]: 'msg.badDate' });
      return found;
    };
    return { start: instant('startTime'), end: instant('endTime') };
  });

/** Each holiday at most once; named is the first that stands there again. */
function refuseTwice(festivals: Festivals): void {
  const again = festivals.findIndex(({ holidayId }, index) =>
    festivals.slice(0, index).some((other) => other.holidayId === holidayId),
  );
  if (again !== -1) throw refuseFields({ [`festivals.${again}.holidayId`]: 'msg.twice' });
}

/** Pauses in order (D-ADM-09), hours with both ends, each holiday once (D-ADM-08); on whatever path settings are saved. */
export const storeSettingHooks: Hooks<'storeSetting'> = {
  async beforeSave({ values, before }, context) {
    const { storeId, pausePeriods, holidayPickup, festivals } = { ...before, ...values } as unknown as StoreSetting;
    if (values['pausePeriods'] !== undefined) {
      const { maxPausePeriods, timeZone } = await readParameters(context.db);
      const pauses = pausesOf(pausePeriods ?? [], await timeZoneOf(context, storeId, timeZone ?? DEFAULT_TIME_ZONE));
      const wrong = pausePeriodsProblem(pauses, context.now, maxPausePeriods);
      if (wrong) requireNone([wrong], context);
    }
    refuseTwice(festivals ?? []);
    const hours = [
      holidayPickup ? dailyHoursProblem(holidayPickup, 'holidayPickup.') : null,
      ...(festivals ?? []).map((festival, index) => dailyHoursProblem(festival, `festivals.${index}.`)),
    ];
    requireNone(
      hours.filter((one) => one !== null),
      context,
    );
  },
};

const settingId = async (context: RentalContext, storeId: number): Promise<number | undefined> =>
  (await context.db.selectFrom('storeSetting').select('id').where('storeId', '=', storeId).executeTakeFirst())?.id;

type HolidayPart = NonNullable<StoreSetting['holidayPickup']>;

/** What is not said is allowed, at the usual hours. */
const complete = ({ pickupAllowed = 1, returnAllowed = 1, startTime = '', endTime = '' }: HolidayPart) =>
  ({ pickupAllowed, returnAllowed, startTime, endTime }) as const;

/** The settings document of a store (D-ADM-08): the defaults of the business where it has none of its own (D-ORD-10). */
export const storeSettings = defineCommand(calls.storeSettings, {
  async run({ id }, context) {
    await context.row('store', id);
    const { storeName, createTime } = await context.record<Store>('store', id);
    const own = await settingId(context, id);
    const setting = own === undefined ? undefined : await context.record<StoreSetting>('storeSetting', own);
    const parameters = await readParameters(context.db);
    return {
      id,
      storeId: id,
      storeName,
      pausePeriods: pausesTold(setting?.pausePeriods),
      cancelRules: setting?.cancelRules ?? defaultCancelRules(parameters),
      holidayPickup: complete(setting?.holidayPickup ?? {}),
      festivals: (setting?.festivals ?? []).map((festival) => ({
        holidayId: festival.holidayId,
        ...complete(festival),
        ...(festival.minDays !== undefined && { minDays: festival.minDays }),
      })),
      maxPausePeriods: parameters.maxPausePeriods,
      // Settings that nobody has saved are as old as the store: whoever saves the first over another's first is told so.
      updateTime: setting?.updateTime ?? createTime,
    };
  },
});

/** Saves the settings of the store that `storeId`, or `id`, names; the row is made on the first save. */
export const saveStoreSettings = defineCommand(calls.saveStoreSettings, {
  async run({ id, storeId = id, storeName: _name, maxPausePeriods: _most, updateTime, ...values }, context) {
    if (storeId === undefined) throw refuseFields({ storeId: 'msg.required' });
    await context.row('store', storeId, { lock: true });
    const own = await settingId(context, storeId);
    await context.save('storeSetting', { ...values, ...(own === undefined ? { storeId } : { id: own, updateTime }) });
    return null;
  },
});
