import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Model } from '../../../model/index.ts';
import type { Migration } from '../../contract.ts';
import type { TablesPlan, TablesReport } from '../tablesPlan.ts';
import { readCatalog } from './catalog.ts';
import { columnsOf } from './columns.ts';
import { FOUNDATION, FRAMEWORK_MIGRATIONS, FRAMEWORK_TABLES } from './framework.ts';
import { limitsOf, type KnownLimits } from './limits.ts';
import { DatabaseNewer, isOlder, othersAtWork, readLineage, writeLineage } from './lineage.ts';
import { objectsOf } from './objects.ts';
import { planTables } from './plan.ts';
import { readViews, viewSql } from './recordViews.ts';
import { runPlan } from './runPlan.ts';
import { sparing } from './sparing.ts';
import { inTransaction } from './transaction.ts';

interface ApplyOptions {
  /** Each connection is a session of PostgreSQL: what is set and locked outlasts transactions. */
  readonly pool: Pool;
  readonly model: Model;
  readonly migrations: readonly Migration[];
  readonly allowUnsafe: boolean;
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

/** Tables of schemas that are gone, said once. They keep their rows; the framework has no command that drops them. */
async function removedTables(client: PoolClient, model: Model): Promise<string[]> {
  const before = Object.keys((await knownLimits(client)) ?? {}).filter((name) => !model.entities.has(name));
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) with ordinality as t(name, at) where to_regclass(quote_ident(name)) is not null order by at',
    [before],
  );
  return rows.map(
    ({ name }) =>
      `The table "${name}" belongs to no schema any more and stays, with its rows. To be rid of it: drop table ${client.escapeIdentifier(name)}`,
  );
}

/** By what it is remembered: one that follows the model, by what it has done, too. */
const rememberedAs = ({ name, sql, follows }: Migration): string =>
  follows ? `${name} ${createHash('sha256').update(sql).digest('hex')}` : name;

async function runMigrations(client: PoolClient, migrations: ApplyOptions['migrations']): Promise<number> {
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const done = new Set(rows.map((row) => row.name));
  let count = 0;
  for (const migration of migrations) {
    const name = rememberedAs(migration);
    if (done.has(name)) continue;
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
    count++;
  }
  return count;
}

/** Whether the extension is there, or could be made. */
async function offer(client: PoolClient, extension: string): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(
    'select exists(select 1 from pg_extension where extname = $1) as installed',
    [extension],
  );
  if (rows[0]!.installed) return true;
  return inTransaction(client, () => client.query(`create extension if not exists ${extension}`)).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the tables fit the model and runs outstanding migrations, one process at a time. When nothing changed since the last start it
 * reads one row and is done. Throws TablesRefused, with nothing changed, when a difference is unsafe and `allowUnsafe` is not set.
 */
export async function applyTables(options: ApplyOptions): Promise<TablesReport> {
  const clash = [...options.model.entities.keys()].find((name) => FRAMEWORK_TABLES.has(name));
  if (clash) throw new Error(`schemas/${clash}.json: the table "${clash}" belongs to the framework`);
  const { print = fingerprint(options.model, options.migrations) } = options;
  const client = await options.pool.connect();
  try {
    if ((await meta(client, 'tables')) === print && (!options.seed || (await meta(client, 'seeded'))))
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

/** What the plan was made for and what came of it. */
interface Brought {
  readonly plan: TablesPlan;
  readonly missing: ReadonlySet<string>;
  readonly warnings: readonly string[];
  readonly applied: number;
}

const namesOf = (migrations: readonly Migration[]): string[] =>
  [...FRAMEWORK_MIGRATIONS, ...migrations.filter(({ follows }) => !follows)].map(({ name }) => name);

/** The framework's own tables, then those of the model. Throws with nothing left of either where the plan is refused. */
async function bringTables(client: PoolClient, options: ApplyOptions, print: string): Promise<Brought> {
  const { model, migrations, allowUnsafe } = options;
  const names = namesOf(migrations);
  await client.query(FOUNDATION);
  const lineage = await readLineage(client);
  if (lineage && !allowUnsafe && isOlder(lineage, print, names, options.shared ?? false)) throw new DatabaseNewer();
  const prepared = await runMigrations(client, FRAMEWORK_MIGRATIONS);
  const needed = [...model.entities.values()]
    .flatMap((entity) => objectsOf(entity, model))
    .filter((object) => object.extension);
  const missing = new Set<string>();
  for (const extension of new Set(needed.map((object) => object.extension!)))
    if (!(await offer(client, extension))) missing.add(extension);
  const warnings = [...missing].map(
    (extension) =>
      `PostgreSQL extension ${extension} is missing and could not be created; ${needed.map((object) => object.name).join(', ')} is left out. It is a second guard: the application checks first. To have it, run: create extension ${extension}`,
  );
  const whole = await planTables(
    model,
    await readCatalog(client, [...model.entities.keys()]),
    (object) => object.extension !== undefined && missing.has(object.extension),
    await knownLimits(client),
    await readViews(client),
  );
  const breaks = !allowUnsafe && whole.safe.some((statement) => statement.breaks);
  const plan = breaks ? sparing(whole, await othersAtWork(client, print)) : whole;
  const applied = await runPlan(client, plan, allowUnsafe, () => writeLineage(client, lineage, print, names));
  return { plan, missing, warnings, applied: prepared + applied };
}

/** What follows the tables: outstanding migrations, and what the next start has to know. */
async function finishTables(
  client: PoolClient,
  { model, migrations, allowUnsafe }: ApplyOptions,
  print: string,
  { plan, missing, warnings, applied }: Brought,
): Promise<Omit<TablesReport, 'created'>> {
  const run = await runMigrations(client, migrations);
  const told = [...warnings, ...plan.notes, ...(await removedTables(client, model))];
  if (!allowUnsafe)
    told.push(
      ...plan.kept.map(({ statement, why }) => `${why} To drop it: npm run migrate -- --apply (${statement.sql})`),
    );
  await setMeta(client, 'limits', JSON.stringify(limitsOf(model)));
  // With a guard, a column or an index left over the comparison is made again at the next start: the operator may have settled it.
  const unsettled = [
    ...missing,
    ...(plan.kept.length > 0 && !allowUnsafe ? ['kept'] : []),
    ...(plan.notes.length > 0 ? ['notes'] : []),
    ...(plan.later.length > 0 ? ['later'] : []),
  ];
  await setMeta(client, 'tables', unsettled.length === 0 ? print : `${print} but ${unsettled.join(' ')}`);
  return { applied: applied + run, warnings: told, later: plan.later };
}

async function applyLocked(client: PoolClient, options: ApplyOptions, print: string): Promise<TablesReport> {
  const { seed, afterTables } = options;
  const before = await meta(client, 'tables');
  const created = before === undefined;
  let report: Omit<TablesReport, 'created'> = { applied: 0, warnings: [], later: [] };
  if (before !== print) {
    const bring = (): Promise<Brought> => inTransaction(client, () => bringTables(client, options, print));
    const finish = async (): Promise<typeof report> => finishTables(client, options, print, await bring());
    // A database that is not ours stays as it was, whatever is refused on the way. Of ours the tables are not locked while migrations run.
    report = await (created ? inTransaction(client, finish) : finish());
  }
  if (seed && !(await meta(client, 'seeded'))) {
    await inTransaction(client, async () => {
      await seed(client);
      await setMeta(client, 'seeded', new Date().toISOString());
    });
  }
  if (afterTables && (await meta(client, 'seeded'))) await inTransaction(client, () => afterTables(client));
  return { ...report, created };
}
