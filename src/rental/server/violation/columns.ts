import { sql, type RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from 'forecourt/server';
import { DEFAULT_PARAMETERS, DEFAULT_TIME_ZONE, VIOLATION } from '../../rules/index.ts';
import { claimSql } from '../violationClaims/index.ts';

const column = ({ alias }: SqlContext, name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);

/** Days after the return, as an operator set them, else as the rules do (D-MONEY-05). */
const days = sql`coalesce((select "violationDepositUnfreezeDays" from parameter order by id limit 1), ${sql.lit(DEFAULT_PARAMETERS.violationDepositUnfreezeDays)})`;

/** 1 where the deposit was free before the violation came in, or is free while it is pending; nothing while the car is out. */
const depositReleased = (query: SqlContext): RawBuilder<unknown> => {
  const zone = sql`coalesce(city."timeZone", ${sql.lit(DEFAULT_TIME_ZONE)})`;
  return sql`(select ((o."actualReturnTime" at time zone ${zone})::date + ${days}
      <= ((case when ${column(query, 'status')} = ${sql.lit(VIOLATION.pending)} then ${query.now} else ${column(query, 'createTime')} end) at time zone ${zone})::date)::int
    from "order" o join store on store.id = o."pickupStoreId" left join city on city.id = store."cityId" where o.id = ${column(query, 'orderId')})`;
};

export const violationColumns: Readonly<Record<string, ComputedColumn>> = {
  violationClaim: { sql: (query) => claimSql(column(query, 'id'), column(query, 'status')) },
  violationDepositReleased: { sql: depositReleased },
};
