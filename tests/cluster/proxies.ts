import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Child, type Folder, startChild } from './children.ts';
import { deployed } from './deployed.ts';
import { keep, type Kept } from './kept.ts';
import { type Member, PASSWORD } from './members.ts';
import { program } from './programs.ts';

export interface ProxyPorts {
  /** Where the writers come. */
  readonly front: number;
  readonly primary: number;
  readonly standbys: number;
  readonly pgbouncer: number;
}

/** What needs a certificate, and ports below 1024. */
const WITHOUT_TLS: readonly (readonly [string, string])[] = [
  ['    bind :443 ssl crt /certificates/ alpn h2,http/1.1\n', ''],
  ['    http-request redirect scheme https code 308 unless { ssl_fc }\n', ''],
  ['    http-request set-header X-Forwarded-Proto https\n', ''],
];

/** HAProxy before the nodes, as deploy/haproxy.cfg has it, without TLS. */
export function startFront(folder: Folder, { front }: ProxyPorts, nodePorts: readonly number[]): Child {
  const servers = nodePorts.map((port, at) => `    server node${at + 1} 127.0.0.1:${port}`).join('\n');
  const file = folder.write(
    'front.cfg',
    deployed('haproxy.cfg', [
      ...WITHOUT_TLS,
      ['    bind :80\n', `    bind 127.0.0.1:${front}\n`],
      ['    server node1 172.30.80.11:8080\n    server node2 172.30.80.12:8080', servers],
    ]),
  );
  return startChild(folder, { name: 'front', file: program('haproxy'), args: ['-f', file] });
}

/** HAProxy before PostgreSQL, as deploy/cluster/haproxy.cfg has it. */
export function startDatabaseProxy(
  folder: Folder,
  { primary, standbys }: ProxyPorts,
  members: readonly Member[],
): Child {
  const file = folder.write(
    'database.cfg',
    deployed('cluster/haproxy.cfg', [
      [':5000"', `:${primary}"`],
      [':5001"', `:${standbys}"`],
      ...members.map(
        ({ name, port, restPort }, at) =>
          [
            `server ${name} "\${DB${at + 1}-10.0.0.1${at + 1}}:5432" check port 8008`,
            `server ${name} 127.0.0.1:${port} check port ${restPort}`,
          ] as const,
      ),
    ]),
  );
  return startChild(folder, { name: 'database', file: program('haproxy'), args: ['-f', file] });
}

/** PgBouncer in transaction mode, as deploy/cluster/pgbouncer.ini has it. */
export function startPgBouncer(folder: Folder, { primary, pgbouncer }: ProxyPorts): Kept {
  const users = folder.write('userlist.txt', deployed('cluster/userlist.txt', [['replace-me-forecourt', PASSWORD]]));
  const file = folder.write(
    'pgbouncer.ini',
    deployed('cluster/pgbouncer.ini', [
      ['port=5000', `port=${primary}`],
      ['listen_port = 6432', `listen_port = ${pgbouncer}\nunix_socket_dir =`],
      ['/etc/pgbouncer/userlist.txt', users],
    ]),
  );
  return keep(folder, { name: 'pgbouncer', file: program('pgbouncer'), args: [file] });
}

/** What deploy/cluster/database.sql does once, on the primary. */
export async function makeDatabase(folder: Folder, { port }: Member): Promise<void> {
  const file = folder.write('database.sql', deployed('cluster/database.sql', []));
  await promisify(execFile)(
    'psql',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-v',
      'ON_ERROR_STOP=1',
      '-v',
      `password='${PASSWORD}'`,
      '-f',
      file,
    ],
    { env: { ...process.env, PGPASSWORD: 'replace-me-superuser' } },
  );
}
