import type pg from 'pg';
import { vi } from 'vitest';
import { onStatement, type Statement } from './statementTrail.ts';

/** One step of a plan that was carried out. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const nodes = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** How PostgreSQL carries out a statement that was sent, step by step. */
export async function planNodes({ connection, text, values }: Statement): Promise<readonly PlanNode[]> {
  const { rows } = await (connection as pg.Client).query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  );
  return nodes(rows[0]!['QUERY PLAN'][0].Plan);
}

/** The statements of this kind that are sent while something is done. */
export async function statementsOf(kind: RegExp, run: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  onStatement((statement) => void (kind.test(statement.text) && statements.push(statement)));
  await run();
  vi.restoreAllMocks();
  return statements;
}
