import type { PoolClient } from 'pg';
import type { Statement, TablesPlan } from '../tablesPlan.ts';
import { dropStatements } from './drops.ts';
import { TablesRefused } from './refused.ts';
import { inTransaction } from './transaction.ts';

/** So many statements go to the database in one message: a first start makes thousands of indexes. */
const TOGETHER = 100;

/** Runs statements in one message; when the database refuses one, once more singly, to say which. */
async function runTogether(client: PoolClient, statements: readonly Statement[], plan: TablesPlan): Promise<void> {
  await client.query('savepoint together');
  try {
    await client.query(statements.map(({ sql }) => sql).join(';\n'));
    return;
  } catch {
    await client.query('rollback to savepoint together');
  }
  for (const statement of statements) {
    try {
      await client.query(statement.sql);
    } catch (error) {
      const detail = (error as { detail?: unknown }).detail;
      const why = [error instanceof Error ? error.message : String(error), detail]
        .filter(Boolean)
        .join('; ')
        .replaceAll(/forecourt_sql\.unique_key\(([^()]+)\)/g, '$1');
      const collide = (error as { code?: unknown }).code === '23505' ? statement.collisions : undefined;
      throw new TablesRefused({
        ...plan,
        safe: plan.safe.filter((one) => one !== statement),
        unsafe: [],
        impossible: [
          {
            statement: collide ? { ...statement, sql: collide, finds: true } : statement,
            why: `the database refused it: ${why}`,
          },
        ],
      });
    }
  }
}

/** Runs what is allowed of the plan, and `announce`, in one transaction. */
export async function runPlan(
  client: PoolClient,
  plan: TablesPlan,
  allowUnsafe: boolean,
  announce: () => Promise<void>,
): Promise<number> {
  if (plan.impossible.length > 0 || (plan.unsafe.length > 0 && !allowUnsafe)) throw new TablesRefused(plan);
  // Unsafe first: a column must have its new type before an index on it can be made.
  const statements: Statement[] = [
    ...plan.safe.filter(({ first }) => first),
    ...plan.unsafe.filter(({ statement }) => statement.sql.startsWith('alter')).map(({ statement }) => statement),
    ...plan.safe.filter(({ first }) => !first),
    ...plan.unsafe.filter(({ statement }) => !statement.sql.startsWith('alter')).map(({ statement }) => statement),
    ...dropStatements(plan),
  ].filter(({ finds }) => !finds);
  await inTransaction(client, async () => {
    await announce();
    for (let at = 0; at < statements.length; at += TOGETHER)
      await runTogether(client, statements.slice(at, at + TOGETHER), plan);
  });
  return statements.length;
}
