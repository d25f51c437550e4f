import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../packages/forecourt/src/server/postgres/index.ts';
import { log } from '../faults/dataFolders.ts';
import { fillFleet, signIn } from '../faults/rental.ts';
import { compareBooks, lostOrders } from './books.ts';
import { until } from './children.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { findCluster } from './containers.ts';
import { type Loss, loseThePrimary } from './kills.ts';
import type { Member } from './members.ts';
import { createReader, type Reader } from './readers.ts';
import { summary } from './summary.ts';
import { createWriters, type Writers } from './writers.ts';

const KILLS = Number(process.env['CLUSTER_KILLS'] ?? 10);
const WRITERS = Number(process.env['CLUSTER_WRITERS'] ?? 16);
const CARS = Math.ceil(WRITERS / 2);
/** A machine that vanishes is replaced when its lock has run out (deploy/cluster/patroni.yml). */
const BACK_WITHIN_MS = 15_000;
/** After which a client gives up (D-API-06). */
const ANSWERED_WITHIN_MS = 6_000;

let cluster: Cluster;
let writers: Writers;
let reader: Reader;
let passed = false;
beforeAll(async () => {
  cluster = await (process.env['CLUSTER_CONTAINERS'] ? findCluster() : startCluster());
  const api = await signIn(cluster.url, cluster.passwords.admin);
  const fleet = await fillFleet(api, CARS);
  const { logs } = cluster;
  writers = createWriters(api, fleet, WRITERS, path.join(logs, 'writers.jsonl'));
  reader = createReader(api, path.join(logs, 'reader.jsonl'));
});
afterAll(() => cluster?.remove({ keepLogs: !passed }));

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** Past all proxies. */
async function on<T>({ host, port }: Member, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const connection = { host, port, user: 'forecourt', password: cluster.passwords.database, database: 'forecourt' };
  const pool = createPool({ connection, log, max: 2, statementTimeout: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Until the standby has replayed all that the primary has written. */
async function caughtUp(primary: Member, standby: Member): Promise<void> {
  const { rows } = await on(primary, (pool) =>
    pool.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at'),
  );
  await on(standby, (pool) =>
    until('the standby has replayed everything', async () => {
      const replayed = await pool.query<{ done: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [
        rows[0]!.at,
      ]);
      return replayed.rows[0]!.done;
    }),
  );
}

async function loseAll(): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  for (let round = 0; round < KILLS; round++) {
    const known = [...writers.written.keys()];
    const loss = await loseThePrimary(cluster, writers, round);
    losses.push(loss);
    tell(`${loss.how} of ${loss.from}: ${loss.to} writes after ${(loss.away / 1000).toFixed(1)} s, all follow after ${(loss.whole / 1000).toFixed(1)} s`); // prettier-ignore
    expect(await on(await cluster.primary(), (pool) => lostOrders(pool, known))).toEqual([]);
  }
  return losses;
}

test(`${KILLS} times the primary is lost while ${WRITERS} write through three nodes: nothing that was acknowledged is lost or doubled, and writes are back within 15 s`, async () => {
  tell(`logs: ${cluster.logs}`);
  const writing = writers.run();
  const reading = reader.run();
  const losses = await Promise.race([loseAll(), writing.then(() => [] as const)]);
  writers.stop();
  await writing;
  reader.stop();
  await reading;
  const told = summary(losses, writers, reader);
  writeFileSync(path.join(cluster.logs, 'summary.txt'), told);
  const { CLUSTER_SUMMARY: file } = process.env;
  if (file) appendFileSync(file, told);

  const primary = await cluster.primary();
  await on(primary, (pool) => compareBooks(pool, writers.written));
  for (const standby of cluster.members.filter((member) => member !== primary)) {
    await caughtUp(primary, standby);
    await on(standby, (pool) => compareBooks(pool, writers.written));
  }
  expect(losses.length).toBe(KILLS);
  expect(losses.filter(({ away }) => away > BACK_WITHIN_MS)).toEqual([]);
  expect(writers.slowest()).toBeLessThan(ANSWERED_WITHIN_MS);
  const fell = await Promise.all(
    [...cluster.nodes, cluster.pgbouncer].map(async (each) => [each.name, await each.fell()]),
  );
  expect(fell.filter(([, times]) => times !== 0)).toEqual([]);
  passed = true;
});
