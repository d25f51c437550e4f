import { ZERO, add, atLeastZero, fraction, larger, smaller, subtract, times } from './money.ts';
import type { Satang } from './money.ts';
import { addDays } from './storeTime.ts';
import type { DateText } from './storeTime.ts';
import { dailyPriceOn, daysInHoliday } from './holidays.ts';
import type { HolidayPrice } from './holidays.ts';
import type { RentalLength } from './days.ts';

/** The part of a price row that the rental follows from. */
export interface Tariff {
  readonly daily: Satang;
  /** Price of `daysPerMonth` days, and the cap of fewer; null: none. */
  readonly monthly: Satang | null;
  readonly holidays: readonly HolidayPrice[];
  readonly daysPerMonth: number;
  readonly overrunFullDayHours: number;
}

interface RentalPrice {
  readonly rental: Satang;
  readonly hourly: Satang;
}

/**
 * Rental and hourly fee of D-PRICE-04. Whole months, and the rest at the daily price capped by the month. Holidays add
 * what they cost more (or less) than an ordinary day. Started hours cost a fraction of their day, within what the
 * month still leaves. Never negative, whatever the holiday prices are.
 */
export function rentalPrice(pickupDate: DateText, length: RentalLength, tariff: Tariff): RentalPrice {
  const { daily, monthly, holidays } = tariff;
  const months = monthly === null ? 0 : Math.floor(length.days / tariff.daysPerMonth);
  const rest = times(daily, length.days - months * tariff.daysPerMonth);
  const base = monthly === null ? rest : add(times(monthly, months), smaller(rest, monthly));
  return {
    rental: atLeastZero(add(base, holidaySurcharge(pickupDate, length.days, tariff))),
    hourly: hourlyFee(addDays(pickupDate, length.days), length.hours, rest, {
      daily,
      monthly,
      holidays,
      hoursPerDay: tariff.overrunFullDayHours,
    }),
  };
}

function holidaySurcharge(pickupDate: DateText, days: number, { daily, holidays }: Tariff): Satang {
  const last = addDays(pickupDate, days - 1);
  return add(
    ...holidays.map((each) => times(subtract(each.daily ?? daily, daily), daysInHoliday(pickupDate, last, each))),
  );
}

function hourlyFee(
  date: DateText,
  hours: number,
  restOfMonth: Satang,
  price: Pick<Tariff, 'daily' | 'monthly' | 'holidays'> & { readonly hoursPerDay: number },
): Satang {
  if (hours === 0) return ZERO;
  const fee = fraction(dailyPriceOn(date, price.daily, price.holidays), hours, price.hoursPerDay);
  return price.monthly === null ? fee : smaller(fee, larger(ZERO, subtract(price.monthly, restOfMonth)));
}
