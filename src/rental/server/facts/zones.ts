import { DEFAULT_TIME_ZONE } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';

/** Zone of a store's clock; `otherwise` where its city says none. */
export async function zoneOfStore(
  db: RentalDatabase,
  storeId: number,
  otherwise: string = DEFAULT_TIME_ZONE,
): Promise<string> {
  const row = await db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .select('city.timeZone')
    .where('store.id', '=', storeId)
    .executeTakeFirst();
  return row?.timeZone ?? otherwise;
}
