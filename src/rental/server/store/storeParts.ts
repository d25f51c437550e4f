import { sql } from 'kysely';
import type { StoreSetting } from '../../../../schemas/types.generated.ts';
import type { StoreParts } from '../../calls/index.ts';
import { defaultCancelRules, toBaht, type Satang } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { readParameters } from '../facts/index.ts';

/** Every pause with its remark. */
export const pausesTold = (pauses: StoreSetting['pausePeriods'] | undefined): StoreParts['pausePeriods'] =>
  (pauses ?? []).map(({ startTime, endTime, remark = '' }) => ({ startTime, endTime, remark }));

type Stored = Pick<StoreSetting, 'pausePeriods' | 'cancelRules'> & { readonly points: StoreParts['deliveryPoints'] };

/** What stands in the settings and in the delivery points of a store. */
export async function storeParts(context: RentalContext, storeId: number): Promise<StoreParts> {
  const { rows } = await sql<{ [Name in keyof Stored]: Stored[Name] | null }>`
    select s."pausePeriods", s."cancelRules", (
      select json_agg(json_build_object(
        'id', f.id, 'name', coalesce(f.name, ''), 'address', coalesce(f.address, ''), 'latitude', f.latitude, 'longitude', f.longitude,
        'deliveryFee', coalesce(f."deliveryFee", 0), 'pickupFee', f."pickupFee", 'startTime', coalesce(f."startTime", ''),
        'endTime', coalesce(f."endTime", ''), 'status', f.status) order by f.name, f.id)
      from "deliveryFee" f where f."storeId" = ${storeId} and f.kind = 1) as points
    from (select ${storeId}::bigint as id) t left join "storeSetting" s on s."storeId" = t.id
  `.execute(context.db);
  const { pausePeriods, cancelRules, points } = rows[0]!;
  return {
    pausePeriods: pausesTold(pausePeriods ?? []),
    cancelRules: cancelRules ?? defaultCancelRules(await readParameters(context.db)),
    deliveryPoints: (points ?? []).map((point) => ({
      ...point,
      deliveryFee: toBaht(point.deliveryFee as Satang),
      pickupFee: toBaht(point.pickupFee as Satang),
    })),
  };
}
