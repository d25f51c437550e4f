import { rowReads, type Entity } from '../../../model/index.ts';
import type { Caller } from '../caller.ts';
import { reading, ruleConditions, type Connection, type Engine } from '../query/index.ts';
import { all, column, ident, joinSql, prepared, SQL, type Sql } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';
import type { Draft } from './draft.ts';

const BATCH = 2_000;

/** The row as it would be written. */
const WRITTEN = SQL`w`;

/** Refuses rows that would lie outside the rules about rows (`x-rows`) that bind the actor, as their writing would. */
export async function checkRules(
  { engine, entity, caller, connection }: { engine: Engine; entity: Entity; caller: Caller; connection: Connection },
  drafts: readonly Draft[],
): Promise<void> {
  const reads = new Set(entity.rows.flatMap(rowReads));
  const columns = columnsOf(entity, engine.model.codes).filter(({ name }) => reads.has(name));
  for (let at = 0; columns.length > 0 && at < drafts.length; at += BATCH) {
    const some = drafts.slice(at, at + BATCH);
    const query = reading(engine, caller);
    const rows = some.map(({ stored, values }, index) => {
      const row: Readonly<Record<string, unknown>> = { ...stored, ...values };
      return { _at: index, ...Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])) };
    });
    const given = query.parameters.add(JSON.stringify(rows), 'json');
    const value = (name: string): Sql =>
      name === 'createTime' || name === 'updateTime'
        ? SQL`coalesce(${column(WRITTEN, name)}, ${query.parameters.instant()})`
        : column(WRITTEN, name);
    const conditions = ruleConditions(query, entity, WRITTEN, value);
    if (conditions.length === 0) return;
    const types = joinSql(columns.map(({ name, type }) => SQL`${ident(name)} ${type}`));
    const { rows: outside } = await connection.query<{ at: number }>(
      prepared(
        SQL`select w."_at" as at from json_to_recordset(${given}) as w("_at" integer, ${types}) where not coalesce(${all(conditions)}, false)`,
        query.parameters.values,
      ),
    );
    for (const { at: index } of outside) some[index]!.errors[''] = 'msg.forbidden.text';
  }
}
