import { sql } from 'kysely';
import { createRandom } from 'forecourt/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseContent } from '../databaseContent.ts';
import { SEED } from '../turns.ts';
import { accountsOf } from './accounts.ts';
import { agentsOf, type Agent, type Tool } from './agents.ts';
import type { Client } from './app.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';

/** Calls by random agents; `test:long` asks for more. */
const CALLS = Number(process.env['AGENT_CALLS'] ?? 2000);
const AGENTS = 8;

let test: RentalApp;
let admin: Client;
beforeAll(async () => {
  test = await startRentalApp({ clock: Date.now });
  admin = await test.as('admin');
  const person = { name: 'Anan', phone: '812345678', countryCode: '+66', email: 'a@example.com' };
  accepted(await admin.post('/member/save', { ...person, idType: 1, idNo: '110101199001010011' }));
  await book(admin);
});
const agents = agentsOf(
  () => test,
  () => admin,
);
afterAll(async () => {
  await agents.close();
  await test.close();
});
const lazyApp = new Proxy({} as RentalApp, { get: (_none, name) => test[name as keyof RentalApp] });
const accounts = accountsOf(lazyApp, () => admin);
const random = createRandom(SEED);

interface Walker {
  readonly agent: Agent;
  /** The same user as a person: what he sees is the most that the agent may. */
  readonly person: Client;
  readonly seesAll: boolean;
  readonly changes: boolean;
  readonly tools: ReadonlyMap<string, Tool>;
}

async function walker(at: number, paths: readonly string[]): Promise<Walker> {
  const held = paths.filter(() => random.int(0, 2) > 0);
  const roleId = await accounts.makeRole(`walker${at}`, ...held);
  const scope = random.int(0, 1) === 0 ? { dataScope: 0 } : { dataScope: 1, storeIds: [random.int(1, 3)] };
  const user = await accounts.makeUser({ roleId, ...scope });
  const key = { agents: random.int(1, 2), readsOnly: random.int(0, 3) === 0, agentsSeeAll: random.int(0, 1) === 0 };
  const agent = await agents.agent(user.id, key);
  const tools = new Map((await agent.tools()).map((tool) => [tool.name, tool] as const));
  const changes = key.agents === 2 && !key.readsOnly;
  return { agent, person: user.client, seesAll: key.agentsSeeAll, changes, tools };
}

/** Every property that an answer has, however deep. */
function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) namesIn(one, names);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) namesIn(one, names.add(name));
  return names;
}

const argumentsOf = (tool: Tool, everyResource: readonly string[]): Record<string, unknown> => {
  const offered = tool.inputSchema.properties?.['resource']?.enum ?? [];
  const resource = random.pick(random.int(0, 4) === 0 || offered.length === 0 ? everyResource : offered);
  const id = random.int(1, 8);
  if (tool.name === 'find') return { resource, pageSize: 50 };
  if (tool.name === 'read' || tool.name === 'delete') return { resource, id };
  if (tool.name === 'describe') return { resource };
  if (tool.name === 'create') return { resource, values: { name: `W${id}` } };
  if (tool.name === 'update') return { resource, id, values: { remark: 'w' } };
  if (tool.name === 'figures') return { page: tool.inputSchema.properties?.['page']?.enum?.[0] ?? 'none' };
  return { input: { id, orderId: id } };
};

/** Everything that the database holds, but when keys were last used: that is written once a minute. */
async function content(): Promise<Record<string, unknown>> {
  const { apiKey: _keys, _change: _changed, ...others } = await databaseContent(test.db);
  const { rows } = await sql<{ key: object }>`
    select to_jsonb(k) - '{lastUsedTime,lastUsedFrom}'::text[] as key from "apiKey" k order by id
  `.execute(test.db);
  return { ...others, keys: rows };
}

