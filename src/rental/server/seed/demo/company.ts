import type { Row } from 'forecourt/server';
import { addDays, fromBaht } from '../../../rules/index.ts';
import { thaiMobile, thaiName } from './people.ts';
import { CITIES, DELIVERY_POINTS, INSTITUTIONS, serviceArea, STORES, SUPPLIERS } from './places.ts';
import type { Random } from 'forecourt/model';

const HOURS = { value: 2, unit: 'hour' };
const HALF_YEAR = { value: 180, unit: 'day' };
const AREA_HALF_DEGREES = 0.12;
const CITY_FEES: Readonly<Record<string, number>> = {
  '1-4': 800,
  '2-6': 1200,
  '1-3': 3500,
  '1-2': 4500,
  '1-6': 4500,
  '2-5': 2500,
  '5-6': 2500,
};

/** Everything that stands before the first car: cities, suppliers, institutions, stores, their points and settings. */
export function company(random: Random): Readonly<Record<string, readonly Row[]>> {
  const city = CITIES.map((one) => ({ ...one, country: 'Thailand', timeZone: 'Asia/Bangkok', status: 1 }));
  const supplier = SUPPLIERS.map((one) => ({
    ...one,
    type: 1,
    phone: thaiMobile(random),
    address: 'Bangkok, Thailand',
    accountName: one.name,
    status: 1,
  }));
  const institution = INSTITUTIONS.map(([name, type, ownerType], index) => ({
    id: index + 1,
    name,
    type,
    ownerType,
    contact: thaiName(random),
    phone: thaiMobile(random),
    address: `${random.int(1, 400)} Rama ${random.int(1, 9)} Road, Bangkok`,
    taxId: ownerType === 1 ? `3${random.digits(12)}` : `01055${random.digits(8)}`,
    email: ownerType === 1 ? null : `contact${index + 1}@example.com`,
    licenseNo: ownerType === 1 ? null : `01055${random.digits(8)}`,
    legalPerson: ownerType === 1 ? null : thaiName(random),
    status: 1,
  }));
  const store = STORES.map(([storeName, cityId, latitude, longitude, address, supplierId], index) => {
    const airport = storeName.includes('Airport');
    return {
      id: index + 1,
      storeName,
      operatorName: thaiName(random),
      phone: thaiMobile(random),
      supplierId,
      cityId,
      location: { latitude, longitude },
      address,
      size: random.int(8, 60) * 10,
      status: 1,
      is24h: index === 0 || index === 4 ? 1 : 0,
      businessHours:
        index === 0 || index === 4
          ? null
          : airport
            ? { start: '07:00', end: '22:00' }
            : { start: '08:00', end: '20:00' },
      nightHours:
        index === 0 || index === 4
          ? { start: '22:00', end: '07:00' }
          : { start: airport ? '22:00' : '20:00', end: airport ? '07:00' : '08:00' },
      nightPickupFee: fromBaht(200),
      nightReturnFee: fromBaht(200),
      minAdvance: HOURS,
      maxAdvance: HALF_YEAR,
      serviceTime: { start: '08:00', end: '20:00' },
      advanceTime: HOURS,
      fee: fromBaht(300),
      serviceArea: serviceArea(latitude, longitude, AREA_HALF_DEGREES),
    };
  });
  const points = STORES.flatMap((_store, index) =>
    (DELIVERY_POINTS[index + 1] ?? []).map(([name, latitude, longitude, bring, fetch]) => ({
      storeId: index + 1,
      kind: 1,
      name,
      address: name,
      latitude,
      longitude,
      deliveryFee: fromBaht(bring),
      pickupFee: fromBaht(fetch),
      startTime: '08:00',
      endTime: '20:00',
      status: 1,
    })),
  );
  const cityFees = STORES.flatMap(([, from], index) =>
    CITIES.filter((to) => to.id !== from).flatMap((to) => {
      const fee = CITY_FEES[[from, to.id].sort((a, b) => a - b).join('-')];
      return fee ? [{ storeId: index + 1, kind: 2, cityId: to.id, pickupFee: fromBaht(fee), status: 1 }] : [];
    }),
  );
  return {
    city,
    supplier,
    institution,
    store,
    deliveryFee: [...points, ...cityFees].map((row, index) => ({ id: index + 1, ...row })),
  };
}

export interface HolidayRow extends Row {
  readonly id: number;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly minDays: number;
}

/** The great holidays around today, of both sides of the counter. Lunar dates are listed by year; beyond the list they are left out. */
export function holidays(today: string): HolidayRow[] {
  const lunar: Readonly<Record<number, string>> = {
    2025: '01-28',
    2026: '02-16',
    2027: '02-05',
    2028: '01-25',
    2029: '02-12',
    2030: '02-02',
  };
  const year = Number(today.slice(0, 4));
  const rows = [year - 1, year, year + 1].flatMap((one): [string, string, number, number][] => [
    ...(lunar[one]
      ? [[`春节 Chinese New Year ${one}`, `${one}-${lunar[one]}`, 7, 5] as [string, string, number, number]]
      : []),
    [`泼水节 Songkran ${one}`, `${one}-04-13`, 3, 3],
    [`五一 Labour Day ${one}`, `${one}-05-01`, 5, 3],
    [`国庆节 National Day ${one}`, `${one}-10-01`, 7, 3],
    [`元旦 New Year ${one + 1}`, `${one}-12-30`, 4, 2],
  ]);
  return rows
    .filter(([, start]) => start > addDays(today, -300) && start < addDays(today, 400))
    .sort((a, b) => a[1].localeCompare(b[1]))
    .map(([name, startDate, days, minDays], index) => ({
      id: index + 1,
      name,
      startDate,
      endDate: addDays(startDate, days - 1),
      minDays,
      bookingOpen: 1,
    }));
}
