import { theLocale } from '../../locale/index.ts';
import { HttpError } from 'react-admin';
import { createIdempotencyKeys, outcomeOf, type Intent } from './idempotency.ts';
import { basePath, filesWithBase, filesWithoutBase } from '../../browser/basePath.ts';

/** Documented client limit for calls (D-API-06). */
export const TIMEOUT_MS = 6_000;
/** Uploads, imports and exports may take this long (D-API-06). */
export const TRANSFER_TIMEOUT_MS = 120_000;

const PROOF_NEEDED = 428;

/** Message keys of failures that have no server message. */
const UNREACHABLE = 'admin.error.unreachable';
export const TIMED_OUT = 'admin.error.timeout';
const OUTCOME_UNKNOWN = 'admin.error.outcomeUnknown';

/** Options of one call. `timeout` is in milliseconds. */
export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Empty values are left out, lists travel comma-separated (D-API-03). */
  readonly query?: Readonly<Record<string, unknown>>;
  /** An object travels as JSON, FormData as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  /** False for a POST that changes nothing (a quote): no Idempotency-Key. */
  readonly creates?: boolean;
  /** Goes out also when the page goes away under it. */
  readonly keepalive?: boolean;
}

/** Whether the call may have been done all the same: the answer got lost, or was none of the application's. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof HttpError && (error.body as { outcome?: unknown } | undefined)?.outcome === 'unknown';

/** Answer of a call in house dialect: its data, and the message in the language of the user. */
export interface HttpAnswer<T> {
  readonly data: T;
  readonly message: string;
}

/** Calls the server with the token and language of the user. Paths are below `apiUrl`. */
export interface Http {
  /** A call in house dialect; rejects with HttpError when the body's statusCode is not 200 (D-API-01). */
  <T = unknown>(path: string, request?: HttpRequest): Promise<HttpAnswer<T>>;
  /** The bare answer, for simple-rest and downloads; rejects with HttpError on an HTTP status of 400 or more. */
  raw(path: string, request?: HttpRequest): Promise<Response>;
  readonly apiUrl: string;
  /** Headers every call carries; uploads that report progress need them outside fetch. */
  headers(): Record<string, string>;
  /** The error of an answer that was refused, for those who ask without fetch. */
  refusal(status: number, envelope: Envelope): HttpError;
  /** Id of who is signed in, as far as known. */
  user(): number | undefined;
  /** What outlives the page. */
  readonly storage: Storage;
}

export interface HttpOptions {
  /** Default `/api`. */
  readonly apiUrl?: string;
  readonly token: () => string | null;
  /** Language of the messages in answers; default local storage `app_language`, else the first of the application. */
  readonly language?: () => string;
  /** A line above the server's message of a 403 (D-FW-06: titled Forbidden). */
  readonly forbiddenTitle?: () => string;
  /** Told of every answer, and of every refusal by HTTP status before the caller hears of it. */
  readonly onAnswer?: (response: Response) => void;
  readonly onRefusal?: (error: HttpError) => void;
  /** Asks for the password where a call needs a recent proof of it; after true the call is made again. Default: nobody is asked. */
  readonly prove?: () => Promise<boolean>;
  readonly fetch?: typeof fetch;
  /** Id of who is signed in; default: nobody knows. */
  readonly user?: () => number | undefined;
  /** Where keys of unanswered calls are kept, and which uploads were begun. */
  readonly storage: Storage;
}

export interface Envelope {
  readonly statusCode?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly result?: { readonly isLogin?: boolean };
}

/** Field messages of a refusal in the place where react-admin looks for them. */
function errorBody(envelope: Envelope): Record<string, unknown> {
  const data = envelope.data as { errors?: Record<string, string> } | null | undefined;
  return { ...envelope, ...(data?.errors ? { errors: data.errors } : {}) };
}

/** `{a: 1, b: [1, 2], c: ''}` → `?a=1&b=1%2C2`. */
function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Below a path of a proxy, files are asked for there as well. */
const envelopeIn = async (response: Response): Promise<Envelope> =>
  (basePath() === '' ? await response.json() : JSON.parse(await response.text(), filesWithBase)) as Envelope;

const storedLanguage = (): string => globalThis.localStorage?.getItem('app_language') || theLocale().languages[0]!.code;

