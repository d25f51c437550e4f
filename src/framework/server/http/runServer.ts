import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Model } from '../../model/index.ts';
import type { Database, ServerModule } from '../contract.ts';
import { TablesRefused } from '../data/index.ts';
import { createLog, type Logger } from '../log.ts';
import type { Catalogues } from '../messages.ts';
import { DataFolderError, openDatabase, type OpenDatabase } from '../postgres/index.ts';
import type { Settings } from '../settings.ts';
import { buildApp } from './buildApp.ts';

export interface RunOptions {
  readonly application: { readonly model: Model; readonly module: ServerModule; readonly messages: Catalogues };
  readonly settings: Settings;
  readonly clientDir?: string;
}

/** In-flight requests get so long to finish when the server is told to stop. */
const PATIENCE_MS = 10_000;
const QUIET_MS = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Says what is going on, but only when it takes longer than a second. */
async function announcing<T>(step: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => say(`${step} …`), QUIET_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** First-start records and, into a private database, the demonstration: both or nothing. */
async function fill(
  db: Database,
  { application: { module }, settings }: RunOptions,
  demo: boolean,
  adminPassword: string,
): Promise<void> {
  // Thousands of rows take longer than any request may.
  await sql`set local statement_timeout = 0`.execute(db);
  await module.seed?.(db, { adminPassword });
  if (!demo || !settings.demo || !module.demo) return;
  say('Making demonstration data …');
  await module.demo(db, { now: Date.now(), progress: (step) => say(`  ${step}`) });
}

/** Brings the tables up to the model; answers how to sign in when the database was new. */
async function prepareTables(
  app: FastifyInstance,
  options: RunOptions,
  database: OpenDatabase,
  log: Logger,
): Promise<string> {
  const { settings } = options;
  const adminPassword = settings.adminPassword ?? randomBytes(9).toString('base64url');
  let isNew = false;
  const report = await announcing(
    'Bringing the tables up to date',
    app.data.applyTables({
      async seed(db) {
        isNew = true;
        await fill(db, options, database.embedded, adminPassword);
      },
    }),
  );
  for (const warning of report.warnings) log.warn(warning);
  if (!isNew) return 'sign in as before';
  const password = settings.adminPassword
    ? 'the password in ADMIN_PASSWORD'
    : `the password ${adminPassword} (shown only this once)`;
  return `sign in as admin with ${password}`;
}

function addressOf(app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address) ? 'localhost' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops in order: no new requests, the running ones finish, then the database. A second signal ends at once. */
function stopOnSignals(app: FastifyInstance, database: OpenDatabase, log: Logger): void {
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    const force = setTimeout(() => process.exit(1), PATIENCE_MS);
    try {
      await app.close();
      await database.close();
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      code = 1;
    }
    clearTimeout(force);
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after a fault');
    void stop(1);
  });
}

/** What an operator can do something about, in a sentence; undefined for faults of the program. */
function explain(error: unknown, { port, host }: Settings): string | undefined {
  if (error instanceof DataFolderError || error instanceof TablesRefused) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program or set PORT to another number.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be opened by this user. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `This computer has no address ${host}. Set HOST to one it has, or to 0.0.0.0 for all.`;
  return message?.startsWith('The database') ? message : undefined;
}

/**
 * Opens the database, brings its tables up to the model, fills a new one, and serves until told to stop. Prints one line that says
 * where to open it and how to sign in. What keeps it from starting is said in a sentence, with exit code 1.
 */
export async function runServer(options: RunOptions): Promise<void> {
  const { application, settings, clientDir } = options;
  const log = createLog(settings.logLevel);
  let database: OpenDatabase | undefined;
  try {
    await mkdir(settings.dataDir, { recursive: true });
    database = await announcing(
      'Starting the database',
      openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, log, max: settings.poolSize }),
    );
    const { pool, connection } = database;
    const app = await buildApp({ ...application, pool, connection, settings, clientDir, log });
    const signIn = await prepareTables(app, options, database, log);
    await app.listen({
      port: settings.port,
      host: settings.host,
      listenTextResolver: (address) => `listening at ${address}`,
    });
    stopOnSignals(app, database, log);
    say(`Ready: open ${addressOf(app)} and ${signIn}.`);
  } catch (error) {
    await database?.close().catch(() => undefined);
    const text = explain(error, settings);
    process.stderr.write(
      text === undefined ? `${error instanceof Error ? error.stack : String(error)}\n` : `${text}\n`,
    );
    process.exit(1);
  }
}
