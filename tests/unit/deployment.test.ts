import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import locale from '../../locale.json';
import { readSettings } from '../../packages/forecourt/src/server/settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const dockerfile = read('Dockerfile');
const compose = load(read('deploy/compose.yaml')) as Compose;
const proxy = read('deploy/haproxy.cfg');
const unit = read('deploy/forecourt.service');
const page = read('docs/operate.md');
const nodes = Object.entries(compose.services).filter(([, { image }]) => image === 'forecourt');

/** Names that the server reads. */
const KNOWN = new Set<string>();
readSettings(new Proxy<Record<string, string>>({}, { get: (_target, name: string) => void KNOWN.add(name) }), locale);

it('the image is made of what is there, by commands that are there, without downloads of its own', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) => list!.split(' '));
  expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, script] of dockerfile.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script!]);
  expect(dockerfile).not.toMatch(/curl|wget|apk |apt-get|npx|ADD /);
  // What the build reads is let in (packages/forecourt/cli/inputs.mjs), and nothing that is of one machine.
  const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file]) => file!);
  expect(letIn.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const inputs = [...read('packages/forecourt/cli/inputs.mjs').matchAll(/^const (?:SHARED|OWN) = \[([^\]]+)\]/gm)]
    .flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)])
    .map(([, file]) => file!.split('/')[0]!);
  // Some are of applications that have more, or less, than the product.
  const here = inputs.filter((file) => existsSync(path.join(ROOT, file)));
  expect(here.length).toBeGreaterThan(8);
  expect(here.filter((file) => !letIn.includes(file))).toEqual([]);
});

it('the image runs the built server as nobody in particular, and asks whether it lives', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain('ENTRYPOINT ["node", "dist/server.js"]');
  expect(last).not.toMatch(/^RUN .*npm/m);
  expect(last).toContain('/api/health/live');
  for (const [, names] of last.matchAll(/^ENV (.+)$/gm))
    for (const [, name] of names!.matchAll(/(\w+)=/g)) expect([...KNOWN, 'NODE_ENV']).toContain(name);
});

it('the services name settings that the server reads, folders that are declared and nodes that the proxy knows', () => {
  expect(nodes.length).toBeGreaterThan(1);
  for (const [name, { environment = {}, volumes = [], read_only, networks }] of nodes) {
    expect(Object.keys(environment).filter((variable) => !KNOWN.has(variable))).toEqual([]);
    expect(volumes.map((volume) => volume.split(':')[0]!).filter((volume) => !(volume in compose.volumes))).toEqual([]);
    expect(read_only).toBe(true);
    // By an address of its own: what stops or is made anew meanwhile keeps no proxy from starting, and is found again.
    expect(proxy).toContain(`server ${name} ${networks!['inside']!.ipv4_address}:8080`);
  }
  const { environment, stop_grace_period: grace } = nodes[0]![1];
  expect(parseInt(grace!)).toBeGreaterThan(Number(environment!['DRAIN_SECONDS']) + 10);
  expect(proxy).toContain('option httpchk GET /api/health/ready');
});

it('the proxy gives the node time to drain', () => {
  const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(proxy)!;
  expect(Number(nodes[0]![1].environment!['DRAIN_SECONDS'])).toBeGreaterThan(Number(inter) * Number(fall));
});

it('the unit starts the built server with settings that it reads', () => {
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/server\.js$/m);
  for (const [, names] of unit.matchAll(/^Environment=(.+)$/gm))
    for (const [, name] of names!.matchAll(/(\w+)=/g)) expect([...KNOWN, 'NODE_ENV']).toContain(name);
});

it('each node of the proxy serves while it is ready, and says what is wrong while it only lives', () => {
  const backend = (name: string): string[] =>
    [
      ...proxy
        .slice(proxy.indexOf(`\nbackend ${name}\n`))
        .split('\n\n')[0]!
        .matchAll(/^ +server (.+)$/gm),
    ].map(([, server]) => server!);
  expect(backend('nodes').length).toBeGreaterThan(1);
  expect(backend('living')).toEqual(backend('nodes'));
});

it('the node of a cluster names settings that the server reads, and ways to the database that are there', () => {
  const cluster = (file: string): string => read(`deploy/cluster/${file}`);
  const settings = new Map(
    [...cluster('forecourt.env').matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  expect([...settings.keys()].filter((name) => !KNOWN.has(name))).toEqual([]);
  expect(() => readSettings({ ...Object.fromEntries(settings), SECRET_KEY: '' }, locale)).not.toThrow();
  const pgbouncer = cluster('pgbouncer.ini');
  // As it is where the environment says nothing else.
  const proxied = cluster('haproxy.cfg').replace(/"\$\{\w+-([^}]+)\}(:\d+)"/g, '$1$2');
  const ways = { DATABASE_URL: pgbouncer, DATABASE_READ_URL: proxied, DATABASE_DIRECT_URL: proxied };
  for (const [name, file] of Object.entries(ways)) {
    const { port, pathname, password } = new URL(settings.get(name)!);
    expect(file).toMatch(new RegExp(`listen_port = ${port}$|bind 127\\.0\\.0\\.1:${port}$`, 'm'));
    if (file === pgbouncer) expect(file).toMatch(new RegExp(`^${pathname.slice(1)} = `, 'm'));
    expect(cluster('userlist.txt')).toContain(`"${password}"`);
  }
  // PgBouncer asks the primary and the standbys where HAProxy listens.
  for (const [, port] of pgbouncer.matchAll(/ port=(\d+)/g)) expect(proxied).toContain(`bind 127.0.0.1:${port}`);
});

it('a lock of Patroni outlasts the time in which it is renewed', () => {
  const { bootstrap } = load(read('deploy/cluster/patroni.yml')) as {
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean } };
  };
  const { ttl, loop_wait: pause, retry_timeout: patience, synchronous_mode: synchronous } = bootstrap.dcs;
  expect(pause + 2 * patience).toBeLessThanOrEqual(ttl);
  expect(synchronous).toBe(true);
});

it('the page of operation names every figure that the server gives', () => {
  const figures = ['http/metrics.ts', 'backup/state.ts']
    .flatMap((file) => [
      ...read(`packages/forecourt/src/server/${file}`).matchAll(
        /^ {2,6}(?:name: ')?((?:http|database|outbox|backup)_\w+)/gm,
      ),
    ])
    .map(([, name]) => name!);
  expect(figures).toContain('backup_age_seconds');
  expect(figures).toContain('http_request_duration_seconds');
  expect(figures.filter((name) => !page.includes(name))).toEqual([]);
});
