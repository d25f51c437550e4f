import { createHash } from 'node:crypto';
import pg, { type PoolClient } from 'pg';
import type { Migration } from '../../contract.ts';
import { inTransaction } from './transaction.ts';

/** By what it is remembered: one that follows the model, by what it has done, too. */
const rememberedAs = ({ name, sql, follows }: Migration): string =>
  follows ? `${name} ${createHash('sha256').update(sql).digest('hex')}` : name;

/** Those that have not run yet, in their order. */
export async function outstanding(client: PoolClient, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const done = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !done.has(rememberedAs(migration)));
}

/** Runs those that are due, each in a transaction of its own; answers how many. */
export async function runMigrations(client: PoolClient, migrations: readonly Migration[]): Promise<number> {
  const due = await outstanding(client, migrations);
  for (const migration of due) {
    const name = rememberedAs(migration);
    const statements = [
      migration.sql,
      // What it did before is undone by that, and has to be done again when the model goes back.
      ...(migration.follows
        ? [`delete from migration where starts_with(name, ${pg.escapeLiteral(`${migration.name} `)})`]
        : []),
      `insert into migration (name) values (${pg.escapeLiteral(name)})`,
    ];
    // In one message: a first start runs all that there ever were.
    await inTransaction(client, () => client.query(statements.join(';\n')));
  }
  return due.length;
}
