import type { FastifyInstance } from 'fastify';
import { permits } from '../../model/index.ts';
import { forbidden, proofNeeded, Refusal, unauthorized, unavailable } from '../errors.ts';
import type { Messages } from '../messages.ts';
import { agentCall } from '../mcp/index.ts';
import type { Actors } from './actors.ts';
import { hasNulInUrl } from './bodies.ts';
import { within } from './deadline.ts';
import type { KeyDoor } from './keyDoor.ts';
import { ANONYMOUS } from './request.ts';
import { requireVersion } from './problems.ts';
import { RIGHTS_HEADER, rightsVersion } from './rights.ts';
import { watchSilent } from './silentConnections.ts';
import { hashToken, tokenOf } from './tokens.ts';

/** Gives every request its language and its instant, whatever becomes of it. */
export function identifyRequests(
  app: FastifyInstance,
  { messages, clock }: { messages: Messages; clock: () => number },
): void {
  app.decorateRequest('actor');
  app.decorateRequest('tokenHash', null);
  app.decorateRequest('apiKey', null);
  app.decorateRequest('agent', null);
  app.decorateRequest('proven', false);
  app.decorateRequest('logged', null);
  app.decorateRequest('replayed', false);
  app.decorateRequest('sentBody', '');
  app.decorateRequest('language', messages.first);
  app.decorateRequest('t', messages.t(messages.first));
  app.decorateRequest('now', 0);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('actorsTouched', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.actor = ANONYMOUS;
    request.agent = agentCall() ?? null;
    request.language = messages.asked(request.headers['accept-language']);
    request.t = messages.t(request.language);
    request.now = clock();
    request.startedAt = performance.now();
    done();
  });
}

/** A server that was told to stop begins nothing new; what it has begun it answers. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  const endSilent = watchSilent(app.server);
  app.addHook('preClose', (done) => {
    closing = true;
    endSilent();
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (closing) done(unavailable());
    else done();
  });
  // A connection that stays open for a next call would hold up the end.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Session and permission, before the body is read. A route without a permission cannot be registered; what is not allowed is refused
 * (D-PERM-06). HTTP 401 without a living session or
 * API key, 403 without the permission, 428 where the call needs a recent proof of the password.
 */
export function guardRoutes(app: FastifyInstance, actors: Actors, keys: KeyDoor): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const permission = config?.permission;
    if (permission === undefined || permission.length === 0)
      throw new Error(`${String(method)} ${url} has no permission`);
    if (config?.proof && (permission === 'public' || permission === 'signed'))
      throw new Error(`${String(method)} ${url} asks a recent proof of whoever has no session`);
  });
  app.addHook('onRequest', async (request, reply) => {
    // Requests to unknown paths have no route; their 404 tells nobody anything.
    if (request.is404) return;
    if (hasNulInUrl(request.url)) throw new Refusal('msg.parameterError', { http: 400 });
    requireVersion(request);
    await keys.refuseInAddress(request);
    const token = tokenOf(request.headers.authorization);
    if (token !== undefined) {
      const tokenHash = hashToken(token);
      const session = await within(request, actors.ofSession(tokenHash));
      if (session) {
        const { actor, proven, idleMinutes } = session;
        request.actor = actor;
        request.proven = proven;
        request.tokenHash = tokenHash;
        reply.header(RIGHTS_HEADER, rightsVersion(actor, idleMinutes));
      }
    } else await keys.admit(request, reply);
    const { permission, proof } = request.routeOptions.config;
    // Who signs is known once the body is there (`requireSender`).
    if (permission === 'public' || permission === 'signed') return;
    if (request.actor === ANONYMOUS) throw unauthorized();
    if (permission === undefined || (permission !== 'session' && !permits(request.actor.permissions, permission)))
      throw forbidden();
    if (proof && !request.proven) throw proofNeeded();
  });
}

/** After a call that has changed rights: the next request of anybody sees them, also before other processes have heard. */
export function settleChanges(app: FastifyInstance, actors: Actors): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.actorsTouched = actors.touches();
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.routeOptions.config.log) actors.settle(request.actorsTouched);
    done(null, payload);
  });
}
