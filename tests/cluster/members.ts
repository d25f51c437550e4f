import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { type Child, family, type Folder, killNow, startChild, until } from './children.ts';
import { deployed } from './deployed.ts';
import { postgresBin, program } from './programs.ts';

/** One database machine: Patroni and its PostgreSQL. */
export interface Member {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly restPort: number;
  /** Starts Patroni, unless it runs. */
  start(): void;
  /** As if the machine were gone: Patroni and every process of PostgreSQL at once. */
  kill(): Promise<void>;
  /** PostgreSQL alone: Patroni sees it and goes on. */
  crash(): Promise<void>;
  /** Patroni is told to stop, and stops PostgreSQL. */
  stop(): Promise<void>;
}

export interface MemberPorts {
  readonly port: number;
  readonly rest: number;
}

/** What Patroni says of the whole cluster. */
interface Seen {
  readonly members: readonly { name: string; role: string; state: string; timeline?: number; lag?: number | string }[];
}

export const PASSWORD = 'willow-bridge-lantern';

/** Small: three of them share the machine with everything else. */
const SMALL = { shared_buffers: '64MB', max_connections: 60, max_wal_size: '256MB', wal_keep_size: '128MB' };

/** The parts of deploy/cluster/patroni.yml that the run changes. */
interface PatroniFile {
  name: string;
  restapi: { listen: string; connect_address: string };
  etcd3: { hosts: string[] };
  bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } };
  postgresql: Record<string, unknown>;
  watchdog: { mode: string };
}

function patroniFile(folder: Folder, name: string, { port, rest }: MemberPorts, etcdPort: number): string {
  const file = load(deployed('cluster/patroni.yml', [['10.0.0.0/24', '127.0.0.1/32']])) as PatroniFile;
  const address = `127.0.0.1:${rest}`;
  const place = `127.0.0.1:${port}`;
  const { parameters } = file.bootstrap.dcs.postgresql;
  // JSON is YAML.
  return JSON.stringify({
    ...file,
    name,
    restapi: { listen: address, connect_address: address },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      ...file.bootstrap,
      dcs: {
        ...file.bootstrap.dcs,
        postgresql: { ...file.bootstrap.dcs.postgresql, parameters: { ...parameters, ...SMALL } },
      },
    },
    postgresql: {
      ...file.postgresql,
      listen: place,
      connect_address: place,
      data_dir: path.join(folder.root, name, 'data'),
      bin_dir: postgresBin(),
      pgpass: path.join(folder.root, name, 'pgpass'),
      // Sockets of three servers would meet in the usual folder.
      parameters: { unix_socket_directories: path.join(folder.root, name) },
    },
    // The machine must not be reset.
    watchdog: { mode: 'off' },
  });
}

export function createMember(folder: Folder, name: string, ports: MemberPorts, etcdPort: number): Member {
  const home = folder.make(name);
  const config = folder.write(`${name}.yml`, patroniFile(folder, name, ports, etcdPort));
  const pidFile = path.join(home, 'data', 'postmaster.pid');
  const postmaster = (): number | undefined =>
    existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) || undefined : undefined;
  let patroni: Child | undefined;
  const ofPatroni = (): number[] => (patroni?.running() ? family(patroni.pid) : []);
  const ofPostgres = (): number[] => {
    const server = postmaster();
    return server === undefined ? [] : family(server);
  };
  async function killAll(pids: readonly number[]): Promise<void> {
    killNow(pids);
    await until(`${name} is gone`, () => pids.every((pid) => family(pid).length === 0 || isZombie(pid)));
  }
  return {
    name,
    host: '127.0.0.1',
    port: ports.port,
    restPort: ports.rest,
    start() {
      if (!patroni?.running()) patroni = startChild(folder, { name, file: program('patroni'), args: [config] });
    },
    kill: () => killAll([...ofPatroni(), ...ofPostgres()]),
    crash: () => killAll(ofPostgres()),
    async stop() {
      await patroni?.end('SIGTERM');
    },
  };
}

/** Killed, and not yet taken note of by its parent, which may be the first process of a container. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''));
  } catch {
    return true;
  }
}

/** What whichever member answers says of all of them. */
async function see(members: readonly Member[]): Promise<Seen | undefined> {
  for (const { host, restPort } of members) {
    try {
      const answer = await fetch(`http://${host}:${restPort}/cluster`, { signal: AbortSignal.timeout(1_000) });
      if (answer.ok) return (await answer.json()) as Seen;
    } catch {
      // Away: the next one knows as well.
    }
  }
  return undefined;
}

/** Who is the primary by the word of his own Patroni. */
export async function primaryOf(members: readonly Member[]): Promise<Member | undefined> {
  for (const member of members) {
    const says = await fetch(`http://${member.host}:${member.restPort}/primary`, {
      signal: AbortSignal.timeout(1_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (says) return member;
  }
  return undefined;
}

/** All are there, follow the primary, and one of them holds every commit: another loss costs nothing. */
export async function isWhole(members: readonly Member[]): Promise<boolean> {
  const seen = await see(members);
  const count = (role: string): number => seen?.members.filter((member) => member.role === role).length ?? 0;
  const states = seen?.members.every(({ state }) => state === 'running' || state === 'streaming') ?? false;
  const close = seen?.members.every(({ lag = 0 }) => Number(lag) < 1_000_000) ?? false;
  return (
    states && close && count('leader') === 1 && count('sync_standby') === 1 && seen?.members.length === members.length
  );
}

/** What a cluster says of its members: `primary` once there is one, `whole` when another loss costs nothing. */
export const watched = (members: readonly Member[]) => ({
  async primary(): Promise<Member> {
    let found: Member | undefined;
    await until('there is a primary', async () => (found = await primaryOf(members)) !== undefined);
    return found!;
  },
  whole: () => until('three databases are there, one of them holding every commit', () => isWhole(members), 180),
});