/**
 * The one way to the server: token, language, time limit, one Idempotency-Key per intent, refusals as HttpError whose
 * `body.errors` carries the field messages. A keyed call whose outcome is not known rejects with an error for which `isOutcomeUnknown` holds,
 * and keeps its key: sent again it is done once. Safe to share; holds no state but those keys.
 */
export function createHttp(options: HttpOptions): Http {
  const { apiUrl = '/api', token, language = storedLanguage, forbiddenTitle, onAnswer, onRefusal, storage } = options;
  const keys = createIdempotencyKeys(storage);
  const user = options.user ?? (() => undefined);

  const headers = (): Record<string, string> => {
    const bearer = token();
    return { 'Accept-Language': language(), ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
  };

  /** Undefined for a body that is no JSON, or was cut off. */
  async function envelopeOf(response: Response): Promise<Envelope | undefined> {
    try {
      return await envelopeIn(response);
    } catch {
      return undefined;
    }
  }

  /** What a call that was taken answers. A body that breaks off is a connection that broke: nobody has refused anything. */
  async function answerOf(response: Response, { signal }: HttpRequest): Promise<Envelope> {
    try {
      return await envelopeIn(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof SyntaxError) return {};
      throw new HttpError(UNREACHABLE, 0, {});
    }
  }

  async function send(path: string, request: HttpRequest): Promise<Response> {
    const { method = 'GET', query, body, signal, timeout = TIMEOUT_MS, creates = true, keepalive } = request;
    const limit = AbortSignal.timeout(timeout);
    const json = body !== undefined && !(body instanceof FormData);
    const text = json ? JSON.stringify(body, basePath() === '' ? undefined : filesWithoutBase) : undefined;
    const intent: Intent | undefined =
      method === 'POST' && creates ? { path, body: text ?? (body as FormData | undefined) } : undefined;
    const unknown = (status: number, envelope: Envelope = {}): HttpError =>
      new HttpError(OUTCOME_UNKNOWN, status, { ...envelope, outcome: 'unknown' });
    try {
      const response = await (options.fetch ?? fetch)(`${apiUrl}${path}${queryString(query)}`, {
        method,
        ...(keepalive && { keepalive }),
        headers: {
          Accept: 'application/json',
          ...headers(),
          ...(json ? { 'Content-Type': 'application/json' } : {}),
          ...(intent ? { 'Idempotency-Key': keys.take(intent) } : {}),
        },
        body: json ? text : (body as FormData | undefined),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      onAnswer?.(response);
      if (intent) {
        const envelope = await envelopeOf(response.clone());
        const outcome = outcomeOf(response.status, envelope);
        if (outcome === 'unknown') throw unknown(response.status, envelope);
        if (outcome === 'known') keys.settle(intent);
      }
      return response;
    } catch (error) {
      if (signal?.aborted || error instanceof HttpError) throw error;
      if (intent) throw unknown(0);
      throw new HttpError(limit.aborted ? TIMED_OUT : UNREACHABLE, 0, {});
    }
  }

  /** A call that needs a recent proof of the password (HTTP 428) waits for it and is made again; whoever made it need not know. */
  async function sendProven(path: string, request: HttpRequest): Promise<Response> {
    const response = await send(path, request);
    if (response.status !== PROOF_NEEDED || !(await options.prove?.())) return response;
    return send(path, request);
  }

  const refusal = (status: number, envelope: Envelope): HttpError => {
    const message = envelope.message || 'ra.notification.http_error';
    const title = status === 403 ? forbiddenTitle?.() : undefined;
    const error = new HttpError(title ? `${title}\n${message}` : message, status, errorBody(envelope));
    onRefusal?.(error);
    return error;
  };

  const http = async <T>(path: string, request: HttpRequest = {}): Promise<HttpAnswer<T>> => {
    const response = await sendProven(path, request);
    const envelope = response.ok ? await answerOf(response, request) : ((await envelopeOf(response)) ?? {});
    const status = response.ok ? (envelope.statusCode ?? 500) : response.status;
    if (status !== 200) throw refusal(status, envelope);
    return { data: envelope.data as T, message: envelope.message ?? '' };
  };

  const raw = async (path: string, request: HttpRequest = {}): Promise<Response> => {
    const response = await sendProven(path, request);
    if (!response.ok) throw refusal(response.status, (await envelopeOf(response)) ?? {});
    return response;
  };

  return Object.assign(http, { raw, apiUrl, headers, refusal, user, storage });
}
