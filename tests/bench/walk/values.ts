import type pg from 'pg';
import { isStored, type Field, type Model, type Path } from 'forecourt/model';
import { toWire } from '../../../packages/forecourt/src/server/data/kinds/index.ts';

/** Values of a property among the rows of a list, as an address says them. */
export interface Values {
  readonly first: string;
  readonly last: string;
  readonly rare: string;
  readonly common: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The property at the end of a path. */
export function endOf(model: Model, entity: string, { steps, last }: Path): Field | undefined {
  return model.entities.get(steps.at(-1)?.target ?? entity)?.byName.get(last);
}

/** Rows of a text, an amount or a time say enough of them all: of codes and relations the rarest is among all rows only. */
const SAMPLE = ' and t0.id % 25 = 1';
const MANY_ROWS = 100_000;

/** What the rows of an entity have at the end of a path; nothing where it is worked out, or none has a value. */
export async function valuesAt(
  pool: pg.Pool,
  model: Model,
  entity: string,
  path: Path,
  zone: string,
): Promise<Values | undefined> {
  const field = endOf(model, entity, path);
  if (!field || !isStored(field)) return undefined;
  const joins = path.steps.map(
    ({ field: name, target }, at) => `join ${quoted(target)} t${at + 1} on t${at + 1}.id = t${at}.${quoted(name)}`,
  );
  const end = `t${path.steps.length}.${quoted(path.last)}`;
  const value = field.kind === 'refs' ? `unnest(${end})` : end;
  const sample = !field.codes && !field.ref && (await lastId(pool, entity)) > MANY_ROWS ? SAMPLE : '';
  const { rows } = await pool.query<{ place: keyof Values; value: unknown }>(
    `with found as (select v, count(*) as n from (select ${value} as v from ${quoted(entity)} t0 ${joins.join(' ')} where true${sample}) x where v is not null and v::text <> '' group by v)
     (select 'first' as place, v as value from found order by v limit 1) union all (select 'last', v from found order by v desc limit 1)
     union all (select 'rare', v from found order by n, v limit 1) union all (select 'common', v from found order by n desc, v limit 1)`,
  );
  if (rows.length === 0) return undefined;
  return Object.fromEntries(
    rows.map(({ place, value: stored }) => [place, String(toWire(field, stored, zone))]),
  ) as unknown as Values;
}

/** The highest id of a table; 0 of an empty one. */
export async function lastId(pool: pg.Pool, entity: string): Promise<number> {
  const { rows } = await pool.query<{ id: string | null }>(`select max(id) as id from ${quoted(entity)}`);
  return Number(rows[0]?.id ?? 0);
}
