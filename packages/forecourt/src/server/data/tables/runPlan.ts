import type { PoolClient } from 'pg';
import type { Statement, TablesPlan } from '../tablesPlan.ts';
import { dropStatements } from './drops.ts';
import { TablesRefused } from './refused.ts';
import { inTransaction } from './transaction.ts';

/** So many statements go to the database in one message: a first start makes thousands of indexes. */
const TOGETHER = 100;

/**
 * Builds a unique index without the rows that stood in its way: of those that collide the oldest is inside, so that no further one comes. Answers what is
 * said of the others, which stay as they are for a person to decide.
 */
async function spare(
  client: PoolClient,
  { collisions, does }: Statement,
  sparing: NonNullable<Statement['sparing']>,
): Promise<string> {
  await client.query('rollback to savepoint one');
  const { rows } = await client.query<{ ids: (string | number)[] }>(collisions!);
  const groups = rows.map(({ ids }) => ids.map(Number));
  await client.query(sparing(groups.flatMap((ids) => ids.slice(1))));
  const named = groups.slice(0, NAMED).map((ids) => ids.join(' = '));
  const more = groups.length > NAMED ? `, and ${groups.length - NAMED} more` : '';
  return `${does}: ${groups.length === 1 ? 'one number stands' : `${groups.length} numbers stand`} in several records, which stay as they are, by id: ${named.join('; ')}${more}. No further record gets one of them. Find all: ${collisions!}`;
}

/** So many colliding numbers are named; the statement finds all of them. */
const NAMED = 20;

/** Runs statements in one message; when the database refuses one, once more singly, to say which. */
async function runTogether(
  client: PoolClient,
  statements: readonly Statement[],
  plan: TablesPlan,
  notes: string[],
): Promise<void> {
  await client.query('savepoint together');
  try {
    await client.query(statements.map(({ sql }) => sql).join(';\n'));
    return;
  } catch {
    await client.query('rollback to savepoint together');
  }
  for (const statement of statements) {
    try {
      await client.query(statement.sparing ? `savepoint one; ${statement.sql}` : statement.sql);
    } catch (error) {
      if (statement.sparing && (error as { code?: unknown }).code === '23505') {
        notes.push(await spare(client, statement, statement.sparing));
        continue;
      }
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

/** Runs what is allowed of the plan, and `announce`, in one transaction; says in `notes` what was left out of it. */
export async function runPlan(
  client: PoolClient,
  plan: TablesPlan,
  allowUnsafe: boolean,
  notes: string[],
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
      await runTogether(client, statements.slice(at, at + TOGETHER), plan, notes);
  });
  return statements.length;
}
