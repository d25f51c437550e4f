import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../contract.ts';
import {
  DatabaseNewer,
  NotRegistered,
  OthersAtWork,
  StandingChanged,
  TablesRefused,
  UnknownDrop,
  type LaterIndex,
} from '../data/index.ts';
import { StorageError } from '../files/index.ts';
import { createLog, type Logger } from '../log.ts';
import { letMemoryGrow, releaseMemory } from '../memory.ts';
import { createMessages } from '../messages.ts';
import { passwordRule } from '../passwords/index.ts';
import { DataFolderError, openDatabase, type OpenDatabase } from '../postgres/index.ts';
import { SettingsError, type Settings } from '../settings.ts';
import { buildApp, type AppOptions } from './buildApp.ts';
import { addDemo, makeDemo, RecordsThere } from './demonstration.ts';
import { ambiguousUsers } from './signInNames.ts';
import { openWaitingRoom, type WaitingRoom } from './waitingRoom.ts';

/** What `runServer` is given: the application, its settings and the folder of the built pages. */
export interface RunOptions {
  readonly application: Pick<AppOptions, 'model' | 'module' | 'messages' | 'locale'>;
  readonly settings: Settings;
  readonly clientDir?: string;
}

/** In-flight requests get so long to finish when the server is told to stop. */
const PATIENCE_MS = 10_000;
const QUIET_MS = 1_000;
/** How often what need not be kept is deleted (old keys, logs and messages past their time). */
const FORGET_EVERY_MS = 6 * 3_600_000;

const MAX_PASSWORD = 200;

