import { setTimeout as delay } from 'node:timers/promises';
import { until } from './children.ts';
import type { Cluster } from './cluster.ts';
import type { Writers } from './writers.ts';

/** With its machine, in order, with its machine again, and PostgreSQL alone. */
const HOW = ['kill', 'stop', 'kill', 'crash'] as const;

/** What one loss of the primary was like. */
export interface Loss {
  readonly round: number;
  readonly how: (typeof HOW)[number];
  readonly from: string;
  readonly to: string;
  /** What was killed with it. */
  readonly also: string;
  /** The longest time without an acknowledged write, milliseconds. */
  readonly away: number;
  /** Until the lost database followed again. */
  readonly whole: number;
  readonly unanswered: number;
}

/** So many writes are acknowledged before each loss, however slow the machine is. */
const FIRST = 40;
/** Then it hits the writers at another moment in every round. */
const moment = (round: number): number => (round * 173) % 500;

/** The longest time between two acknowledgements, the first of which came no later than `from`. */
function longestGap(writers: Writers, from: number): number {
  const times = writers.acknowledged.map(({ at }) => at);
  const first = Math.max(0, times.findLastIndex((at) => at <= from)); // prettier-ignore
  return times.slice(first + 1).reduce((longest, at, index) => Math.max(longest, at - times[first + index]!), 0);
}

/**
 * Takes the primary away while everybody writes; in two of three rounds a node or PgBouncer at the same
 * moment. Resolves when writes are back and the lost database follows the new primary.
 */
export async function loseThePrimary(
  { nodes, pgbouncer, ...cluster }: Cluster,
  writers: Writers,
  round: number,
): Promise<Loss> {
  await cluster.whole();
  const enough = writers.acknowledged.length + FIRST;
  await until('writes are acknowledged', () => writers.acknowledged.length >= enough);
  await delay(moment(round));
  const old = await cluster.primary();
  const before = writers.unanswered();
  const how = HOW[round % HOW.length]!;
  const also = [undefined, nodes[round % nodes.length], pgbouncer][round % 3];
  const lostAt = performance.now();
  const gone = old[how]();
  await also?.kill();
  await gone;
  // What is sent from here on can only be acknowledged by the next one.
  const goneAt = performance.now();
  await until('writes are back', () => (writers.acknowledged.at(-1)?.sent ?? 0) > goneAt, 120);
  const next = await cluster.primary();
  old.start();
  await cluster.whole();
  return {
    round: round + 1,
    how,
    from: old.name,
    to: next.name,
    also: also?.name ?? '',
    away: longestGap(writers, lostAt),
    whole: performance.now() - lostAt,
    unanswered: writers.unanswered() - before,
  };
}
