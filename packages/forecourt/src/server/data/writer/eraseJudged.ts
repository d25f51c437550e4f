import { sql, type RawBuilder } from 'kysely';
import { factsOf, isStored } from '../../../model/index.ts';
import type { Database } from '../../contract.ts';
import type { Engine } from '../query/index.ts';
import type { Erasing, PeopleModel } from './traces.ts';

const either = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` or `);

/** Those values of erased people that no row about anybody else has: two people may share a name or a phone. */
export async function ownOf(
  db: Database,
  people: PeopleModel,
  { records, values }: Pick<Erasing, 'records' | 'values'>,
): Promise<readonly string[]> {
  const own = new Set(values);
  for (const { name } of people.about) {
    const keys = [...(people.identity.get(name) ?? [])];
    if (keys.length === 0 || own.size === 0) continue;
    const columns = sql.join(keys.map((key) => sql`(btrim(${sql.ref(`t.${key}`)}))`));
    const { rows } = await sql<{ value: string }>`
      select distinct v.value from ${sql.table(name)} t cross join lateral (values ${columns}) v(value)
      where v.value = any(${[...own]}::text[]) and t.id <> all(${[...(records.get(name) ?? [])]}::bigint[])`.execute(
      db,
    );
    for (const { value } of rows) own.delete(value);
  }
  return [...own];
}

/** Those of these files that no record of any kind holds. */
export async function filesHeldByNobody(
  db: Database,
  { model }: Engine,
  files: readonly string[],
): Promise<readonly string[]> {
  const free = new Set(files);
  for (const entity of model.entities.values()) {
    const fields = entity.fields.filter((field) => isStored(field) && factsOf(field).uploaded);
    if (entity.view || fields.length === 0 || free.size === 0) continue;
    const held = fields.map(({ name }) => {
      const column = sql`to_jsonb(${sql.ref(`t.${name}`)})`;
      return sql`jsonb_exists_any(case when jsonb_typeof(${column}) in ('array', 'string') then ${column} else '[]' end, ${[...free]}::text[])`;
    });
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(entity.name)} t where ${either(held)}`.execute(db);
    for (const { row } of rows)
      for (const name of fields.flatMap((field) => [row[field.name] ?? []].flat())) free.delete(String(name));
  }
  return [...free];
}
