import type { SettingsDraft } from '../../calls/index.ts';

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
const flag = (value: unknown): 0 | 1 => (value === 0 ? 0 : 1);
const whole = (value: unknown, least: number, most: number): number | null =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most ? (value as number) : null;

const holiday = ({ pickupAllowed, returnAllowed, startTime, endTime }: Values) => ({
  pickupAllowed: flag(pickupAllowed),
  returnAllowed: flag(returnAllowed),
  startTime: text(startTime),
  endTime: text(endTime),
});

function rule(value: unknown): { freeHours: number; penaltyPercent: number } | null {
  if (!isRecord(value)) return null;
  const freeHours = whole(value['freeHours'], 0, 8760);
  const percent = value['penaltyPercent'];
  return freeHours !== null && typeof percent === 'number' && percent >= 0 && percent <= 100
    ? { freeHours, penaltyPercent: percent }
    : null;
}

/** The settings of a form as the preview is asked with them: what is half typed, or cannot be, is left out. */
export function settingsDraft({ pausePeriods, cancelRules, holidayPickup, festivals }: Values): SettingsDraft {
  const rules = isRecord(cancelRules) ? cancelRules : {};
  const [weekday, holidays] = [rule(rules['weekday']), rule(rules['holiday'])];
  return {
    pausePeriods: rowsOf(pausePeriods).map(({ startTime, endTime }) => ({
      startTime: text(startTime),
      endTime: text(endTime),
    })),
    cancelRules: weekday && holidays ? { weekday, holiday: holidays } : null,
    holidayPickup: isRecord(holidayPickup) ? holiday(holidayPickup) : null,
    festivals: rowsOf(festivals).map((festival) => ({
      ...holiday(festival),
      holidayId: whole(festival['holidayId'], 1, Number.MAX_SAFE_INTEGER),
      minDays: whole(festival['minDays'], 1, 365),
    })),
  };
}
