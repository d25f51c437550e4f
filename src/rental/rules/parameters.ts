import { satang } from './money.ts';
import type { Satang } from './money.ts';
import { DEFAULT_TIME_ZONE } from './storeTime.ts';

/** Parameters that a price depends on: kept with each order (D-PRICE-09). */
export interface PriceParameters {
  readonly overrunGraceMinutes: number;
  readonly overrunFullDayHours: number;
  readonly daysPerMonth: number;
  readonly basicInsurancePerDay: Satang;
  readonly handlingPerOrder: Satang;
  readonly premiumServicePerDay: Satang;
  readonly vipServicePerDay: Satang;
  readonly violationDeposit: Satang;
  /** Baht for one yuan. */
  readonly cnyRateThbPerCny: number;
  /** Kilometres that each day includes; null: no limit. Orders of earlier versions do not say. */
  readonly kmPerDay?: number | null;
  /** What a kilometre beyond them costs. */
  readonly extraKmPrice?: Satang | null;
}

/** One of the two rules of D-ORD-10: free until so many hours before pickup, later so many percent. */
interface CancelRule {
  readonly freeHours: number;
  readonly penaltyPercent: number;
}
export interface CancelRules {
  readonly weekday: CancelRule;
  readonly holiday: CancelRule;
}

/** What an operator can set without a developer (D-GEN-01). Money in satang. */
export interface Parameters extends PriceParameters {
  readonly timeZone: string;
  /** What an eighth of a tank costs that is missing at the return; null: nobody has set a price. */
  readonly fuelPricePerEighth: Satang | null;
  readonly maxPausePeriods: number;
  readonly turnaroundMinutes: number;
  readonly weekdayFreeCancelHours: number;
  readonly weekdayPenaltyPercent: number;
  readonly holidayFreeCancelHours: number;
  readonly holidayPenaltyPercent: number;
  readonly holidayMinDaysDefault: number;
  readonly orderDepositUnfreezeDays: number;
  readonly violationDepositUnfreezeDays: number;
  readonly expiryAlertDays: number;
  readonly maintenanceAlertKm: number;
  readonly stockViewMaxDays: number;
  readonly printKeyLifetimeHours: number;
}

export const DEFAULT_PARAMETERS: Parameters = {
  timeZone: DEFAULT_TIME_ZONE,
  overrunGraceMinutes: 30,
  overrunFullDayHours: 6,
  daysPerMonth: 30,
  basicInsurancePerDay: satang(100_00),
  handlingPerOrder: satang(50_00),
  premiumServicePerDay: satang(200_00),
  vipServicePerDay: satang(300_00),
  violationDeposit: satang(3_000_00),
  cnyRateThbPerCny: 5,
  kmPerDay: null,
  extraKmPrice: null,
  fuelPricePerEighth: null,
  maxPausePeriods: 10,
  turnaroundMinutes: 120,
  weekdayFreeCancelHours: 24,
  weekdayPenaltyPercent: 30,
  holidayFreeCancelHours: 72,
  holidayPenaltyPercent: 50,
  holidayMinDaysDefault: 3,
  orderDepositUnfreezeDays: 7,
  violationDepositUnfreezeDays: 30,
  expiryAlertDays: 30,
  maintenanceAlertKm: 1000,
  stockViewMaxDays: 31,
  printKeyLifetimeHours: 72,
};

/** The cancellation rules of a store that has set none of its own. */
export const defaultCancelRules = (parameters: Parameters): CancelRules => ({
  weekday: { freeHours: parameters.weekdayFreeCancelHours, penaltyPercent: parameters.weekdayPenaltyPercent },
  holiday: { freeHours: parameters.holidayFreeCancelHours, penaltyPercent: parameters.holidayPenaltyPercent },
});

/** Picks what a price depends on, to be kept with an order. */
export const priceParameters = (parameters: PriceParameters): PriceParameters => ({
  overrunGraceMinutes: parameters.overrunGraceMinutes,
  overrunFullDayHours: parameters.overrunFullDayHours,
  daysPerMonth: parameters.daysPerMonth,
  basicInsurancePerDay: parameters.basicInsurancePerDay,
  handlingPerOrder: parameters.handlingPerOrder,
  premiumServicePerDay: parameters.premiumServicePerDay,
  vipServicePerDay: parameters.vipServicePerDay,
  violationDeposit: parameters.violationDeposit,
  cnyRateThbPerCny: parameters.cnyRateThbPerCny,
  kmPerDay: parameters.kmPerDay ?? null,
  extraKmPrice: parameters.extraKmPrice ?? null,
});
