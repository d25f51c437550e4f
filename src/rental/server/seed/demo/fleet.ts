import type { Row } from 'forecourt/server';
import { AUDIT, READINESS, VEHICLE, addDays, fromBaht } from '../../../rules/index.ts';
import type { HolidayRow } from './company.ts';
import { COLOURS, MODELS, PLATE_LETTERS } from './models.ts';
import { STORES } from './places.ts';
import type { Random } from 'forecourt/model';

const FLEET = 300;
const HOLIDAY_SURCHARGE = 1.5;

export interface Car extends Row {
  id: number;
  storeId: number;
  subModelId: number;
  status: number;
  mileage: number;
}

/** Brands, models, sub-models, the technical sheets and one price a store and sub-model. */
export function catalogue(holidays: readonly HolidayRow[]): Readonly<Record<string, readonly Row[]>> {
  const brands = [...new Set(MODELS.map(([brand]) => brand))];
  const brandId = (name: string): number => brands.indexOf(name as (typeof brands)[number]) + 1;
  return {
    brand: brands.map((name, index) => ({ id: index + 1, name })),
    model: MODELS.map(([brand, name], index) => ({ id: index + 1, brandId: brandId(brand), name })),
    subModel: MODELS.map(([brand, , name, displacement], index) => ({
      id: index + 1,
      brandId: brandId(brand),
      modelId: index + 1,
      name,
      displacement,
    })),
    carType: MODELS.map(([brand, model, name, , category, type, level, seats, doors, , fuel, transmission], index) => ({
      id: index + 1,
      brandId: brandId(brand),
      name: `${model} ${name}`,
      series: model,
      doors,
      transmission,
      fuel,
      emission: fuel === 8 ? 4 : 3,
      seats,
      level,
      category,
      type,
      year: 2024,
    })),
    price: STORES.flatMap((_store, store) =>
      MODELS.map(([, , , , , , , , , , , , daily, monthly, deposit], index) => ({
        id: store * MODELS.length + index + 1,
        storeId: store + 1,
        subModelId: index + 1,
        dailyPrice: fromBaht(daily),
        monthlyPrice: fromBaht(monthly),
        deposit: fromBaht(deposit),
        status: 1,
        holidayPrices: holidays
          .filter((holiday) => holiday.minDays >= 3)
          .map((holiday) => ({ holidayId: holiday.id, dailyPrice: Math.round((daily * HOLIDAY_SURCHARGE) / 10) * 10 })),
      })),
    ),
  };
}

const text = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick([...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ'])).join('');

function insurance(random: Random, today: string, end: string): Row {
  return {
    company: random.int(6, 7),
    policyNo: `P${random.digits(10)}`,
    startDate: addDays(end, -364),
    endDate: end > today ? end : addDays(today, 200),
    image: '',
  };
}

/** The cars, spread over stores and models as their shares say; most are listed, some wait, a few are gone. */
export function fleet(random: Random, today: string): Car[] {
  const plates = new Set<string>();
  const plate = (): string => {
    for (;;) {
      const text = `${random.int(1, 9)}${random.pick(PLATE_LETTERS)}${random.pick(PLATE_LETTERS)} ${random.int(1000, 9999)}`;
      if (!plates.has(text)) return (plates.add(text), text);
    }
  };
  const brands = [...new Set(MODELS.map(([brand]) => brand))];
  return Array.from({ length: FLEET }, (_, index): Car => {
    const model = random.weighted(MODELS.map((_one, at) => [at, MODELS[at]![15]] as const));
    const [brand, , , displacement, category, , , seats, doors, luggage, fuelType, transmission, daily] =
      MODELS[model]!;
    const store = random.weighted(STORES.map((_one, at) => [at, STORES[at]![6]] as const));
    const status =
      index % 60 === 7
        ? VEHICLE.sold
        : index % 100 === 13
          ? VEHICLE.totalLoss
          : index % 22 === 5
            ? VEHICLE.pending
            : VEHICLE.available;
    const moved = status === VEHICLE.pending && index % 66 === 5;
    const registerDate = addDays(today, -random.int(60, 1500));
    const company = random.chance(0.85);
    // Some policies and inspections end within the month, so that the reminders have something to say.
    const ends = (soon: number): string =>
      addDays(today, random.chance(soon) ? random.int(1, 30) : random.int(31, 360));
    return {
      id: index + 1,
      brandId: brands.indexOf(brand) + 1,
      modelId: model + 1,
      subModelId: model + 1,
      category,
      transmission,
      fuelType,
      displacement,
      year: Number(registerDate.slice(0, 4)),
      seats,
      doors,
      luggage,
      plate: plate(),
      storeId: store + 1,
      cityId: STORES[store]![1],
      ownerType: company ? 2 : 1,
      institutionId: company ? random.int(1, 3) : random.int(4, 5),
      color: random.pick(COLOURS),
      etc: random.chance(0.3) ? 1 : 0,
      mileage: random.int(2, 60) * 1000 + random.int(0, 999),
      maintenanceCycle: 10000,
      nextMaintenanceMileage: null,
      purchaseDate: addDays(registerDate, -5),
      price: fromBaht(daily * 700),
      images: [],
      licenceNo: `TH${random.digits(8)}`,
      frameNo: `MR0${text(random, 14)}`,
      engineNo: `${random.int(1, 3)}${text(random, 9)}`,
      registerDate,
      inspectionExpiry: ends(0.06),
      roadTaxExpiry: index % 40 === 3 ? addDays(today, 12) : addDays(today, 60 + (index % 290)),
      usageCharacter: 3,
      compulsoryInsurance: insurance(random, today, ends(0.06)),
      commercialInsurance: insurance(random, today, ends(0.06)),
      // Some of those that wait have come from another store: they are approved, and not listed yet.
      auditStatus: status === VEHICLE.pending && !moved && random.chance(0.5) ? AUDIT.pending : AUDIT.passed,
      dispatchTime: moved ? `${addDays(today, -2)} 10:00:00+07` : null,
      status,
      // One in nine that stand in the yard came back and nobody has washed it yet.
      ready: status === VEHICLE.available && index % 9 === 2 ? READINESS.dirty : READINESS.ready,
      holdVersion: 0,
      formerPlates: index % 25 === 4 ? redPlate(index) : null,
      plateFrom: index % 25 === 4 ? `${addDays(registerDate, 30)} 10:00:00+07` : null,
    };
  });
}

/** The plate of a new car until it is registered. */
const redPlate = (index: number): string => `ก ${1000 + index}`;

/** The red plates that some cars had when they were new (D-CAR-17). */
export const redPlates = (cars: readonly Car[]): Row[] =>
  cars
    .filter((car) => car['plateFrom'])
    .map((car, index) => ({
      id: index + 1,
      carId: car.id,
      plate: car['formerPlates'],
      validFrom: null,
      validUntil: car['plateFrom'],
      reason: '红牌换白牌 red plate to white plate',
    }));
