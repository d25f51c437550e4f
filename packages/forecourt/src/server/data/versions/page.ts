import type { Entity } from '../../../model/index.ts';
import { notFound } from '../../errors.ts';
import { wallClock } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import type { HistoryPage } from './recorded.ts';
import {
  reading,
  visible,
  zoneExpression,
  type Connection,
  type Engine,
  titleOfValue,
  titlesSql,
  type Titles,
} from '../query/index.ts';
import { all, ident, prepared, SQL } from '../sql/index.ts';
import { changesOf, type Change } from '../writer/index.ts';

interface EntryRow extends Change {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly userId: number | null;
  readonly userName: string;
  readonly event: string;
  readonly restored: number | null;
}

interface PageRow {
  readonly zone: string | null;
  readonly total: number;
  readonly latest: number | null;
  readonly list: readonly EntryRow[] | null;
  readonly titles: Titles;
}

const ENTRIES = SQL`"recordChange" c where c.entity = `;

interface PageChoices {
  readonly pageNo: number;
  readonly pageSize: number;
  /** Whether this actor may restore versions of this resource at all. */
  readonly mayRestore: boolean;
}

/** One page of a record's history, newest first, in one round trip by the index of record and entry. */
export async function historyPage(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  { pageNo, pageSize, mayRestore }: PageChoices,
  caller: Caller,
): Promise<HistoryPage> {
  const query = reading(engine, caller);
  const { parameters } = query;
  const key = parameters.add(id, 'bigint');
  const name = parameters.add(entity.name, 'text');
  const of = SQL`${ENTRIES}${name} and c."recordId" = (select id from _record)`;
  const offset = parameters.add((pageNo - 1) * pageSize, 'bigint');
  // A restore notes the instant of the version it brought back.
  const restored = SQL`case when jsonb_typeof(c.detail -> 'restored') = 'number' then (c.detail ->> 'restored')::bigint end`;
  const text = SQL`with _record as (select t.id, ${zoneExpression(engine, entity, 't')} as zone from ${ident(entity.name)} t where ${all([SQL`t.id = ${key}`, ...visible(query, entity, 't')])}),
_entries as materialized (select c.id, extract(epoch from c.time) * 1000 as time, c."userId", c."userName", c.event, c.before, c.after,
    (select extract(epoch from v.time) * 1000 from "recordChange" v where v.id = ${restored}) as restored
  from ${of} order by c.id desc limit ${pageSize} offset ${offset})
select (select zone from _record) as zone, (select count(*)::int from ${of}) as total,
  (select c.id from ${of} and c.after is not null order by c.id desc limit 1) as latest,
  (select jsonb_agg(to_jsonb(p.*) order by p.id desc) from _entries p) as list, ${titlesSql(query, entity, SQL`select before, after from _entries`)} as titles`;
  const { rows } = await connection.query<PageRow>(prepared(text, parameters.values));
  const { zone, total, latest, list, titles } = rows[0]!;
  if (zone === null) throw notFound(entity.schema['x-missing']);
  return {
    list: (list ?? []).map((entry) => {
      const changes = changesOf(engine, entity, entry, zone, caller).map(({ field, before, after }) => ({
        field: field.name,
        before,
        after,
        ...(field.ref && {
          titles: { before: titleOfValue(field, before, titles), after: titleOfValue(field, after, titles) },
        }),
      }));
      return {
        id: entry.id,
        time: wallClock(new Date(entry.time), engine.defaultZone),
        userId: entry.userId,
        userName: entry.userName,
        event: entry.event,
        created: entry.before === null && entry.after !== null,
        restored: entry.restored === null ? null : wallClock(new Date(entry.restored), engine.defaultZone),
        restorable: mayRestore && changes.length > 0 && entry.after !== null && entry.id !== latest,
        changes,
      };
    }),
    pageNo,
    pageSize,
    total,
    totalPage: Math.ceil(total / pageSize),
  };
}
