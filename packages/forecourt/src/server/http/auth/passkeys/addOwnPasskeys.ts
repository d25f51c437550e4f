import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { knownOf, lacksFactor, passkeysOf, removePasskeys } from '../../../auth/index.ts';
import { conflict, notFound, refuse } from '../../../errors.ts';
import { dataAnswer, textAnswer } from '../../envelope.ts';
import { callerOf } from '../../request.ts';
import { addRoute } from '../../route.ts';
import { proveSession } from '../../sessions.ts';
import { wallClock } from '../../wallClock.ts';
import { boundTo, refusalOf, type Challenge } from './challenges.ts';
import { MADE, NOTHING, ONE, SHOWN } from './inputs.ts';
import { beginPasskey, challengeAnswer, makePasskey, requirePasskeys, type PasskeyParts } from './make.ts';

/** Calls a minute that look at a passkey of the signed-in user. */
const PROOFS_PER_MINUTE = 10;

/** The own passkeys: made, listed, removed; and the proof by one of them, which is both factors (D-AUTH-19). */
export function addOwnPasskeys(app: FastifyInstance, parts: PasskeyParts & { readonly zone: string }): void {
  const { data, challenges, passkeys, zone } = parts;
  const own = { permission: 'session', sessionOnly: true } as const;
  const change = { ...own, method: 'POST', proof: true } as const;
  const log = (action: string) => ({ module: 'account', action });
  const bound = (of: Challenge['of'], tokenHash: Buffer): Challenge => ({ of, bound: boundTo(tokenHash) });

  addRoute(app, {
    ...own,
    method: 'GET',
    path: '/account/passkeys',
    handle: async (request) =>
      dataAnswer(request, {
        origin: passkeys?.origin ?? null,
        passkeys: await passkeysOf(data.db, request.actor.id, (column) => wallClock(column, zone)),
      }),
  });
  addRoute(app, {
    ...change,
    path: '/account/passkeys/begin',
    async handle(request) {
      NOTHING(request);
      return beginPasskey(parts, request, request.actor, bound('add', request.tokenHash!));
    },
  });
  addRoute(app, {
    ...change,
    path: '/account/passkeys/add',
    log: log('addPasskey'),
    async handle(request) {
      const made = MADE(request);
      request.logged = { object: String(request.actor.id) };
      const codes = await makePasskey(parts, request, request.actor, bound('add', request.tokenHash!), made);
      return dataAnswer(request, { codes }, 'msg.passkey.added');
    },
  });
  addRoute(app, {
    ...change,
    path: '/account/passkeys/remove',
    log: log('removePasskey'),
    async handle(request) {
      const { id } = ONE(request);
      request.logged = { object: String(request.actor.id) };
      const text = await data.change(callerOf(request), async ({ db }) => {
        if ((await removePasskeys(db, request.actor.id, id)) === 0) throw notFound();
        if (await lacksFactor(db, request.actor.id)) throw conflict('msg.secondFactor.required');
        return null;
      });
      return textAnswer(request, text, 'msg.passkey.removed');
    },
  });
  addRoute(app, {
    ...own,
    method: 'GET',
    path: '/account/proof',
    async handle(request) {
      const { rows } = await sql<{ password: boolean; passkey: boolean }>`
        select password is not null as password, exists (select from "_passkey" p where p."userId" = u.id) as passkey
        from "user" u where id = ${request.actor.id}
      `.execute(data.db);
      const { password, passkey } = rows[0]!;
      return dataAnswer(request, { password, passkey: passkey && passkeys !== undefined });
    },
  });
  addRoute(app, {
    ...own,
    method: 'POST',
    path: '/account/passkeys/prove/begin',
    async handle(request) {
      NOTHING(request);
      const { known } = await knownOf(data.db, request.actor.id);
      if (known.length === 0) throw refuse('msg.passkey.unknown');
      const options = await requirePasskeys(parts).request(known);
      return challengeAnswer(parts, request, options, bound('proof', request.tokenHash!));
    },
  });
  addRoute(app, {
    ...own,
    method: 'POST',
    path: '/account/passkeys/prove',
    perMinute: PROOFS_PER_MINUTE,
    log: log('proveByPasskey'),
    async handle(request) {
      const { response } = SHOWN(request);
      const { id, username } = request.actor;
      request.logged = { object: String(id) };
      const asked = requirePasskeys(parts);
      const { challenge } = await challenges.take(request, response, bound('proof', request.tokenHash!));
      await asked.show(data.db, { response, challenge }, id).catch(async (error: unknown) => {
        throw await refusalOf(data, request, error, username);
      });
      const text = await data.change(callerOf(request), async ({ db }) => {
        await proveSession(db, request.tokenHash!);
        return null;
      });
      return textAnswer(request, text);
    },
  });
}
