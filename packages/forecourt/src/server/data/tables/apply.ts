import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Model } from '../../../model/index.ts';
import type { Migration } from '../../contract.ts';
import type { TablesPlan, TablesReport } from '../tablesPlan.ts';
import { readCatalog } from './catalog.ts';
import { columnsOf } from './columns.ts';
import { removedTables, withDrops } from './drops.ts';
import { missingExtensions } from './extensions.ts';
import { FOUNDATION, FRAMEWORK_MIGRATIONS, FRAMEWORK_TABLES } from './framework.ts';
import { limitsOf, type KnownLimits } from './limits.ts';
import { DatabaseNewer, isOlder, othersAtWork, readLineage, writeLineage } from './lineage.ts';
import { outstanding, runMigrations } from './migrations.ts';
import { objectsOf } from './objects.ts';
import { planTables } from './plan.ts';
import { readViews, viewSql } from './recordViews.ts';
import { runPlan } from './runPlan.ts';
import { sparing } from './sparing.ts';
import { keepStanding, type Standing, type StandingChanges } from './standing.ts';
import { inTransaction } from './transaction.ts';

interface ApplyOptions {
  /** Each connection is a session of PostgreSQL: what is set and locked outlasts transactions. */
  readonly pool: Pool;
  readonly model: Model;
  readonly migrations: readonly Migration[];
  readonly allowUnsafe: boolean;
  /** Columns and tables without a schema that are dropped; nothing else ever is while it holds a value. */
  readonly drop?: readonly string[];
  /** Is told every change before any is made. The tables are then always compared. */
  readonly announce?: (plan: TablesPlan) => void;
  /** What the application says of money and time: a start refuses to mean stored values otherwise than they were written. */
  readonly standing?: Standing;
  /** What of it a command changes on purpose. */
  readonly change?: StandingChanges;
  /** Changes nothing: the plan is announced, and that is all. */
  readonly dry?: boolean;
  /** Servers of other versions may work with it: a model that it has had before does not come back by itself. */
  readonly shared?: boolean;
  /** Of the model and the migrations, where it is known already. */
  readonly print?: string;
  /** Runs once in the life of the database, in one transaction. */
  readonly seed?: (client: PoolClient) => Promise<void>;
  /** Runs in one transaction after tables or migrations changed, and after the seed. */
  readonly afterTables?: (client: PoolClient) => Promise<void>;
}

/** Any constant of our own: all processes of one database wait for each other here. */
const LOCK = 4_062_210_731;

/** What the tables are made of: two programs of the same fingerprint fit the same database. */
export function fingerprint(model: Model, migrations: ApplyOptions['migrations']): string {
  const hash = createHash('sha256');
  for (const resource of model.resources.values()) hash.update(JSON.stringify([resource.name, resource.permission]));
  for (const { path, permission, actions } of model.pages) hash.update(JSON.stringify([path, permission, actions]));
  for (const entity of model.entities.values())
    hash.update(
      JSON.stringify([
        entity.name,
        entity.appendOnly,
        viewSql(entity, model),
        columnsOf(entity, model.codes),
        objectsOf(entity, model).map((object) => object.sql),
      ]),
    );
  hash.update(JSON.stringify(limitsOf(model)));
  for (const entity of model.entities.values()) hash.update(JSON.stringify(entity.fields.map((field) => field.was)));
  for (const migration of [...FRAMEWORK_MIGRATIONS, ...migrations])
    hash.update(JSON.stringify([migration.name, migration.sql]));
  return hash.digest('hex');
}

async function meta(client: PoolClient, key: string): Promise<string | undefined> {
  const found = await client.query<{ found: boolean }>(`select to_regclass('"appMeta"') is not null as found`);
  if (!found.rows[0]!.found) return undefined;
  const { rows } = await client.query<{ value: string }>('select value from "appMeta" where key = $1', [key]);
  return rows[0]?.value;
}

