import type { ClientBase } from 'pg';

/** NOTIFY channel: the tables were made to fit another model. */
export const MODEL_CHANNEL = 'forecourt_model';

/** The models that a database has had, the last one being the one it fits, and what has been done to it by SQL of its own. */
interface Lineage {
  /** Fingerprints, each once. */
  readonly prints: readonly string[];
  /** Names of the migrations that the last model knows. */
  readonly migrations: readonly string[];
}

/** So many models are remembered: an older version than that is told from a newer one by its migrations alone. */
const REMEMBERED = 500;

/** The database fits a later version of the application. The message is for a terminal. */
export class DatabaseNewer extends Error {
  constructor() {
    super(
      [
        'The database belongs to a newer version of this application: it was brought up to another model after this one. Nothing was changed.',
        'Install that version here. To go back for good, stop all servers and restore the backup made before the upgrade, or,',
        'to go back and keep the data, with what only the newer version knows: npm run migrate -- --apply',
      ].join('\n'),
    );
    this.name = 'DatabaseNewer';
  }
}

/** Where the tables of the framework are there. */
export async function readLineage(client: Pick<ClientBase, 'query'>): Promise<Lineage | undefined> {
  const { rows } = await client.query<{ value: string }>(`select value from "appMeta" where key = 'models'`);
  return rows[0] && (JSON.parse(rows[0].value) as Lineage);
}

/** Remembers the model that the tables fit from this transaction on, and tells all servers. What came after it is forgotten: who goes back starts anew from there. */
export async function writeLineage(
  client: ClientBase,
  lineage: Lineage | undefined,
  print: string,
  migrations: readonly string[],
): Promise<void> {
  const before = lineage?.prints ?? [];
  const at = before.indexOf(print);
  const prints = [...(at < 0 ? before : before.slice(0, at)), print].slice(-REMEMBERED);
  await client.query(
    `with kept as (insert into "appMeta" (key, value) values ('models', $1) on conflict (key) do update set value = excluded.value)
    select pg_notify('${MODEL_CHANNEL}', '')`,
    [JSON.stringify({ prints, migrations } satisfies Lineage)],
  );
}

/**
 * Whether the database has gone on since a model: it fitted it once and fits another now, or has had all of its migrations and further ones. Of one
 * that is not `shared` but one process's own, to have fitted it once says nothing.
 */
export function isOlder(
  { prints, migrations }: Lineage,
  print: string,
  known: readonly string[],
  shared: boolean,
): boolean {
  const names = new Set(known);
  const unknown = migrations.some((name) => !names.has(name));
  const all = new Set(migrations);
  return (shared && prints.slice(0, -1).includes(print)) || (unknown && known.every((name) => all.has(name)));
}

/** What the listening connection of a server is called, so that others can tell which model it works with. */
export const listenerName = (print: string): string => `forecourt listener ${print.slice(0, 16)}`;

/** How many servers with another model work with this database at the moment. */
export async function othersAtWork(client: ClientBase, print: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and starts_with(application_name, 'forecourt listener') and application_name <> $1`,
    [listenerName(print)],
  );
  return rows[0]!.count;
}
