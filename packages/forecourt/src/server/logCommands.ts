import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { endOfChain, headOf, onClient, readHeads, verifyLogs, type KeptHead, type LogReport } from './data/index.ts';
import { createLog } from './log.ts';
import type { Application } from './platform/index.ts';
import { createPool, openBeside } from './postgres/index.ts';
import type { Database } from './contract.ts';
import type { Settings } from './settings.ts';

interface Options {
  readonly application: Application;
  readonly settings: Settings;
  /** A file with heads that were kept elsewhere; `-`: standard input. */
  readonly heads?: string;
}

/** The logs are not what they were, or cannot be read. The message tells the operator why, in sentences. */
export class LogCommandError extends Error {}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Does something in a transaction that shows one moment, beside servers that run. */
async function atOneMoment<T>({ settings }: Options, run: (db: Database) => Promise<T>): Promise<T> {
  const log = createLog(settings.logLevel);
  const { connection, close } = await openBeside({ ...settings, log });
  const pool = createPool({ connection, log, max: 1, statementTimeout: 0, applicationName: 'forecourt log' });
  try {
    const client = await pool.connect();
    try {
      await client.query(
        'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
      );
      const { rows } = await client.query<{ there: boolean }>(`select to_regclass('"_logSeal"') is not null as there`);
      if (!rows[0]!.there) throw new LogCommandError('This database has no seals yet: start a server of this release.');
      return await run(onClient(client));
    } finally {
      // Whatever was begun ends with the connection.
      client.release(true);
    }
  } finally {
    await pool.end();
    await close();
  }
}

async function printHead(options: Options): Promise<void> {
  const end = await atOneMoment(options, endOfChain);
  if (!end) throw new LogCommandError('No row has a seal yet. A server seals rows a minute after they are written.');
  print(JSON.stringify(headOf(end)));
}

async function givenHeads({ heads }: Options): Promise<readonly KeptHead[]> {
  if (heads === undefined) return [];
  const file = path.resolve(process.env['INIT_CWD'] ?? '.', heads);
  const said = heads === '-' ? text(process.stdin) : readFile(file, 'utf8');
  const read = readHeads(
    await said.catch((error: Error) => {
      throw new LogCommandError(`The heads cannot be read: ${error.message}`);
    }),
  );
  if (read.length === 0) throw new LogCommandError(`${heads} holds no head, as "log-head" prints them.`);
  return read;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function whole({ rows, seals, head, waiting, erased, met, old }: LogReport, given: number): string {
  return [
    `The logs are whole: ${counted(rows, 'row', 'rows')} in ${counted(seals, 'seal', 'seals')}, up to ${head?.day ?? 'no day'}.`,
    ...(erased > 0 ? [`Erasures of people have blanked ${counted(erased, 'row', 'rows')}.`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'row waits', 'rows wait')} for the next seal.`] : []),
    ...(given > 0 ? [`They lead to ${counted(met, 'head', 'heads')} that you gave.`] : []),
    ...(old > 0 ? [`${counted(old, 'head is', 'heads are')} older than the logs.`] : []),
  ].join(' ');
}

function broken({ findings, count }: LogReport): string {
  const more = count - findings.length;
  return [
    `The logs are not whole: ${counted(count, 'finding', 'findings')}, in the order in which rows were sealed.`,
    ...findings.map(({ text: said }) => `  ${said}`),
    ...(more > 0 ? [`  … and ${more} more.`] : []),
  ].join('\n');
}

async function verify(options: Options): Promise<void> {
  const heads = await givenHeads(options);
  const report = await atOneMoment(options, (db) => verifyLogs(db, options.application.model, heads, Date.now()));
  if (report.count > 0) throw new LogCommandError(broken(report));
  print(whole(report, heads.length));
}

/**
 * The commands of an operator for logs. `log-head` prints where the chain of hashes over their rows ends, in one line
 * to store elsewhere. `verify-log [--heads FILE]` says whether they are whole and still lead to heads that were
 * stored.
 *
 * Answers false when the name is another's.
 * @throws LogCommandError with what is wrong
 */
export async function runLogCommand(name: string | undefined, options: Options): Promise<boolean> {
  if (name === 'log-head') await printHead(options);
  else if (name === 'verify-log') await verify(options);
  else return false;
  return true;
}
