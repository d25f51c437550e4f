import { lookup as resolve, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './addresses.ts';
import { DeliveryFailure } from './deliverers.ts';

export interface OutgoingCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is posted; without it the call is a GET. */
  readonly body?: string;
  /** Bytes that the answer may have; default 64 KB. */
  readonly largest?: number;
  /** Only the status is of interest: whatever else is answered is not read. */
  readonly statusOnly?: boolean;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** The body, when it is JSON. */
  readonly json: unknown;
  /** What the header Retry-After says, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** One call. Rejects with DeliveryFailure only. */
export type Call = (call: OutgoingCall) => Promise<OutgoingAnswer>;

interface OutgoingOptions {
  /** Private and loopback addresses may be called, and loopback without TLS. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** Connections are kept for the next call to the same place. A call may then come twice: one that finds its connection closed is made anew. */
  readonly keepConnections?: boolean;
}

const MAX_ANSWER = 64 * 1024;
const LONGEST_WAIT_MS = 3_600_000;
/** A connection that is kept is closed after so long without a call; listeners close theirs after five seconds. */
const IDLE_MS = 4_000;
/** An answer of which only the status is of interest is read up to here, so that its connection can be kept. */
const PASSED_OVER = 16 * 1024;

class AddressRefused extends Error {}

/** Addresses are judged where the connection is made: a name cannot lead elsewhere between the check and the call. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    if (!error && addresses.some(({ address }) => isPrivateAddress(address))) error = new AddressRefused(hostname);
    if (options.all) done(error, addresses);
    else done(error, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** The address, if it may be called at all. Credentials travel in headers and bodies, so nothing but TLS, and nothing inside an address. */
function target(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username !== '' || url.password !== '') throw new DeliveryFailure('bad address', { permanent: true });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const plain = url.protocol === 'http:' && allowPrivate && LOOPBACK.test(host);
  if (url.protocol !== 'https:' && !plain) throw new DeliveryFailure('address is not https', { permanent: true });
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host))
    throw new DeliveryFailure('address not allowed', { permanent: true });
  return url;
}

function waitOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,6}$/.test(header.trim())) return undefined;
  return Math.min(Number(header) * 1000, LONGEST_WAIT_MS);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function createAgents(signal: AbortSignal): { readonly http: http.Agent; readonly https: https.Agent } {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  const close = (): void => Object.values(agents).forEach((agent) => agent.destroy());
  signal.addEventListener('abort', close, { once: true });
  return agents;
}

/** Reads an answer to its end; `call` is cut off where it is too long. */
function readAnswer(call: http.ClientRequest, answer: http.IncomingMessage, largest: number): Promise<unknown> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largest) call.destroy(new DeliveryFailure('answer too long'));
      else chunks.push(chunk);
    });
    answer.on('error', fail);
    answer.on('end', () => done(parsed(Buffer.concat(chunks).toString('utf8'))));
  });
}

/** How the server calls the world outside: no redirects, no private addresses unless allowed, a short answer within the time. */
export function createCall({ allowPrivate, timeoutMs, signal, keepConnections = false }: OutgoingOptions): Call {
  const agents = keepConnections ? createAgents(signal) : undefined;

  function attempt(address: URL, given: OutgoingCall, late: AbortSignal): Promise<OutgoingAnswer> {
    const { headers, body, largest = MAX_ANSWER, statusOnly = false } = given;
    const isPlain = address.protocol === 'http:';
    return new Promise<OutgoingAnswer>((done, fail) => {
      const call = (isPlain ? http : https).request(
        address,
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...headers,
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          },
          signal: AbortSignal.any([signal, late]),
          agent: agents?.[isPlain ? 'http' : 'https'] ?? false,
          ...(allowPrivate ? {} : { lookup: lookupPublic }),
        },
        (answer) => {
          const head = { status: answer.statusCode ?? 0, retryAfterMs: waitOf(answer.headers['retry-after']) };
          if (statusOnly) {
            done({ ...head, json: undefined });
            if (agents) readAnswer(call, answer, PASSED_OVER).catch(() => undefined);
            else call.destroy();
          } else readAnswer(call, answer, largest).then((json) => done({ ...head, json }), fail);
        },
      );
      call.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = call.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
        if (isStale) attempt(address, given, late).then(done, fail);
        else fail(error);
      });
      call.end(body);
    });
  }

  return async (given) => {
    const address = target(given.url, allowPrivate);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      return await attempt(address, given, late);
    } catch (error) {
      if (error instanceof DeliveryFailure) throw error;
      if (error instanceof AddressRefused) throw new DeliveryFailure('address not allowed', { permanent: true });
      throw new DeliveryFailure(late.aborted ? 'timeout' : signal.aborted ? 'interrupted' : 'unreachable');
    }
  };
}

/** Refuses whatever is no success, and says whether to try again: not what the provider calls our mistake. */
export function requireSuccess({ status, retryAfterMs }: OutgoingAnswer): void {
  if (status >= 200 && status < 300) return;
  const permanent = status < 500 && status !== 429 && status !== 408;
  throw new DeliveryFailure(`http ${status}`, { permanent, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}
