import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import locale from '../../locale.json';
import { readSettings } from '../../packages/forecourt/src/server/settings.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/cluster');
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: string | { readonly context: string; readonly target: string };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly networks: { readonly inside: { readonly ipv4_address: string } };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: {
    readonly inside: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
}

const { services, volumes, networks } = load(read('compose.yaml')) as Compose;
const dockerfile = read('Dockerfile');
const ways = read('haproxy.cfg');
const proxy = read('../haproxy.cfg');
const numbers = [1, 2, 3];
const each = (kind: string): Service[] => numbers.map((number) => services[`${kind}${number}`]!);
const address = (service: string): string => services[service]!.networks.inside.ipv4_address;
const variables = (file: string): Record<string, string> =>
  Object.fromEntries([...read(file).matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]));
/** What Compose hands to a container; what `.env` says is left out. */
const environmentOf = ({ env_file: file, environment }: Service): Record<string, string> => {
  const all = { ...(file !== undefined && variables(file)), ...environment };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value.replace(/\$\{\w+:\?\}/g, 'said')]));
};

it('every file, folder and program that the services name is there', () => {
  for (const { build, env_file: file, volumes: mounted = [] } of Object.values(services)) {
    if (typeof build === 'object') expect(dockerfile).toMatch(new RegExp(`^FROM debian AS ${build.target}$`, 'm'));
    else if (build !== undefined) expect(existsSync(path.join(FOLDER, build, 'Dockerfile'))).toBe(true);
    if (file !== undefined) expect(existsSync(path.join(FOLDER, file))).toBe(true);
    for (const [from] of mounted.map((each) => each.split(':') as [string]))
      if (!from.startsWith('.')) expect(volumes).toHaveProperty(from);
      // The certificate is the operator's.
      else if (from !== '../certificates') expect(existsSync(path.join(FOLDER, from))).toBe(true);
  }
  const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, list]) => list!.split(' '));
  expect(copied.length).toBeGreaterThan(4);
  expect(copied.filter((file) => !existsSync(path.join(FOLDER, file)))).toEqual([]);
  // Debian's packages, and nothing else from outside.
  expect(dockerfile).not.toMatch(/curl|wget|pip|http/);
});

it('nobody is root, writes beside what is his, or stays away', () => {
  for (const [name, service] of Object.entries(services)) {
    expect.soft(service.read_only, name).toBe(true);
    expect.soft(service.cap_drop, name).toEqual(['ALL']);
    expect.soft(service.security_opt, name).toEqual(['no-new-privileges:true']);
    expect.soft(service.restart, name).toBe('unless-stopped');
  }
  const stages = dockerfile.split(/^FROM /m).slice(2);
  expect(stages.map((stage) => /^USER (.+)$/m.exec(stage)?.[1])).toEqual(['etcd', 'postgres', 'postgres']);
  for (const stage of stages) expect(stage).toMatch(/^HEALTHCHECK /m);
});

it('no password stands in the file: it does not start before each is said', () => {
  const secret = Object.values(services).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|KEY|TOKEN|DATABASE_\w*URL/.test(name)),
  );
  expect(secret.length).toBeGreaterThan(20);
  expect(secret.filter(([, value]) => !/\$\{\w+:\?\}/.test(value))).toEqual([]);
  // Nor is one of those to be replaced in the files of the machines left as it is.
  for (const service of Object.values(services))
    expect(Object.entries(environmentOf(service)).filter(([, value]) => value.includes('replace-me'))).toEqual([]);
  const { authentication } = (load(read('patroni.yml')) as { postgresql: { authentication: object } }).postgresql;
  for (const user of Object.keys(authentication))
    for (const db of each('db')) expect(db.environment).toHaveProperty(`PATRONI_${user.toUpperCase()}_PASSWORD`);
});

it('nodes have settings that the server reads, and reach what is beside them where it listens', () => {
  const known = new Set<string>();
  readSettings(new Proxy<Record<string, string>>({}, { get: (_all, name: string) => void known.add(name) }), locale);
  const pooler = /^listen_port = (\d+)$/m.exec(read('pgbouncer.ini'))![1]!;
  for (const [at, node] of each('node').entries()) {
    const environment = environmentOf(node);
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(() => readSettings({ ...environment, SECRET_KEY: '', METRICS_TOKEN: '' }, locale)).not.toThrow();
    const place = (name: string): string => new URL(environment[name]!).host;
    expect(place('DATABASE_URL')).toBe(`pgbouncer${at + 1}:${pooler}`);
    expect(place('DATABASE_DIRECT_URL')).toBe(`way${at + 1}:5000`);
    expect(place('DATABASE_READ_URL')).toBe(`way${at + 1}:5001`);
    expect(services[`pgbouncer${at + 1}`]!.environment!['WAY']).toBe(`way${at + 1}`);
    expect(environment['TRUST_PROXY']).toBe(address('proxy'));
    expect(parseInt(node.stop_grace_period!)).toBeGreaterThan(Number(environment['DRAIN_SECONDS']) + 10);
    // By the file of the outer proxy, or by what is said to it.
    const { NODE3 } = services['proxy']!.environment!;
    expect(proxy.replaceAll('"${NODE3}:8080"', `${NODE3}:8080`)).toContain(
      `server node${at + 1} ${address(`node${at + 1}`)}:8080`,
    );
  }
  // One folder of files, one of backups.
  expect(new Set(each('node').map((node) => node.volumes!.join()))).toHaveProperty('size', 1);
});

