import type { FastifyRequest } from 'fastify';
import type { Actor, Language } from '../contract.ts';
import type { Call, Caller, ChangeOptions } from '../data/index.ts';
import { Refusal } from '../errors.ts';
import type { Translate } from '../messages.ts';
import type { LivingKey } from './actors.ts';
import type { AgentCall } from '../mcp/index.ts';
import { isLate } from './deadline.ts';

/**
 * `public`: anybody; `signed`: another system, which knows a secret; `session`: any signed-in user; else a permission key, or several of which any will
 * do.
 */
export type RoutePermission = string | readonly string[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below /api has one; without it the server does not start. */
    permission?: RoutePermission;
    /** Needs a session whose password was proven within the last ten minutes. */
    proof?: boolean;
    /** It is about the session itself: an API key has none, and is refused. */
    sessionOnly?: boolean;
    /** It is no use of a session. */
    unattended?: boolean;
    /** Milliseconds until the server gives up by itself. */
    deadline?: number;
    /** What the operation log calls the way in, where it is one of its own. */
    door?: string;
    /** Changing calls: what the operation log calls them. */
    log?: { readonly module: string; readonly action: string };
  }
  interface FastifyRequest {
    /** The signed-in user; ANONYMOUS before and without sign-in. */
    actor: Actor;
    tokenHash: Buffer | null;
    /** The API key by which the caller came in; null with a session. */
    apiKey: LivingKey | null;
    /** The call is made by the server for an agent; null for whoever calls from outside. */
    agent: AgentCall | null;
    /** The password of the session was proven within the last ten minutes. */
    proven: boolean;
    language: Language;
    t: Translate;
    /** Epoch milliseconds by which the request is judged. */
    now: number;
    /** `performance.now()` at arrival. */
    startedAt: number;
    /** How often this process had touched what actors are made of when the request arrived. */
    actorsTouched: number;
    /** The answer is the first one to this idempotency key; nothing was done again. */
    replayed: boolean;
    /** The body as it came; empty but where it must be held against a signature (`signed`). */
    sentBody: string;
    /** What the operation log keeps of the input, set by the handler once it is known. */
    logged: { object?: string; payload?: unknown } | null;
  }
}

/** Who calls a public path: nobody, with no rights and nothing in scope. */
export const ANONYMOUS: Actor = {
  id: 0,
  username: '',
  name: '',
  roleId: 0,
  permissions: new Set<string>(),
  scope: [],
  facts: {},
};

export const isSignedIn = (request: FastifyRequest): boolean => request.actor !== ANONYMOUS;

/** The record of an address, for calls that were refused before anybody looked at them. */
function addressed({ params }: FastifyRequest): string | undefined {
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id.slice(0, 60) : undefined;
}

/** What the caller came in by: nothing is said of a session. */
function doorOf({ apiKey, agent, routeOptions: { config } }: FastifyRequest): string | undefined {
  if (!apiKey) return undefined;
  if (config.door !== undefined) return `${config.door} by ${apiKey.prefix}`;
  return agent ? `agent of ${apiKey.prefix}` : apiKey.prefix;
}

function callOf(request: FastifyRequest): Call | undefined {
  const { log } = request.routeOptions.config;
  if (!log) return undefined;
  return {
    module: log.module,
    action: log.action,
    method: request.method,
    // The pattern, not the address: queries may carry personal data.
    path: request.routeOptions.url ?? '',
    ip: request.ip,
    door: doorOf(request),
    object: request.logged ? request.logged.object : addressed(request),
    payload: request.logged?.payload,
    startedAt: request.startedAt,
  };
}

/** The caller as the data layer wants it. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    actor: request.actor,
    language: request.language,
    now: request.now,
    t: request.t,
    call: callOf(request),
    proven: request.proven,
    ...(request.agent?.rehearsal && { rehearsal: request.agent.rehearsal }),
    ...(request.agent && !request.apiKey?.agentsSend && { sendsNothing: true as const }),
    late: () => isLate(request),
  };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The Idempotency-Key header with the body it belongs to (D-API-07). Anything but 1 to 200 printable characters is refused. */
export function changeOptions(request: FastifyRequest, body: unknown): ChangeOptions {
  const key = request.headers['idempotency-key'];
  // What is only tried is not done, whatever its key.
  if (key === undefined || request.agent?.rehearsal) return {};
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new Refusal('msg.parameterError', { http: 400 });
  return { idempotencyKey: key, body, replayed: () => (request.replayed = true) };
}
