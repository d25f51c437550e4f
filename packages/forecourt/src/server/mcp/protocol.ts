/** The revisions of the Model Context Protocol that are spoken: the newest without a handshake, the ones before with it. */
export const MODERN = '2026-07-28';
const HANDSHAKES: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];
const VERSIONS: readonly string[] = [MODERN, ...HANDSHAKES];

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

type Json = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is wrong with a message itself: an error of JSON-RPC, with the status that carries it. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly http: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, { http = 200, data }: { http?: number; data?: Json } = {}) {
    super(message);
    this.name = 'ProtocolError';
    this.code = code;
    this.http = http;
    this.data = data;
  }
}

/** One message of a client. */
export interface Message {
  /** Absent: a notification, which nobody waits for. */
  readonly id?: string | number;
  readonly method: string;
  readonly params: Json;
  /** Of the newest revision, in which every message stands alone. */
  readonly modern: boolean;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

/** A header of the protocol; what is not ASCII comes as `=?base64?…?=`. */
function headerOf(headers: Headers, name: string): string | undefined {
  const text = headers[name];
  if (typeof text !== 'string') return undefined;
  const coded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  return coded === undefined ? text : Buffer.from(coded, 'base64').toString();
}

const unsupported = (requested: unknown): ProtocolError =>
  new ProtocolError(-32022, 'Unsupported protocol version', {
    http: 400,
    data: { supported: VERSIONS, requested },
  });

/** What a method is about, which its message says in the header `Mcp-Name` as well. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
  'prompts/get': 'name',
};

/** Headers by which proxies tell messages apart say what the message says. */
function requireSame(headers: Headers, method: string, params: Json, version: string): void {
  const name = NAMED[method] === undefined ? undefined : params[NAMED[method]];
  const pairs: readonly (readonly [string, unknown])[] = [
    ['mcp-protocol-version', version],
    ['mcp-method', method],
    ...(typeof name === 'string' ? [['mcp-name', name] as const] : []),
  ];
  for (const [header, said] of pairs)
    if (headerOf(headers, header) !== said)
      throw new ProtocolError(-32020, `The header ${header} and the message differ`, { http: 400 });
}

/** Reads a message. Throws ProtocolError where it is none, of no known revision, or its headers say something else. */
export function readMessage(body: unknown, headers: Headers): Message {
  if (!isObject(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string')
    throw new ProtocolError(-32600, 'Send one message of JSON-RPC 2.0', { http: 400 });
  const { id, method, params = {} } = body;
  if (id !== undefined && !isId(id)) throw new ProtocolError(-32600, 'The id is none', { http: 400 });
  if (!isObject(params)) throw new ProtocolError(-32602, 'Parameters are an object', { http: 400 });
  const meta = params['_meta'];
  const version = isObject(meta) ? meta[VERSION_KEY] : undefined;
  const header = headerOf(headers, 'mcp-protocol-version');
  if (version === undefined) {
    if (header !== undefined && !HANDSHAKES.includes(header)) throw unsupported(header);
    return { ...(id !== undefined && { id }), method, params, modern: false };
  }
  if (version !== MODERN) throw unsupported(version);
  if (id !== undefined) requireSame(headers, method, params, version);
  return { ...(id !== undefined && { id }), method, params, modern: true };
}

/** What the server says of itself: to `server/discover`, and in older revisions to `initialize`. */
export interface Introduction {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
}

const CAPABILITIES = { tools: {}, resources: {} };

export const discovered = ({ instructions }: Introduction): Json => ({
  supportedVersions: VERSIONS,
  capabilities: CAPABILITIES,
  instructions,
});

export function initialized({ name, version, instructions }: Introduction, { protocolVersion: asked }: Json): Json {
  const protocolVersion = typeof asked === 'string' && HANDSHAKES.includes(asked) ? asked : HANDSHAKES[0];
  return { protocolVersion, capabilities: CAPABILITIES, serverInfo: { name, version }, instructions };
}

/** Milliseconds for which what a key may do can be taken to stay the same. */
const LISTS_LIVE_MS = 30_000;

const lives = (method: string): number => (method === 'resources/read' ? 0 : LISTS_LIVE_MS);

/** A result in the form of the revision that was asked in. */
export const resultOf = ({ id, method, modern }: Message, result: Json): Json => ({
  jsonrpc: '2.0',
  id,
  result: modern
    ? {
        resultType: 'complete',
        ...(method !== 'tools/call' && { ttlMs: lives(method), cacheScope: 'private' }),
        ...result,
      }
    : result,
});

export const errorOf = (id: string | number | undefined, { code, message, data }: ProtocolError): Json => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message, ...(data && { data }) },
});

/** The status that carries an error: of older revisions those of a message that was read have none of their own. */
export const statusOf = (message: Message | undefined, error: ProtocolError): number =>
  message && !message.modern && error.code === -32601 ? 200 : error.http;
