import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import type { Kept } from './kept.ts';
import { type Member, watched } from './members.ts';
import type { Node } from './nodes.ts';

/** The project of deploy/cluster/compose.yaml. */
const PROJECT = 'forecourt-cluster';
/** A container that was killed by hand is not started again by its policy: somebody does it so much later, as systemd would. */
const RESTART_MS = 2_000;

/** All of its processes at once, in an image that has no program for that. */
const KILL_POSTGRES = 'kill -9 $(grep -l "^postgres$" /proc/[0-9]*/comm | cut -d/ -f3)';

const run = promisify(execFile);
const docker = async (...args: readonly string[]): Promise<string> => (await run('docker', args)).stdout.trim();

/** What is read of `docker inspect`. */
interface Inspected {
  readonly Id: string;
  readonly RestartCount: number;
  readonly Config: { readonly Env: readonly string[] };
  readonly NetworkSettings: {
    readonly Ports: Readonly<Record<string, readonly { readonly HostPort: string }[] | null>>;
    readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>>;
  };
}

async function inspect(container: string): Promise<Inspected> {
  return (JSON.parse(await docker('inspect', container)) as Inspected[])[0]!;
}

/** The container of a service, whatever the version of Compose calls it. */
async function find(service: string): Promise<string> {
  const labels = [`project=${PROJECT}`, `service=${service}`];
  const filters = labels.flatMap((label) => ['--filter', `label=com.docker.compose.${label}`]);
  const id = await docker('ps', '--all', '--quiet', ...filters);
  if (!/^\w+$/.test(id)) throw new Error(`there is not one container of the service ${service} in ${PROJECT}`);
  return id;
}

const address = ({ NetworkSettings: { Networks } }: Inspected): string => Object.values(Networks)[0]!.IPAddress;

async function findMember(name: string): Promise<Member> {
  const id = await find(name);
  return {
    name,
    host: address(await inspect(id)),
    port: 5432,
    restPort: 8008,
    start: () => void docker('start', id),
    kill: async () => void (await docker('kill', id)),
    crash: async () => void (await docker('exec', id, 'sh', '-c', KILL_POSTGRES)),
    stop: async () => void (await docker('stop', '--time', '60', id)),
  };
}

async function findKept(name: string): Promise<Kept> {
  const id = await find(name);
  const before = (await inspect(id)).RestartCount;
  return {
    name,
    async kill() {
      await docker('kill', id);
      setTimeout(() => void docker('start', id), RESTART_MS);
    },
    stop: async () => void (await docker('stop', id)),
    fell: async () => (await inspect(id)).RestartCount - before,
  };
}

async function findNode(name: string): Promise<Node> {
  const kept = await findKept(name);
  const url = `http://${address(await inspect(await find(name)))}:8080/api/health/ready`;
  const isReady = (): Promise<boolean> =>
    fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  return { ...kept, isReady };
}

/** The cluster that `docker compose -f deploy/cluster/compose.yaml up` has started on this machine. It is left running. */
export async function findCluster(): Promise<Cluster> {
  const logs = mkdtempSync(path.join(tmpdir(), 'forecourt-cluster-'));
  const numbers = [1, 2, 3];
  const members = await Promise.all(numbers.map((number) => findMember(`db${number}`)));
  const nodes = await Promise.all(numbers.map((number) => findNode(`node${number}`)));
  const pgbouncer = await findKept('pgbouncer1');
  const proxy = await inspect(await find('proxy'));
  const said = (await inspect(await find('node1'))).Config.Env.map((pair) => pair.split('=', 2) as [string, string]);
  const environment = new Map(said);
  return {
    logs,
    url: `https://127.0.0.1:${proxy.NetworkSettings.Ports['443/tcp']![0]!.HostPort}`,
    passwords: {
      admin: environment.get('ADMIN_PASSWORD')!,
      database: new URL(environment.get('DATABASE_URL')!).password,
    },
    members,
    nodes,
    pgbouncer,
    ...watched(members),
    async remove({ keepLogs }) {
      if (!keepLogs) rmSync(logs, { recursive: true, force: true });
    },
  };
}