const setMeta = (client: PoolClient, key: string, value: string): Promise<unknown> =>
  client.query(
    'insert into "appMeta" (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );

async function knownLimits(client: PoolClient): Promise<KnownLimits | undefined> {
  const text = await meta(client, 'limits');
  return text === undefined ? undefined : (JSON.parse(text) as KnownLimits);
}

/**
 * Makes the tables fit the model and runs outstanding migrations, one process at a time. When nothing changed since the last start it
 * reads one row and is done. Throws TablesRefused, with nothing changed, when a difference is unsafe and `allowUnsafe` is not set. No column
 * or table that holds a value is dropped unless `drop` names it; UnknownDrop where it names anything else.
 */
export async function applyTables(options: ApplyOptions): Promise<TablesReport> {
  const clash = [...options.model.entities.keys()].find((name) => FRAMEWORK_TABLES.has(name));
  if (clash) throw new Error(`schemas/${clash}.json: the table "${clash}" belongs to the framework`);
  const { print = fingerprint(options.model, options.migrations), announce, drop = [] } = options;
  const client = await options.pool.connect();
  try {
    const stands =
      options.standing === undefined || (await meta(client, 'standing')) === JSON.stringify(options.standing);
    const fits =
      stands && (await meta(client, 'tables')) === print && (!options.seed || (await meta(client, 'seeded')));
    if (fits && !announce && drop.length === 0 && !options.change)
      return { applied: 0, created: false, warnings: [], later: [] };
    // The lock may be held by a process that is filling a new database: wait for it, whatever the usual limit is.
    await client.query(`set statement_timeout = 0`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      return await applyLocked(client, options, print);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
      await client.query('reset statement_timeout');
    }
  } finally {
    client.release();
  }
}

/** What has to be done, as the database is now, and what the operator should know of it. */
async function plansFor(
  client: PoolClient,
  { model, migrations, allowUnsafe, drop = [], dry = false }: ApplyOptions,
  print: string,
  warnings: string[],
): Promise<{ readonly plan: TablesPlan; readonly missing: ReadonlySet<string>; readonly limits?: KnownLimits }> {
  const missing = await missingExtensions(client, model, dry, warnings);
  const limits = await knownLimits(client);
  const ofModel = await planTables(
    model,
    await readCatalog(client, [...model.entities.keys()]),
    (object) => object.extension !== undefined && missing.has(object.extension),
    limits,
    await readViews(client),
  );
  const due = (await meta(client, 'tables')) === undefined && dry ? migrations : await outstanding(client, migrations);
  const whole = withDrops(
    {
      ...ofModel,
      kept: [...ofModel.kept, ...(await removedTables(client, model, limits))],
      migrations: due.map(({ name }) => name),
    },
    drop,
  );
  const breaks = whole.safe.some((statement) => statement.breaks) || whole.dropped.length > 0;
  const plan = breaks && !allowUnsafe ? sparing(whole, await othersAtWork(client, print)) : whole;
  return { plan, missing, limits };
}

/** Limits as they are now; those of tables that stay without a schema are remembered as they were. */
const limitsToKeep = (model: Model, plan: TablesPlan, before: KnownLimits = {}): KnownLimits => ({
  ...Object.fromEntries(plan.kept.flatMap(({ name }) => (before[name] ? [[name, before[name]] as const] : []))),
  ...limitsOf(model),
});

/** Remembers what values are written with from now on. Throws StandingChanged where stored ones would mean something else. */
async function judgeStanding(
  client: PoolClient,
  { model, standing, change = {} }: ApplyOptions,
): Promise<readonly string[]> {
  const stored = await meta(client, 'standing');
  const now = JSON.stringify(standing);
  if (!standing || (stored === now && Object.keys(change).length === 0)) return [];
  const before = stored === undefined ? standing : (JSON.parse(stored) as Standing);
  const catalog = await readCatalog(client, [...model.entities.keys()]);
  const said = await keepStanding(client, model, catalog, { before, now: standing }, change);
  await setMeta(client, 'standing', now);
  return said;
}

/** Announces what would be done; nothing of it stays. */
async function rehearse(client: PoolClient, options: ApplyOptions, print: string): Promise<readonly string[]> {
  const warnings: string[] = [];
  await client.query('begin');
  try {
    if ((await meta(client, 'tables')) !== undefined) warnings.push(...(await judgeStanding(client, options)));
    options.announce?.((await plansFor(client, options, print, warnings)).plan);
  } finally {
    await client.query('rollback');
  }
  return warnings;
}

/** What the plan was made for and what came of it. */
interface Brought {
  readonly plan: TablesPlan;
  readonly missing: ReadonlySet<string>;
  readonly limits?: KnownLimits;
  readonly warnings: readonly string[];
  readonly applied: number;
}

const namesOf = (migrations: readonly Migration[]): string[] =>
  [...FRAMEWORK_MIGRATIONS, ...migrations.filter(({ follows }) => !follows)].map(({ name }) => name);

/** The framework's own tables, then those of the model. Throws with nothing left of either where the plan is refused. */
async function bringTables(client: PoolClient, options: ApplyOptions, print: string): Promise<Brought> {
  const { migrations, allowUnsafe } = options;
  const names = namesOf(migrations);
  const created = (await meta(client, 'tables')) === undefined;
  await client.query(FOUNDATION);
  const lineage = await readLineage(client);
  if (lineage && !allowUnsafe && isOlder(lineage, print, names, options.shared ?? false)) throw new DatabaseNewer();
  const prepared = await runMigrations(client, FRAMEWORK_MIGRATIONS);
  const warnings: string[] = created ? [] : [...(await judgeStanding(client, options))];
  const { plan, missing, limits } = await plansFor(client, options, print, warnings);
  options.announce?.(plan);
  const applied = await runPlan(client, plan, allowUnsafe, warnings, () => writeLineage(client, lineage, print, names));
  return { plan, missing, limits, warnings, applied: prepared + applied };
}

/** What follows the tables: outstanding migrations, and what the next start has to know. */
async function finishTables(
  client: PoolClient,
  { model, migrations }: ApplyOptions,
  print: string,
  { plan, missing, limits, warnings, applied }: Brought,
): Promise<Omit<TablesReport, 'created'>> {
  const run = await runMigrations(client, migrations);
  const told = [
    ...warnings,
    ...plan.notes,
    ...plan.kept.map(({ name, why }) => `${why} To drop it: npm run migrate -- --drop ${name}`),
  ];
  await setMeta(client, 'limits', JSON.stringify(limitsToKeep(model, plan, limits)));
  // With a guard, a column or an index left over the comparison is made again at the next start: the operator may have settled it.
  const unsettled = [
    ...missing,
    ...(plan.kept.some(({ name }) => name.includes('.')) ? ['kept'] : []),
    ...(plan.notes.length > 0 ? ['notes'] : []),
    ...(plan.later.length > 0 ? ['later'] : []),
  ];
  await setMeta(client, 'tables', unsettled.length === 0 ? print : `${print} but ${unsettled.join(' ')}`);
  return { applied: applied + run, warnings: told, later: plan.later };
}

async function applyLocked(client: PoolClient, options: ApplyOptions, print: string): Promise<TablesReport> {
  const { seed, afterTables, announce, drop = [], standing } = options;
  const before = await meta(client, 'tables');
  const created = before === undefined;
  let report: Omit<TablesReport, 'created'> = { applied: 0, warnings: [], later: [] };
  if (options.dry) return { ...report, created, warnings: await rehearse(client, options, print) };
  if (announce || drop.length > 0 || before !== print) {
    const bring = (): Promise<Brought> => inTransaction(client, () => bringTables(client, options, print));
    const finish = async (): Promise<typeof report> => finishTables(client, options, print, await bring());
    // A database that is not ours stays as it was, whatever is refused on the way. Of ours the tables are not locked while migrations run.
    report = await (created ? inTransaction(client, finish) : finish());
  } else report = { ...report, warnings: await inTransaction(client, () => judgeStanding(client, options)) };
  if (created && standing) await setMeta(client, 'standing', JSON.stringify(standing));
  if (seed && !(await meta(client, 'seeded'))) {
    await inTransaction(client, async () => {
      await seed(client);
      await setMeta(client, 'seeded', new Date().toISOString());
    });
  }
  if (afterTables && (await meta(client, 'seeded'))) await inTransaction(client, () => afterTables(client));
  return { ...report, created };
}
