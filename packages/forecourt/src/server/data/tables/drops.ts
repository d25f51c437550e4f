import type { ClientBase } from 'pg';
import { meant, type Model } from '../../../model/index.ts';
import type { Drop, TablesPlan } from '../tablesPlan.ts';
import { ident } from '../sql/index.ts';
import type { KnownLimits } from './limits.ts';

/** `--drop` names what cannot be dropped. The message is for a terminal. */
export class UnknownDrop extends Error {
  constructor(unknown: readonly string[], droppable: readonly string[]) {
    super(
      [
        `Nothing was changed: ${unknown.map((name) => `--drop ${name} names no column or table that could be dropped${meant(name, droppable)}`).join('; ')}.`,
        droppable.length === 0
          ? 'Every column and table that holds values belongs to a schema.'
          : `To be dropped are: ${droppable.join(', ')}. What a schema still has goes from the schema first.`,
      ].join('\n'),
    );
    this.name = 'UnknownDrop';
  }
}

/** Tables that schemas of an earlier start made and that no schema has any more. */
export async function removedTables(
  client: ClientBase,
  model: Model,
  known: KnownLimits | undefined,
): Promise<readonly Drop[]> {
  const before = Object.keys(known ?? {}).filter((name) => !model.entities.has(name));
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) with ordinality as t(name, at) where to_regclass(quote_ident(name)) is not null order by at',
    [before],
  );
  const drops: Drop[] = [];
  for (const { name } of rows) {
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${ident(name)}`);
    drops.push({
      name,
      rows: counted.rows[0]!.count,
      statement: { sql: `drop table ${ident(name)}`, does: `drop table ${name}` },
      why: `The table "${name}" belongs to no schema any more and stays, with its rows.`,
    });
  }
  return drops;
}

/** The plan with what a command names to be dropped. Throws UnknownDrop where nothing of a name could be. */
export function withDrops(plan: TablesPlan, named: readonly string[]): TablesPlan {
  const unknown = named.filter((name) => plan.kept.every((drop) => drop.name !== name));
  if (unknown.length > 0)
    throw new UnknownDrop(
      unknown,
      plan.kept.map(({ name }) => name),
    );
  return {
    ...plan,
    kept: plan.kept.filter(({ name }) => !named.includes(name)),
    dropped: plan.kept.filter(({ name }) => named.includes(name)),
  };
}

/** What drops it: columns first, then all tables at once, as one may refer to another. Servers of another model may still use them. */
export function dropStatements({ dropped }: TablesPlan): TablesPlan['safe'] {
  const columns = dropped.filter(({ name }) => name.includes('.')).map(({ statement }) => statement);
  const tables = dropped.filter(({ name }) => !name.includes('.')).map(({ name }) => name);
  const all = tables.map((name) => ident(name)).join(', ');
  return [
    ...columns,
    ...(tables.length > 0 ? [{ sql: `drop table ${all}`, does: `drop table ${tables.join(', ')}` }] : []),
  ].map((statement) => ({ ...statement, breaks: 'stops' as const }));
}
