import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { ConnectionConfig } from '../../packages/forecourt/src/server/postgres/index.ts';

/** What clients asked for that a pooler in transaction mode would refuse, or give to somebody else. */
export interface StrictPooler {
  readonly connection: ConnectionConfig;
  readonly offences: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Parameters of a connection that PgBouncer carries from one session to the next. */
const CARRIED = new Set(['user', 'database', 'application_name', 'client_encoding']);

/** Statements that change or need the session beyond a transaction. */
const OF_SESSION =
  /^(listen|unlisten|set (?!local\b)|reset|prepare|discard|load|create temp|declare .* with hold)|\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\b/i;

const textAt = (bytes: Buffer, at: number): string => bytes.toString('utf8', at, bytes.indexOf(0, at));

/** The messages of one client (https://www.postgresql.org/docs/current/protocol-message-formats.html), as they come in. */
function* messages(
  received: () => Buffer,
  keep: (rest: Buffer) => void,
  started: boolean,
): Generator<[string, Buffer]> {
  for (let head = started ? 1 : 0; ; head = 1) {
    const bytes = received();
    if (bytes.length < head + 4) return;
    const end = head + bytes.readInt32BE(head);
    if (bytes.length < end) return;
    keep(bytes.subarray(end));
    yield [head === 0 ? 'start' : String.fromCharCode(bytes[0]!), bytes.subarray(head + 4, end)];
  }
}

function offencesOf(kind: string, body: Buffer): string[] {
  if (kind === 'start') {
    const words = body.toString('utf8', 4).split('\0');
    return words.filter((word, at) => at % 2 === 0 && word !== '' && !CARRIED.has(word)).map((word) => `at start: ${word}`); // prettier-ignore
  }
  if (kind === 'P' && body[0] !== 0) return ['named statement'];
  if (kind !== 'P' && kind !== 'Q') return [];
  return textAt(body, kind === 'P' ? 1 : 0)
    .split(';')
    .map((statement) => OF_SESSION.exec(statement.trim())?.[0].toLowerCase())
    .filter((found) => found !== undefined);
}

/** A way to PostgreSQL that lets everything through and notes what a pooler in transaction mode would not. */
export async function startStrictPooler(to: ConnectionConfig): Promise<StrictPooler> {
  const offences = new Set<string>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = createConnection(`${to.host}/.s.PGSQL.${to.port}`);
    let received: Buffer = Buffer.alloc(0);
    let started = false;
    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (const [kind, body] of messages(
        () => received,
        (rest) => (received = rest),
        started,
      )) {
        started = true;
        for (const offence of offencesOf(kind, body)) offences.add(offence);
      }
    });
    client.pipe(database);
    database.pipe(client);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connection: { ...to, host: '127.0.0.1', port },
    offences,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
