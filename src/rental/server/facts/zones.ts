import { DEFAULT_TIME_ZONE } from '../../rules/index.ts';
import { writtenOnce } from '../database.ts';
import type { RentalDatabase } from '../database.ts';

const zoneRow = writtenOnce((db, { storeId }: { readonly storeId: number }) =>
  db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .select('city.timeZone')
    .where('store.id', '=', storeId)
    .compile(),
);

/** Zone of a store's clock; `otherwise` where its city says none. */
export async function zoneOfStore(
  db: RentalDatabase,
  storeId: number,
  otherwise: string = DEFAULT_TIME_ZONE,
): Promise<string> {
  const [row] = await zoneRow(db, { storeId });
  return row?.timeZone ?? otherwise;
}