it('PgBouncer in a container has the settings of the machines, but for where it listens, whom it asks and where the password is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'forecourt-pgbouncer-'));
  try {
    writeFileSync(path.join(folder, 'pgbouncer'), '#!/bin/sh\ncat "$@"\n', { mode: 0o755 });
    const script = read('containers/pgbouncer.sh').replaceAll('/tmp/', `${folder}/`);
    const printed = execFileSync(
      'sh',
      ['-c', script.replace('/etc/pgbouncer/pgbouncer.ini', `${FOLDER}/pgbouncer.ini`)],
      {
        env: { PATH: `${folder}:${process.env['PATH']}`, WAY: 'way1', DATABASE_PASSWORD: 'said' },
        encoding: 'utf8',
      },
    );
    expect(readFileSync(path.join(folder, 'userlist.txt'), 'utf8')).toBe('"forecourt" "said"\n');
    const expected = [
      ['host=127.0.0.1 port=5000', 'host=way1 port=5000'],
      ['listen_addr = 127.0.0.1', 'listen_addr = 0.0.0.0'],
      ['/etc/pgbouncer/userlist.txt', `${folder}/userlist.txt`],
    ].reduce((text, [from, to]) => text.replace(from!, to!), read('pgbouncer.ini'));
    expect(printed).toBe(`${expected}unix_socket_dir =\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the ways to the database know the databases, and these each other and etcd', () => {
  const { subnet } = networks.inside.ipam.config[0]!;
  for (const way of each('way')) {
    expect(way.environment!['LISTEN']).toBe('0.0.0.0');
    for (const number of numbers) expect(way.environment![`DB${number}`]).toBe(address(`db${number}`));
  }
  // Each variable that the file reads is said: what is not would be an address of the machines.
  for (const [, name] of ways.matchAll(/\$\{(\w+)-/g)) expect(services['way1']!.environment).toHaveProperty(name!);
  for (const [at, db] of each('db').entries()) {
    const { environment = {} } = db;
    expect(environment['PATRONI_NAME']).toBe(`db${at + 1}`);
    expect(environment['PATRONI_POSTGRESQL_CONNECT_ADDRESS']).toBe(`db${at + 1}:5432`);
    expect(environment['PATRONI_RESTAPI_CONNECT_ADDRESS']).toBe(`db${at + 1}:8008`);
    expect(environment['PATRONI_ETCD3_HOSTS']).toBe('etcd1:2379,etcd2:2379,etcd3:2379');
  }
  for (const [at, etcd] of each('etcd').entries()) {
    const environment = environmentOf(etcd);
    expect(environment['ETCD_NAME']).toBe(`etcd${at + 1}`);
    expect(environment['ETCD_INITIAL_CLUSTER']).toContain(
      `etcd${at + 1}=${environment['ETCD_INITIAL_ADVERTISE_PEER_URLS']}`,
    );
    // An address of a machine that is left as it is would be listened at in vain.
    expect(Object.entries(environment).filter(([, value]) => value.includes('10.0.0.'))).toEqual([]);
  }
  // Who may come, on machines and in containers, is the same but for the network.
  const rules = (file: string): string[] =>
    (load(read(file)) as { postgresql: { pg_hba: string[] } }).postgresql.pg_hba;
  expect(rules('containers/patroni.yml')).toEqual(
    rules('patroni.yml').map((rule) => rule.replace('10.0.0.0/24', subnet)),
  );
});

it('Patroni may ask its own PostgreSQL as who replicates', () => {
  const { postgresql } = load(read('patroni.yml')) as {
    postgresql: { pg_hba: string[]; authentication: { replication: { username: string } } };
  };
  const { username } = postgresql.authentication.replication;
  expect(postgresql.pg_hba).toContain(`host replication ${username} 127.0.0.1/32 scram-sha-256`);
});
