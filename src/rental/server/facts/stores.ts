import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { ZERO, durationMinutes, satang, toCancelRules, toStoreRules } from '../../rules/index.ts';
import type {
  CancelRules,
  DeliveryPoint,
  DoorStore,
  Parameters,
  PointFees,
  StoreFees,
  StoreRules,
} from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';

/** A store as the rules ask for it. */
export interface StoreFacts {
  readonly id: number;
  readonly name: string;
  readonly supplierId: number | null;
  readonly timeZone: string;
  readonly rules: StoreRules;
  readonly fees: StoreFees;
  readonly door: DoorStore;
  readonly cancelRules: CancelRules;
}

type Setting = Omit<RowOf<'storeSetting'>, 'createTime' | 'updateTime'>;
type Fee = Omit<RowOf<'deliveryFee'>, 'createTime' | 'updateTime'>;
type StoreRow = RowOf<'store'> & { readonly timeZone: string };

/** Reads the stores with their settings and fee rows in one statement, by id; an unknown id has no entry. */
export async function readStores(
  db: RentalDatabase,
  ids: readonly (number | null)[],
  parameters: Parameters,
): Promise<ReadonlyMap<number, StoreFacts>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const stores = await db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .selectAll('store')
    .select((one) => [
      'city.timeZone',
      jsonObjectFrom(
        one.selectFrom('storeSetting').selectAll('storeSetting').whereRef('storeSetting.storeId', '=', 'store.id'),
      ).as('setting'),
      jsonArrayFrom(
        one
          .selectFrom('deliveryFee')
          .selectAll('deliveryFee')
          .whereRef('deliveryFee.storeId', '=', 'store.id')
          .where('deliveryFee.status', '=', 1)
          .orderBy('deliveryFee.id'),
      ).as('feeRows'),
    ])
    .where('store.id', 'in', wanted)
    .execute();
  return new Map(
    stores.map(({ setting, feeRows, ...store }) => [
      store.id,
      factsOf({ ...store, timeZone: store.timeZone ?? parameters.timeZone }, setting, feeRows, parameters),
    ]),
  );
}

const factsOf = (
  store: StoreRow,
  setting: Setting | null,
  fees: readonly Fee[],
  parameters: Parameters,
): StoreFacts => ({
  id: store.id,
  name: store.storeName,
  supplierId: store.supplierId,
  timeZone: store.timeZone,
  rules: toStoreRules(store, setting, store.timeZone),
  fees: storeFees(store, fees),
  door: doorStore(store, fees),
  cancelRules: toCancelRules(setting, parameters),
});

const storeFees = (store: StoreRow, fees: readonly Fee[]): StoreFees => ({
  storeId: store.id,
  cityId: store.cityId,
  timeZone: store.timeZone,
  nightHours: store.nightHours,
  nightPickupFee: satang(store.nightPickupFee),
  nightReturnFee: satang(store.nightReturnFee),
  differentCityFees: fees.flatMap((fee) =>
    fee.kind === 2 && fee.cityId !== null ? [{ cityId: fee.cityId, fee: satang(fee.pickupFee) }] : [],
  ),
  door: { fee: satang(store.fee), points: fees.filter(isPoint).map(pointFees) },
});

const doorStore = (store: StoreRow, fees: readonly Fee[]): DoorStore => ({
  timeZone: store.timeZone,
  fee: satang(store.fee),
  serviceTime: store.serviceTime,
  advanceMinutes: durationMinutes(store.advanceTime),
  serviceArea: store.serviceArea,
  points: fees.filter(isPoint).map(deliveryPoint),
});

const isPoint = (fee: Fee): boolean => fee.kind === 1;

const pointFees = (fee: Fee): PointFees => ({
  id: fee.id,
  deliveryFee: fee.deliveryFee === null ? ZERO : satang(fee.deliveryFee),
  pickupFee: satang(fee.pickupFee),
});

const deliveryPoint = (fee: Fee): DeliveryPoint => ({
  ...pointFees(fee),
  latitude: fee.latitude ?? 0,
  longitude: fee.longitude ?? 0,
  serviceTime: fee.startTime && fee.endTime ? { start: fee.startTime, end: fee.endTime } : null,
});
