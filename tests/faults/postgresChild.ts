/**
 * A process that opens a data folder and obeys lines on stdin, for the tests that kill it: `node --import tsx postgresChild.ts DIR`.
 * With `beside` it reads from a database that runs already and ends. Answers one line of JSON each.
 */
import { createInterface } from 'node:readline';
import {
  DataFolderError,
  createPool,
  openBeside,
  startEmbedded,
} from '../../packages/forecourt/src/server/postgres/index.ts';

const answer = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

try {
  if (process.argv[3] === 'beside') {
    const { connection, close } = await openBeside({ dataDir: process.argv[2] ?? '', log });
    const pool = createPool({ connection, log });
    answer((await pool.query('select n from kept')).rows);
    await pool.end();
    await close();
    process.exit();
  }
  const server = await startEmbedded({ dataDir: process.argv[2] ?? '', log });
  const pool = createPool({ connection: server.connection, log });
  const { adopted, fresh } = server;
  answer({ adopted, fresh, pid: server.pid() });
  for await (const line of createInterface(process.stdin)) {
    if (line === 'throw') setImmediate(() => failOnPurpose());
    else if (line === 'stop') {
      await pool.end();
      await server.stop();
      answer('stopped');
      break;
    } else answer((await pool.query(line)).rows);
  }
} catch (error) {
  answer({ refused: error instanceof DataFolderError ? error.problem : 'other', message: String(error) });
}
process.stdin.destroy();

function failOnPurpose(): never {
  throw new Error('on purpose');
}
