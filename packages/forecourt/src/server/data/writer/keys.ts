import type { Entity } from '../../../model/index.ts';
import { zoneExpression, type Engine } from '../query/index.ts';
import { joinSql, SQL, type Sql } from '../sql/index.ts';
import { WHO, whose } from './audit.ts';
import type { Write } from './source.ts';

/** Under which a call is done once (D-API-07). */
export interface SaveKey {
  readonly key: string;
  /** Fingerprint of the call. */
  readonly request: string;
}

export const WIRE_TIME = SQL`'YYYY-MM-DD HH24:MI:SS'`;

/** The update time of a row that was written (`n`), as it is answered. */
export const writtenTime = (engine: Engine, entity: Entity): Sql =>
  SQL`to_char(n."updateTime" at time zone ${zoneExpression(engine, entity, SQL`n`)}, ${WIRE_TIME})`;

/** The key of a call with its answer (`Saved`), for a day; where every row has a caller of its own, of those that have one. */
export function kept(engine: Engine, { entity, caller, query, told }: Write, save: SaveKey | undefined): Sql[] {
  if (!save && !told) return [];
  const { parameters } = query;
  const answer = SQL`'{"id":' || n.id || ',"updateTime":"' || ${writtenTime(engine, entity)} || '"}'`;
  const values = save
    ? [
        parameters.add(caller.actor.id, 'bigint'),
        parameters.add(save.key, 'text'),
        parameters.add(save.request, 'text'),
        answer,
        parameters.add(new Date(caller.now), 'timestamptz'),
      ]
    : [SQL`${WHO}."_userId"`, SQL`${WHO}."_key"`, SQL`${WHO}."_request"`, answer, SQL`${WHO}."_time"`];
  const from = save ? SQL`_n n` : SQL`_n n${whose('n')} where ${WHO}."_key" is not null`;
  return [
    SQL`_kept as (insert into idempotency ("userId", key, request, answer, "createTime") select ${joinSql(values)} from ${from} on conflict ("userId", key)
    do update set request = excluded.request, answer = excluded.answer, "createTime" = excluded."createTime" where idempotency."createTime" < excluded."createTime" - interval '24 hours' returning "userId", key)`,
  ];
}

/** Fails where a row was written whose key has an answer already. */
export const requireKept = ({ told }: Write, save: SaveKey | undefined): Sql => {
  if (told)
    return SQL`case when n.id is not null and src."_key" is not null and not exists (select 1 from _kept k where k."userId" = src."_userId" and k.key = src."_key") then forecourt_sql.key_taken() end as "$key", `;
  return save
    ? SQL`case when n.id is not null and not exists (select 1 from _kept) then forecourt_sql.key_taken() end as "$key", `
    : SQL``;
};
