import type { RentalDatabase, RowOf } from '../database.ts';

/** Query of what a model, its make and its group are called. */
export const modelNames = (db: RentalDatabase, subModelId: number) =>
  db
    .selectFrom('subModel')
    .innerJoin('model', 'model.id', 'subModel.modelId')
    .innerJoin('brand', 'brand.id', 'subModel.brandId')
    .select(['brand.name as brandName', 'model.name as modelName', 'subModel.name as subModelName'])
    .where('subModel.id', '=', subModelId);

/** What car and store were called at a handover (D-PRINT-05); the model is told at the pickup. */
export interface HandoverNames {
  readonly plate: string;
  readonly storeName: string;
  readonly address: string;
  readonly phone: string;
  readonly brandName?: string;
  readonly modelName?: string;
  readonly subModelName?: string;
}

/** The names that a task keeps; nothing where it is of before they were kept. */
export const keptNames = ({ named }: Pick<RowOf<'orderTask'>, 'named'>): Partial<HandoverNames> =>
  (named as HandoverNames | null) ?? {};

const namesOf = ({ plate, storeName, address, phone, ...model }: Partial<HandoverNames>) => ({
  car: { ...(plate === undefined ? {} : { plate }), ...model },
  store: storeName === undefined ? {} : { storeName, address, phone },
});

/**
 * What car and stores of an order were called when it went out and came back (D-PRINT-05). A return elsewhere says nothing of the
 * planned return store.
 */
export async function namedThen(db: RentalDatabase, order: { readonly id: number; readonly returnStoreId: number }) {
  const tasks = await db
    .selectFrom('orderTask')
    .select(['type', 'storeId', 'named'])
    .where('orderId', '=', order.id)
    .where('voided', '=', 0)
    .orderBy('id')
    .execute();
  const out = tasks.findLast(({ type }) => type === 'pickup');
  const back = tasks.findLast(({ type, storeId }) => type === 'return' && storeId === order.returnStoreId);
  const pickup = namesOf(out ? keptNames(out) : {});
  const changed = tasks.findLast(({ type }) => type === 'changeout');
  const car = changed ? namesOf(keptNames(changed)).car : pickup.car;
  return { car, pickupStore: pickup.store, returnStore: namesOf(back ? keptNames(back) : {}).store };
}
