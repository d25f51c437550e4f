import type { Parameters, CancelRules } from './parameters.ts';
import { defaultCancelRules } from './parameters.ts';
import type { FestivalRule, HolidayRule, StoreRules } from './storeRules.ts';
import { durationMinutes } from './storeSettings.ts';
import type { Duration } from './storeSettings.ts';
import { fromWallClock } from './storeTime.ts';
import type { TimeRange } from './storeTime.ts';

/** The part of a store record that says when it serves, as it is stored and sent (D-ADM-06). */
interface StoreDocument {
  readonly status: number;
  readonly is24h: number | null;
  readonly businessHours?: TimeRange | null;
  readonly nightHours?: TimeRange | null;
  readonly minAdvance?: Duration | null;
  readonly maxAdvance?: Duration | null;
}

interface HolidayDocument {
  readonly pickupAllowed?: number;
  readonly returnAllowed?: number;
  readonly startTime?: string | null;
  readonly endTime?: string | null;
}

/** The store settings document (D-ADM-08). */
export interface StoreSettingDocument {
  readonly pausePeriods?: readonly { readonly startTime: string; readonly endTime: string }[] | null;
  readonly cancelRules?: CancelRules | null;
  readonly holidayPickup?: HolidayDocument | null;
  readonly festivals?:
    | readonly (HolidayDocument & { readonly holidayId: number; readonly minDays?: number | null })[]
    | null;
}

/** Record and settings of a store as the rules read them. Pauses whose times are no times are left out. */
export function toStoreRules(
  store: StoreDocument,
  settings: StoreSettingDocument | null,
  timeZone: string,
): StoreRules {
  return {
    open: store.status === 1,
    timeZone,
    is24h: store.is24h === 1,
    businessHours: store.businessHours ?? null,
    nightHours: store.nightHours ?? null,
    minAdvanceMinutes: store.minAdvance ? durationMinutes(store.minAdvance) : 0,
    maxAdvanceMinutes: store.maxAdvance ? durationMinutes(store.maxAdvance) : Number.MAX_SAFE_INTEGER,
    pausePeriods: pauses(settings, timeZone),
    holidayPickup: settings?.holidayPickup ? holidayRule(settings.holidayPickup) : null,
    festivals: (settings?.festivals ?? []).map((each): FestivalRule => ({
      ...holidayRule(each),
      holidayId: each.holidayId,
      minDays: each.minDays ?? null,
    })),
  };
}

/** A store's cancellation rules, else those of the parameters (D-ORD-10). */
export const toCancelRules = (settings: StoreSettingDocument | null, parameters: Parameters): CancelRules =>
  settings?.cancelRules ?? defaultCancelRules(parameters);

const holidayRule = ({ pickupAllowed, returnAllowed, startTime, endTime }: HolidayDocument): HolidayRule => ({
  pickupAllowed: pickupAllowed !== 0,
  returnAllowed: returnAllowed !== 0,
  hours: startTime && endTime ? { start: startTime, end: endTime } : null,
});

const pauses = (settings: StoreSettingDocument | null, timeZone: string): StoreRules['pausePeriods'] =>
  (settings?.pausePeriods ?? []).flatMap(({ startTime, endTime }) => {
    const start = fromWallClock(startTime, timeZone);
    const end = fromWallClock(endTime, timeZone);
    return start === null || end === null ? [] : [{ start, end }];
  });
