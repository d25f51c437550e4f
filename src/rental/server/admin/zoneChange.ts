import { sql } from 'kysely';
import { DEFAULT_TIME_ZONE, OPEN_ORDERS, zoneProblem } from '../../rules/index.ts';
import type { Hooks, RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';

/**
 * Refuses another zone, at `field`, while open orders have their times at the stores: the clock times that the renter was told
 * would move (D-ADM-28). Who books there locks a price and then reads the zone: this waits for bookings under way, and later ones for this.
 */
async function requireSameClock(
  context: RentalContext,
  field: 'timeZone' | 'cityId',
  {
    stores,
    from,
    to,
  }: { readonly stores: ReturnType<typeof storesOfCity>; readonly from: string; readonly to: string },
): Promise<void> {
  if (from === to) return;
  await sql`select id from price where "storeId" in (${stores}) order by id for update`.execute(context.db);
  const { rows } = await sql<{ count: number; orderNo: string | null }>`
    select count(*)::int as count, min("orderNo") as "orderNo" from "order"
    where status in (${sql.join(OPEN_ORDERS)}) and ("pickupStoreId" in (${stores}) or "returnStoreId" in (${stores}))
  `.execute(context.db);
  const wrong = zoneProblem(field, { ...rows[0]!, timeZone: from });
  if (wrong) requireNone([wrong], context);
}

const storesOfCity = (cityId: number) => sql<number>`select id from store where "cityId" = ${cityId}`;
const oneStore = (storeId: number) => sql<number>`select ${storeId}::int`;

async function zoneOfCity({ db }: RentalContext, cityId: number | null): Promise<string> {
  if (cityId === null) return DEFAULT_TIME_ZONE;
  const city = await db.selectFrom('city').select('timeZone').where('id', '=', cityId).executeTakeFirst();
  return city?.timeZone ?? DEFAULT_TIME_ZONE;
}

/** Cities: a corrected zone does not move the clock times of open orders. */
export const cityHooks: Hooks<'city'> = {
  async beforeSave({ before, values }, context) {
    if (!before || values.timeZone === undefined) return;
    const zones = { from: before.timeZone, to: values.timeZone ?? DEFAULT_TIME_ZONE };
    await requireSameClock(context, 'timeZone', { stores: storesOfCity(before.id), ...zones });
  },
};

/** A store that moves to a city of another zone, likewise. */
export async function requireCityOfSameClock(
  before: { readonly id: number; readonly cityId: number | null },
  cityId: number | null,
  context: RentalContext,
): Promise<void> {
  if (cityId === before.cityId) return;
  const [from, to] = [await zoneOfCity(context, before.cityId), await zoneOfCity(context, cityId)];
  await requireSameClock(context, 'cityId', { stores: oneStore(before.id), from, to });
}
