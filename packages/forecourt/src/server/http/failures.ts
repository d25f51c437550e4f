import { Refusal, unavailable, type FieldErrors } from '../errors.ts';
import type { Translate } from '../messages.ts';
import { isConnectionLost } from '../postgres/index.ts';
import type { FailureBody } from './envelope.ts';
import { QueueFull, ShareFull } from './concurrency.ts';

export interface Failure {
  readonly http: number;
  readonly body: FailureBody;
  /** Of the message, which is the same in every language. */
  readonly key: string;
  /** `fault`: of the program; `outage`: of the surroundings; `refusal`: of the caller. */
  readonly kind: 'refusal' | 'outage' | 'fault';
}

/** The request took longer than its deadline. */
export class DeadlinePassed extends Error {}

const fieldTexts = (fields: FieldErrors, t: Translate): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? t(text) : t(text[0], text[1])]),
  );

/** SQLSTATEs that mean "not now": statement cancelled by its timeout, lock not available, serialization, deadlock, disk or memory full. */
const NOT_NOW = /^(57014|55P03|40001|40P01|53...)$/;

/** Last line of defence for values that passed every check and that PostgreSQL still refuses: the caller's fault, not a fault (D-API-01). */
const BAD_VALUE = /^(22...|23502|23503|23514)$/;
const COLLISION = /^(23505|23P01)$/;

/** The disk that takes uploaded files is full, or its quota is. */
const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** PostgreSQL ended or refused the connection, whatever its reason. */
const isRefusedConnection = (error: Error): boolean => (error as Error & { severity?: unknown }).severity === 'FATAL';

const sqlState = (error: Error): string => {
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

function plain(t: Translate, http: number, statusCode: number, key: string, kind: Failure['kind']): Failure {
  return { http, kind, key, body: { statusCode, message: t(key), data: null } };
}

function ofRefusal(refusal: Refusal, t: Translate): Failure {
  const { fields, data, http, code } = refusal;
  const errors = fields && fieldTexts(fields, t);
  return {
    http,
    kind: http >= 500 ? 'outage' : 'refusal',
    key: refusal.key,
    body: {
      statusCode: code,
      message: t(refusal.key, refusal.params),
      data: errors || data ? { ...data, ...(errors && { errors }) } : null,
    },
  };
}

/** Errors that Fastify and its plugins throw: status decides, their English text stays inside. */
function ofStatus(status: number, t: Translate): Failure | undefined {
  if (status === 413) return plain(t, 413, 413, 'msg.bodyTooLarge', 'refusal');
  if (status === 404) return plain(t, 404, 404, 'msg.noSuchPath', 'refusal');
  if (status === 429) return plain(t, 429, 429, 'msg.tooManyRequests', 'refusal');
  if (status === 503) return ofRefusal(unavailable(), t);
  if (status >= 400 && status < 500) return plain(t, status, status, 'msg.parameterError', 'refusal');
  return undefined;
}

/** What the caller is told about anything that was thrown. Internal texts never leave the server. */
export function describeFailure(thrown: unknown, t: Translate): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof Refusal) return ofRefusal(error, t);
  if (
    error instanceof DeadlinePassed ||
    error instanceof QueueFull ||
    isConnectionLost(error) ||
    isRefusedConnection(error)
  )
    return ofRefusal(unavailable(), t);
  if (error instanceof ShareFull) return plain(t, 429, 429, 'msg.tooManyRequests', 'refusal');
  if (NO_SPACE.has((error as NodeJS.ErrnoException).code)) return plain(t, 507, 507, 'msg.upload.noSpace', 'outage');
  const state = sqlState(error);
  if (NOT_NOW.test(state)) return ofRefusal(unavailable(), t);
  if (BAD_VALUE.test(state)) return plain(t, 200, 400, 'msg.parameterError', 'refusal');
  if (COLLISION.test(state)) return plain(t, 200, 400, 'msg.duplicate', 'refusal');
  const { statusCode } = error as Error & { statusCode?: unknown };
  const known = typeof statusCode === 'number' ? ofStatus(statusCode, t) : undefined;
  return known ?? plain(t, 500, 500, 'msg.fault', 'fault');
}