/** Without characters that look like others. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const newPassword = (): string =>
  Array.from({ length: 12 }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join('');

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (step: string): void => print(`  ${step}`);

/** Says what is going on, but only when it takes longer than a second. */
export async function announcing<T>(step: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => print(`${step} …`), QUIET_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** First-start records and, into a private database, the demonstration: both or nothing. */
async function fill(
  db: Database,
  { application, settings }: RunOptions,
  demo: boolean,
  adminPassword: string,
): Promise<void> {
  const { module } = application;
  letMemoryGrow();
  await module.seed?.(db, { adminPassword });
  if (!demo || !settings.demo || !module.demo) return;
  print('Making demonstration data …');
  await makeDemo(db, { application, settings, progress });
}

/** Builds what the tables still lack beside the work, until the server stops; what is broken off is begun anew at the next start. */
function buildIndexes(app: FastifyInstance, later: readonly LaterIndex[], log: Logger): void {
  if (later.length === 0) return;
  const names = later.flatMap(({ name, sql }) => (sql === undefined ? [] : [name]));
  log.info({ indexes: names }, 'building indexes of big tables beside the work');
  const stopping = new AbortController();
  app.addHook('preClose', () => stopping.abort());
  app.data.buildIndexes(later, stopping.signal).then(
    (built) => log.info({ built }, 'indexes are built'),
    (error: unknown) => stopping.signal.aborted || log.warn({ err: error }, 'indexes were not built'),
  );
}

/** Brings the tables up to the model; answers how to sign in when the database was new. */
async function prepareTables(app: FastifyInstance, options: RunOptions, demo: boolean, log: Logger): Promise<string> {
  const { settings, application } = options;
  const messages = createMessages(application.messages, application.locale);
  const adminPassword = settings.adminPassword ?? newPassword();
  /** Only where it is used: an administrator who is there already has another password by now. */
  const requireGood = async (db: Database): Promise<void> => {
    if (settings.adminPassword === undefined) return;
    if (adminPassword.length > MAX_PASSWORD)
      throw new SettingsError([`ADMIN_PASSWORD must have at most ${MAX_PASSWORD} characters`]);
    const rule = passwordRule(messages, application.module);
    const problem = await rule.problem(adminPassword, { username: 'admin' }, db);
    if (problem)
      throw new SettingsError([`ADMIN_PASSWORD cannot be used. ${messages.t(messages.asked('en'))(problem)}`]);
  };
  let isNew = false;
  const report = await announcing(
    'Bringing the tables up to date',
    app.data.applyTables({
      shared: settings.databaseUrl !== undefined,
      async seed(db) {
        await requireGood(db);
        isNew = true;
        await fill(db, options, demo, adminPassword);
      },
    }),
  );
  for (const warning of report.warnings) log.warn(warning);
  await app.data.checkSql();
  const ambiguous = await ambiguousUsers(app.data.db);
  if (ambiguous.length > 0)
    log.warn(
      { users: ambiguous },
      'users (ids) share a name or phone to sign in with and cannot use it: change the user name or the phone of one of them',
    );
  buildIndexes(app, report.later, log);
  if (!isNew) return 'sign in as before';
  releaseMemory();
  const password = settings.adminPassword
    ? 'the password in ADMIN_PASSWORD'
    : `the password ${adminPassword} (shown only this once)`;
  return `sign in as admin with ${password}`;
}

/** Forgets before the first request, so that the logs have their months, and then from time to time. */
async function forgetRegularly(app: FastifyInstance, log: Logger): Promise<void> {
  const forget = (): Promise<void> =>
    app.data.forget(Date.now()).catch((error: unknown) => log.warn({ err: error }, 'forgetting failed'));
  setInterval(() => void forget(), FORGET_EVERY_MS).unref();
  await forget();
}

function addressOf(app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address) ? 'localhost' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Stops in order: first it only says that it is not ready, until balancers have heard (`drainSeconds`), then it takes no new requests, the running ones finish, then the database. A second
 * signal ends at once.
 */
function stopOnSignals(app: FastifyInstance, database: OpenDatabase, log: Logger, { drainSeconds }: Settings): void {
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    app.taking = false;
    if (code === 0) await delay(drainSeconds * 1000);
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

const SAID = [
  DatabaseNewer,
  DataFolderError,
  NotRegistered,
  OthersAtWork,
  RecordsThere,
  SettingsError,
  StandingChanged,
  StorageError,
  TablesRefused,
  UnknownDrop,
];

/** What an operator can do something about, in a sentence; undefined for faults of the program. */
function explain(error: unknown, { port, host }: Settings): string | undefined {
  if (SAID.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program or set PORT to another number.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be opened by this user. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `This computer has no address ${host}. Set HOST to one it has, or to 0.0.0.0 for all.`;
  return message?.startsWith('The database') ? message : undefined;
}

/** Opens the database of the settings; a private one is started. */
export async function open(settings: Settings, log: Logger): Promise<OpenDatabase> {
  await mkdir(settings.dataDir, { recursive: true });
  return announcing('Starting the database', openDatabase({ ...settings, log, max: settings.poolSize }));
}

/** Says why it cannot go on and ends the process. */
export function giveUp(error: unknown, settings: Settings): never {
  const text = explain(error, settings) ?? (error instanceof Error ? error.stack : String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/**
 * Opens the database, brings its tables up to the model, fills a new one, and serves until told to stop. Prints one line that says
 * where to open it and how to sign in. What keeps it from starting is said in a sentence, with exit code 1.
 */
export async function runServer(options: RunOptions): Promise<void> {
  const { application, settings, clientDir } = options;
  const log = createLog(settings.logLevel);
  let database: OpenDatabase | undefined;
  let app: FastifyInstance | undefined;
  let waiting: WaitingRoom | undefined;
  try {
    // Nobody can know an address that is any free one.
    if (settings.port !== 0) waiting = await openWaitingRoom(settings, application.messages, application.locale);
    database = await open(settings, log);
    const { pool, direct, reads, connection } = database;
    app = await buildApp({ ...application, pool, direct, reads, connection, settings, clientDir, log });
    const signIn = await prepareTables(app, options, database.embedded, log);
    await forgetRegularly(app, log);
    const listenTextResolver = (address: string): string => `listening at ${address}`;
    await waiting?.close();
    await app.listen({ port: settings.port, host: settings.host, listenTextResolver });
    letMemoryGrow();
    stopOnSignals(app, database, log, settings);
    app.outbox.start();
    app.webhooks.start();
    app.background.start();
    app.data
      .prepareDeepPages()
      .catch((error: unknown) => log.warn({ err: error }, 'the first deep pages wait: nothing was prepared for them'));
    print(`Ready: open ${addressOf(app)} and ${signIn}.`);
  } catch (error) {
    await app?.close().catch(() => undefined);
    await database?.close().catch(() => undefined);
    giveUp(error, settings);
  }
}

/**
 * Loads the demonstration into a database of any kind, without serving: a new one gets its tables and first records before. One with
 * records stays as it is, and that is said with exit code 1.
 */
export async function loadDemo(options: RunOptions): Promise<void> {
  const { application, settings } = options;
  const log = createLog(settings.logLevel);
  let database: OpenDatabase | undefined;
  try {
    database = await open(settings, log);
    const app = await buildApp({ ...application, pool: database.direct, settings, log });
    const signIn = await prepareTables(app, options, false, log);
    await app.data.transaction((db) => addDemo(db, { application, settings, progress }));
    print(`The demonstration data is there; ${signIn}.`);
    await database.close();
  } catch (error) {
    await database?.close().catch(() => undefined);
    giveUp(error, settings);
  }
}
