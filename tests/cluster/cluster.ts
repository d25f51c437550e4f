import { mkdtempSync, chmodSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endAll, type Folder, freePorts, openFolder, startChild, until } from './children.ts';
import { createMember, isWhole, type Member, PASSWORD, primaryOf, watched } from './members.ts';
import type { Kept } from './kept.ts';
import { startNode, type Node } from './nodes.ts';
import { program } from './programs.ts';
import { makeDatabase, startDatabaseProxy, startFront, startPgBouncer } from './proxies.ts';

/** Three database machines, three nodes, and the proxies between them, all on this machine. */
export interface Cluster {
  /** Folder of what was logged. */
  readonly logs: string;
  /** Where the writers come. */
  readonly url: string;
  readonly passwords: { readonly admin: string; readonly database: string };
  readonly members: readonly Member[];
  readonly nodes: readonly Node[];
  readonly pgbouncer: Kept;
  /** The primary, once there is one. */
  primary(): Promise<Member>;
  /** Waits until another loss costs nothing. */
  whole(): Promise<void>;
  /** Ends everything; keeps the logs where the run failed. */
  remove(options: { keepLogs: boolean }): Promise<void>;
}

const COUNT = 3;

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function startMembers(folder: Folder, members: readonly Member[]): Promise<void> {
  // The first one makes the database, the others copy it.
  members[0]!.start();
  await until('the first database is the primary', async () => (await primaryOf(members)) !== undefined, 120);
  await makeDatabase(folder, members[0]!);
  for (const member of members.slice(1)) member.start();
  await until('the standbys follow', () => isWhole(members), 180);
}

export async function startCluster(): Promise<Cluster> {
  const root = mkdtempSync(path.join(tmpdir(), 'forecourt-cluster-'));
  chmodSync(root, 0o755);
  const folder = openFolder(root);
  mkdirSync(path.join(root, 'files'));
  const [etcd, peer, front, primaryPort, standbys, poolerPort, ...others] = (await freePorts(6 + 3 * COUNT)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const ports = { front, primary: primaryPort, standbys, pgbouncer: poolerPort };
  const [client, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  startChild(folder, {
    name: 'etcd',
    file: program('etcd'),
    environment: {
      ETCD_NAME: 'etcd',
      ETCD_DATA_DIR: folder.make('etcd'),
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: peers,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
      ETCD_INITIAL_CLUSTER: `etcd=${peers}`,
    },
  });
  await until('etcd answers', () => answers(`${client}/health`));
  const members = Array.from({ length: COUNT }, (_, at) =>
    createMember(folder, `db${at + 1}`, { port: others[at]!, rest: others[COUNT + at]! }, etcd),
  );
  await startMembers(folder, members);
  startDatabaseProxy(folder, ports, members);
  const pgbouncer = startPgBouncer(folder, ports);
  const nodePorts = others.slice(2 * COUNT);
  startFront(folder, ports, nodePorts);
  const nodes = nodePorts.map((port, at) => startNode(folder, at, port, ports));
  const url = `http://127.0.0.1:${front}`;
  const areReady = async (): Promise<boolean> =>
    (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean);
  await until('the nodes are ready', areReady, 180);
  await until('the proxy has seen it', () => answers(`${url}/api/health/ready`));
  return {
    logs: folder.logs,
    url,
    passwords: { admin: PASSWORD, database: PASSWORD },
    members,
    nodes,
    pgbouncer,
    ...watched(members),
    async remove({ keepLogs }) {
      await Promise.all(nodes.map((node) => node.stop()));
      await pgbouncer.stop();
      await Promise.all(members.map((member) => member.stop()));
      await endAll('SIGTERM');
      for (const name of ['etcd', 'files', ...members.map((member) => member.name)])
        rmSync(path.join(root, name), { recursive: true, force: true });
      if (!keepLogs) rmSync(root, { recursive: true, force: true });
    },
  };
}