it(`over ${CALLS} random calls agents see and do nothing beyond their users, and what is rehearsed leaves nothing`, async () => {
  const { rows: menus } = await sql<{ path: string }>`
    select path from menu where path is not null and path <> '' and path <> 'index'
  `.execute(test.db);
  const paths = menus.map(({ path }) => path);
  const all: Walker[] = [];
  for (let at = 0; at < AGENTS; at++) all.push(await walker(at, paths));
  const whole = await agents.agent('admin');
  const every = await whole.tools();
  const records = every.filter(({ inputSchema }) => inputSchema.properties?.['resource']);
  const resources = every.find(({ name }) => name === 'describe')!.inputSchema.properties!['resource']!.enum!;
  const { rows: personal } = await sql<{ text: string }>`
    select phone as text from member union select "idNo" from member union select "renterPhone" from "order" union select "renterIdNo" from "order"
  `.execute(test.db);
  const secrets = personal.map(({ text }) => text).filter((text) => text.length >= 6);
  expect(secrets.length).toBeGreaterThan(1);
  const list = new Map<string, Promise<ReadonlySet<unknown> | undefined>>();
  /** Ids of the first rows that a person is shown; undefined where the list is refused. */
  const seenBy = (at: number, resource: string): Promise<ReadonlySet<unknown> | undefined> => {
    const key = `${at} ${resource}`;
    let seen = list.get(key);
    if (!seen) list.set(key, (seen = idsOf(all[at]!.person, resource)));
    return seen;
  };
  const before = await content();
  let [answered, refused] = [0, 0];
  const kinds = new Set<string>();
  for (let call = 0; call < CALLS; call++) {
    const at = random.int(0, AGENTS - 1);
    const { agent, seesAll, changes, tools } = all[at]!;
    // Most of what is done is done to records; the rest is every step and command there is.
    const tool = random.pick(random.int(0, 2) > 0 ? records : every);
    const args = argumentsOf(tools.get(tool.name) ?? tool, resources);
    const isChange = tool.annotations?.readOnlyHint === false;
    const result = await agent
      .callTool({ name: tool.name, arguments: { ...args, ...(isChange && { rehearse: true }) } })
      .catch((error: Error) => error);
    const told = `${tool.name} ${JSON.stringify(args)}`;
    if (!tools.has(tool.name)) {
      expect(result, told).toBeInstanceOf(Error);
      refused++;
      continue;
    }
    if (result instanceof Error) throw new Error(`${told}: ${result.message}`);
    if (isChange) expect(changes, told).toBe(true);
    const { structuredContent } = result;
    if (!seesAll) for (const secret of secrets) expect(JSON.stringify(structuredContent), told).not.toContain(secret);
    if ('refused' in structuredContent) {
      refused++;
      continue;
    }
    answered++;
    kinds.add(tool.name);
    const { resource } = args as { readonly resource: string };
    if (tool.name === 'find') {
      const ids = await seenBy(at, resource);
      const { rows } = structuredContent['data'] as { readonly rows: readonly { readonly id: unknown }[] };
      expect(ids, told).toBeDefined();
      expect(
        rows.filter(({ id }) => !ids!.has(id)),
        told,
      ).toEqual([]);
    }
    if (tool.name === 'read') {
      const own = await recordFor(all[at]!.person, resource, args['id'] as number);
      expect(own, told).toBeDefined();
      expect(
        [...namesIn(structuredContent['data'])].filter((name) => !own!.names.has(name)),
        told,
      ).toEqual([]);
    }
  }
  expect(answered).toBeGreaterThan(0);
  expect([...kinds]).toEqual(expect.arrayContaining(['find', 'read', 'describe']));
  expect(refused).toBeGreaterThan(0);
  expect(await content()).toEqual(before);
}, 3_600_000);

function apiOf(resource: string) {
  const found = test.app.data.model.resources.get(resource)!;
  const simple = found.dialect === 'simple-rest';
  const list = simple ? `/resources/${resource}` : found.api.list;
  return { simple, list, info: simple ? `/resources/${resource}/{id}` : found.api.info };
}

async function idsOf(person: Client, resource: string): Promise<ReadonlySet<unknown> | undefined> {
  const { simple, list } = apiOf(resource);
  if (list === undefined) return undefined;
  const answer = await person.get<{ list: { id: unknown }[] } | undefined>(
    list,
    simple ? { range: '[0,499]' } : { pageNo: 1, pageSize: 500 },
  );
  if (answer.http !== 200) return undefined;
  const rows = simple ? (JSON.parse(answer.text) as readonly { id: unknown }[]) : answer.data?.list;
  return rows && new Set(rows.map(({ id }) => id));
}

async function recordFor(person: Client, resource: string, id: number) {
  const { simple, list, info } = apiOf(resource);
  if (info !== undefined) {
    const answer = await person.get<unknown>(info.replace('{id}', String(id)));
    if (answer.http !== 200 || (!simple && answer.statusCode !== 200)) return undefined;
    return { names: namesIn(simple ? JSON.parse(answer.text) : answer.data) };
  }
  const { data } = await person.get<{ list: object[] }>(list!, { ids: String(id), pageNo: 1, pageSize: 1 });
  return data?.list[0] && { names: namesIn(data.list[0]) };
}
