import { sql } from 'kysely';
import type { InferResult } from 'kysely';
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
  StoreSettingDocument,
} from '../../rules/index.ts';
import { writtenOnce } from '../database.ts';
import type { RentalDatabase } from '../database.ts';
import { parameterRow, parametersOf } from './parameters.ts';

/** A store as the rules ask for it. */
export interface StoreFacts {
  readonly id: number;
  readonly name: string;
  /** As sheets print it. */
  readonly place: { readonly storeName: string; readonly address: string; readonly phone: string };
  readonly supplierId: number | null;
  readonly timeZone: string;
  readonly rules: StoreRules;
  readonly fees: StoreFees;
  readonly door: DoorStore;
  readonly cancelRules: CancelRules;
}

const STORE = [
  ...([
    'store.id',
    'storeName',
    'supplierId',
    'cityId',
    'store.status',
    'is24h',
    'businessHours',
    'nightHours',
  ] as const),
  ...(['nightPickupFee', 'nightReturnFee', 'minAdvance', 'maxAdvance', 'serviceTime', 'advanceTime', 'fee'] as const),
  ...(['serviceArea', 'city.timeZone', 'address', 'phone'] as const),
] as const;
const SETTING = ['storeId', 'pausePeriods', 'cancelRules', 'holidayPickup', 'festivals'] as const;
const FEE = [
  'deliveryFee.id',
  'kind',
  'deliveryFee.cityId',
  'deliveryFee',
  'pickupFee',
  'latitude',
  'longitude',
  'startTime',
  'endTime',
] as const;

/** Stores with their settings and fee rows. */
const storeRows = (db: RentalDatabase, ids: readonly number[]) =>
  db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .select(STORE)
    .select((one) => [
      jsonObjectFrom(
        one.selectFrom('storeSetting').select(SETTING).whereRef('storeSetting.storeId', '=', 'store.id'),
      ).as('setting'),
      jsonArrayFrom(
        one
          .selectFrom('deliveryFee')
          .select(FEE)
          .whereRef('deliveryFee.storeId', '=', 'store.id')
          .where('deliveryFee.status', '=', 1)
          .orderBy('deliveryFee.id'),
      ).as('feeRows'),
    ])
    .where('store.id', '=', sql<number>`any(${ids}::bigint[])`);
type StoreRow = InferResult<ReturnType<typeof storeRows>>[number];
type Fee = StoreRow['feeRows'][number];

/** The charge parameters and stores, in one statement. */
const storeFacts = writtenOnce((db, { ids }: { readonly ids: readonly number[] }) =>
  db
    .selectNoFrom([jsonObjectFrom(parameterRow(db)).as('parameters'), jsonArrayFrom(storeRows(db, ids)).as('stores')])
    .compile(),
);

/** Settings to judge a store by in place of those that it has, by the store's id: somebody is about to save them. */
export type SettingDrafts = ReadonlyMap<number, StoreSettingDocument>;

/** The charge parameters, and the stores by id; an unknown id has no entry. One statement. */
export async function readStores(
  db: RentalDatabase,
  ids: readonly (number | null)[],
  drafts: SettingDrafts = new Map(),
): Promise<{ readonly parameters: Parameters; readonly stores: ReadonlyMap<number, StoreFacts> }> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const [found] = await storeFacts(db, { ids: wanted });
  const parameters = parametersOf(found?.parameters);
  const stores = (found?.stores ?? []).map((store) => {
    const setting = drafts.get(store.id) ?? store.setting;
    return [store.id, factsOf({ ...store, setting }, parameters)] as const;
  });
  return { parameters, stores: new Map(stores) };
}

function factsOf(
  { setting, feeRows, ...store }: Omit<StoreRow, 'setting'> & { readonly setting: StoreSettingDocument | null },
  parameters: Parameters,
): StoreFacts {
  const timeZone = store.timeZone ?? parameters.timeZone;
  return {
    id: store.id,
    name: store.storeName,
    place: { storeName: store.storeName, address: store.address, phone: store.phone ?? '' },
    supplierId: store.supplierId,
    timeZone,
    rules: toStoreRules(store, setting, timeZone),
    fees: storeFees(store, timeZone, feeRows),
    door: doorStore(store, timeZone, feeRows),
    cancelRules: toCancelRules(setting, parameters),
  };
}

type Store = Omit<StoreRow, 'setting' | 'feeRows'>;

const storeFees = (store: Store, timeZone: string, fees: readonly Fee[]): StoreFees => ({
  storeId: store.id,
  cityId: store.cityId,
  timeZone,
  nightHours: store.nightHours,
  nightPickupFee: satang(store.nightPickupFee ?? 0),
  nightReturnFee: satang(store.nightReturnFee ?? 0),
  differentCityFees: fees.flatMap((fee) =>
    fee.kind === 2 && fee.cityId !== null ? [{ cityId: fee.cityId, fee: satang(fee.pickupFee) }] : [],
  ),
  door: { fee: satang(store.fee), points: fees.filter(isPoint).map(pointFees) },
});

const doorStore = (store: Store, timeZone: string, fees: readonly Fee[]): DoorStore => ({
  timeZone,
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
