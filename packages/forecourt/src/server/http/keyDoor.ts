import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor, Database } from '../contract.ts';
import { forbidden, Refusal } from '../errors.ts';
import type { Actors, LivingKey } from './actors.ts';
import { within } from './deadline.ts';
import { comesFrom, hashOfKey, keyOf, keyWithin } from './keys.ts';

/** The last use of a key is written at most so often. */
const USE_SECONDS = 60;
const MOST_KEYS = 10_000;

/** How programs come in. */
export interface KeyDoor {
  /** Lets in who shows a living API key, and throws what the key does not allow. Without a key it does nothing. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The same for agents, who come in by nothing but a key that lets them: HTTP 401 without one, 403 where it does not. */
  admitAgent(request: FastifyRequest, reply: FastifyReply): Promise<LivingKey>;
  /** The same for a directory that keeps users and roles. */
  admitDirectory(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Throws HTTP 401 for a key within the address, and marks it as exposed: logs of others may keep it. */
  refuseInAddress(request: FastifyRequest): Promise<void>;
}

/** What a route does not take from a key, whatever its user may do. */
function requireAllowed({ routeOptions: { config }, method, ip }: FastifyRequest, key: LivingKey): void {
  if (!comesFrom(key.addresses, ip)) throw forbidden('msg.apiKey.wrongAddress');
  if (config.permission === 'public' || config.permission === 'signed') return;
  if (config.sessionOnly || config.proof) throw forbidden('msg.apiKey.sessionOnly');
  if (key.readsOnly && method !== 'GET' && method !== 'HEAD') throw forbidden('msg.apiKey.readsOnly');
}

/** What a key does not let agents do, whatever it lets its program do. */
function requireAgents({ routeOptions: { config }, method }: FastifyRequest, { agents }: LivingKey): void {
  if (agents === 0) throw forbidden('msg.apiKey.noAgents');
  if (agents === 1 && method !== 'GET' && config.log) throw forbidden('msg.apiKey.agentsRead');
}

const maskedActors = new WeakMap<Actor, Actor>();

/** The same actor who sees masked what lists mask: one object for as long as the actor is one. */
function maskedActor(actor: Actor): Actor {
  let masked = maskedActors.get(actor);
  if (!masked) maskedActors.set(actor, (masked = { ...actor, masked: true }));
  return masked;
}

/** Calls by API keys: each as its user, within what the key allows, counted per minute (headers `ratelimit-*`), and noted as used. */
export function createKeyDoor(app: FastifyInstance, db: Database, actors: Actors): KeyDoor {
  const used = new Map<number, number>();
  const countCall = app.createRateLimit({
    max: (request) => request.apiKey?.perMinute ?? 1,
    timeWindow: '1 minute',
    keyGenerator: (request) => `key ${request.apiKey?.id}`,
  });

  /** Who waits for the answer does not wait for this. */
  function noteUse(request: FastifyRequest, { id }: LivingKey): void {
    const now = performance.now();
    if (now - (used.get(id) ?? -Infinity) < USE_SECONDS * 1000) return;
    if (used.size >= MOST_KEYS) used.clear();
    used.set(id, now);
    sql`update "apiKey" set "lastUsedTime" = now(), "lastUsedFrom" = ${request.ip} where id = ${id}`
      .execute(db)
      .catch((error: unknown) => request.log.warn({ err: error }, 'the use of an API key could not be noted'));
  }

  async function count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limit = await countCall(request);
    if (limit.isAllowed) return;
    reply.headers({
      'ratelimit-limit': limit.max,
      'ratelimit-remaining': limit.remaining,
      'ratelimit-reset': limit.ttlInSeconds,
    });
    if (!limit.isExceeded) return;
    reply.header('retry-after', limit.ttlInSeconds);
    throw new Refusal('msg.tooManyRequests', { code: 429, http: 429 });
  }

  async function shownKey(request: FastifyRequest): Promise<LivingKey | undefined> {
    const shown = keyOf(request.headers.authorization);
    return shown === undefined ? undefined : within(request, actors.ofKey(hashOfKey(shown)));
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, key: LivingKey): Promise<void> {
    request.apiKey = key;
    request.actor = key.actor;
    await count(request, reply);
    noteUse(request, key);
  }

  async function refuseInAddress(request: FastifyRequest): Promise<void> {
    const shown = keyWithin(request.url);
    if (shown === undefined) return;
    const hash = hashOfKey(shown);
    await sql`update "apiKey" set "exposedTime" = now() where hash = ${hash} or "oldHash" = ${hash}`.execute(db);
    throw new Refusal('msg.apiKey.inAddress', { code: 401, http: 401 });
  }

  /** Whoever shows a key from where it may be used, and by whose allowance it opens this door; throws for everybody else. */
  async function enterBy(request: FastifyRequest, reply: FastifyReply, allows: (key: LivingKey) => void) {
    await refuseInAddress(request);
    const key = await shownKey(request);
    if (!key) throw new Refusal('msg.apiKey.needed', { code: 401, http: 401 });
    if (!comesFrom(key.addresses, request.ip)) throw forbidden('msg.apiKey.wrongAddress');
    allows(key);
    await enter(request, reply, key);
    return key;
  }

  return {
    async admit(request, reply) {
      const key = await shownKey(request);
      if (!key) return;
      requireAllowed(request, key);
      if (!request.agent) return enter(request, reply, key);
      // Counted and noted when the agent asked.
      requireAgents(request, key);
      request.apiKey = key;
      request.actor = key.agentsSeeAll ? key.actor : maskedActor(key.actor);
    },
    admitAgent: (request, reply) =>
      enterBy(request, reply, ({ agents }) => {
        if (agents === 0) throw forbidden('msg.apiKey.noAgents');
      }),
    async admitDirectory(request, reply) {
      const { method } = request;
      await enterBy(request, reply, ({ scim, readsOnly }) => {
        if (!scim) throw forbidden('msg.apiKey.noScim');
        if (readsOnly && method !== 'GET' && method !== 'HEAD') throw forbidden('msg.apiKey.readsOnly');
      });
      // Whoever allowed the key to do this has proven the password for it.
      request.proven = true;
    },
    refuseInAddress,
  };
}
