import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Client, TestApp } from './app.ts';
import { accepted } from './rental.ts';

export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

type Asked = Readonly<Record<string, unknown>>;

/** What of the client of the protocol's own makers is used here. */
interface SdkClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(params?: Asked): Promise<{ readonly tools: readonly Tool[]; readonly nextCursor?: string }>;
  callTool(params: { readonly name: string; readonly arguments?: Asked }): Promise<ToolResult>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string; readonly name: string }[] }>;
  readResource(params: { readonly uri: string }): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  getServerVersion(): { readonly name: string } | undefined;
  getInstructions(): string | undefined;
}
interface Sdk {
  readonly Client: new (info: object, options?: object) => SdkClient;
  readonly StreamableHTTPClientTransport: new (url: URL, options?: object) => object;
}

const SDK = '@modelcontextprotocol/client';

export interface Agent extends Omit<SdkClient, 'connect' | 'listTools'> {
  readonly keyId: number;
  readonly key: string;
  tools(): Promise<readonly Tool[]>;
  /** What a tool answers. */
  use(name: string, args?: Asked): Promise<Readonly<Record<string, unknown>>>;
}

/** Agents that come in over a real port, with the client of the protocol's own makers. */
export function agentsOf(test: () => TestApp, admin: () => Client) {
  let made = 0;
  let address: Promise<string> | undefined;
  const open: SdkClient[] = [];

  async function listen(): Promise<string> {
    const { app } = test();
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }
  const url = (): Promise<string> => (address ??= listen());

  async function keyFor(userId: number, changes: Asked = {}): Promise<{ readonly id: number; readonly key: string }> {
    const expireTime = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const values = {
      ...{ name: `Agent ${++made}`, userId, readsOnly: false, agents: 2, perMinute: 60_000, expireTime },
      ...changes,
    };
    const { id } = accepted(await admin().post<{ id: number }>('/system/apikey/save', values)).data;
    const { key } = accepted(await admin().post<{ key: string }>('/system/apikey/issue', { id })).data;
    return { id, key };
  }

  async function userId(username: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from "user" where username = ${username}`.execute(test().db);
    return rows[0]!.id;
  }

  /** `mode`: how to agree on a revision; `legacy` is the handshake of those before. */
  async function connect(key: string, mode: 'auto' | 'legacy' = 'auto'): Promise<SdkClient> {
    const { Client, StreamableHTTPClientTransport } = (await import(SDK)) as Sdk;
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${await url()}/mcp`), { requestInit: { headers } }),
    );
    open.push(client);
    return client;
  }

  async function agent(who: number | string, changes: Asked = {}, mode?: 'auto' | 'legacy'): Promise<Agent> {
    const { id, key } = await keyFor(typeof who === 'string' ? await userId(who) : who, changes);
    const client = await connect(key, mode);
    return {
      keyId: id,
      key,
      close: () => client.close(),
      callTool: (params) => client.callTool(params),
      listResources: () => client.listResources(),
      readResource: (params) => client.readResource(params),
      getServerVersion: () => client.getServerVersion(),
      getInstructions: () => client.getInstructions(),
      async tools() {
        const all: Tool[] = [];
        let cursor: string | undefined;
        do {
          const page = await client.listTools(cursor === undefined ? {} : { cursor });
          all.push(...page.tools.filter(({ name }) => !all.some((one) => one.name === name)));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        return all;
      },
      use: async (name, args = {}) => (await client.callTool({ name, arguments: args })).structuredContent,
    };
  }

  return {
    url,
    agent,
    keyFor,
    connect,
    userId,
    close: async () => void (await Promise.all(open.map((one) => one.close()))),
  };
}
