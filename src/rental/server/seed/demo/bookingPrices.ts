import {
  DEFAULT_PARAMETERS,
  DEFAULT_TIME_ZONE,
  fromBaht,
  priceParameters,
  satang,
  ZERO,
  type PriceSnapshot,
  type Satang,
  type StoreFees,
} from '../../../rules/index.ts';
import { MODELS } from './models.ts';
import { DELIVERY_POINTS } from './places.ts';
import type { Slot } from './schedule.ts';
import type { World } from './world.ts';

function storeFees(world: World, storeId: number): StoreFees {
  const store = world.stores[storeId - 1]!;
  return {
    storeId,
    cityId: store['cityId'] as number,
    timeZone: DEFAULT_TIME_ZONE,
    nightHours: store['nightHours'] as StoreFees['nightHours'],
    nightPickupFee: satang(store['nightPickupFee'] as number),
    nightReturnFee: satang(store['nightReturnFee'] as number),
    differentCityFees: world.deliveryFees
      .filter((row) => row['storeId'] === storeId && row['kind'] === 2)
      .map((row) => ({ cityId: row['cityId'] as number, fee: satang(row['pickupFee'] as number) })),
    door: {
      fee: satang(store['fee'] as number),
      points: world.deliveryFees
        .filter((row) => row['storeId'] === storeId && row['kind'] === 1)
        .map((row) => ({
          id: row['id'] as number,
          deliveryFee: satang(row['deliveryFee'] as number),
          pickupFee: satang(row['pickupFee'] as number),
        })),
    },
  };
}

/** What the price of a booking depends on, as the order keeps it. */
export function snapshotOf(world: World, slot: Slot, returnStoreId: number): PriceSnapshot {
  const [, , , , , , , , , , , , daily, monthly, deposit] = MODELS[slot.car.subModelId - 1]!;
  return {
    daily: fromBaht(daily),
    monthly: fromBaht(monthly),
    deposit: fromBaht(deposit),
    holidays: world.holidays
      .filter((holiday) => holiday.minDays >= 3)
      .map((holiday) => ({
        holidayId: holiday.id,
        startDate: holiday.startDate,
        endDate: holiday.endDate,
        daily: fromBaht(Math.round((daily * 1.5) / 10) * 10),
      })),
    parameters: priceParameters(DEFAULT_PARAMETERS),
    pickupStore: storeFees(world, slot.car.storeId),
    returnStore: storeFees(world, returnStoreId),
  };
}

/** Door service at one end of the rental: type, point and fee (D-PRICE-06). */
export function door(
  world: World,
  storeId: number,
  way: 'deliveryFee' | 'pickupFee',
): { type: number; pointId: number | null; address: string | null; fee: Satang } {
  const none = { type: 0, pointId: null, address: null, fee: ZERO };
  const points = DELIVERY_POINTS[storeId];
  if (!points || !world.random.chance(0.3)) return none;
  const row = world.random.pick(world.deliveryFees.filter((one) => one['storeId'] === storeId && one['kind'] === 1));
  const fee = satang(row[way] as number);
  return { type: fee > 0 ? 2 : 1, pointId: row['id'] as number, address: row['name'] as string, fee };
}
