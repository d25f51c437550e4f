import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { devicesOf, forgetDevices } from '../auth/index.ts';
import type { DataLayer } from '../data/index.ts';
import { notFound } from '../errors.ts';
import { dataAnswer, textAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { callerOf, changeOptions } from './request.ts';
import { addRoute } from './route.ts';
import { wallClock } from './wallClock.ts';
import { endSessionsOf, sessionsOf } from './sessions.ts';

/** So many of the last sign-ins are shown. */
const SIGN_INS = 10;

const ONE = readInput<{ id: number }>({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', minimum: 1 } },
});

const NOTHING = readInput({ type: 'object', properties: {} });

/** Where the signed-in user is signed in, the last sign-ins, and the end of one session, of the others or of all (D-SHELL-12). */
export function addOwnSessions(app: FastifyInstance, data: DataLayer, zone: string): void {
  addRoute(app, {
    method: 'GET',
    path: '/account/sessions',
    permission: 'session',
    sessionOnly: true,
    async handle(request) {
      const { actor, tokenHash } = request;
      const time = (column: string) => wallClock(column, zone);
      const [sessions, devices, signIns] = await Promise.all([
        sessionsOf(data.db, actor.id, tokenHash!, time),
        devicesOf(data.db, actor.id, time),
        sql`
          select ${wallClock('time', zone)} as time, result, message, ip, "userAgent" from "loginLog"
          where username = ${actor.username} order by "loginLog".time desc limit ${SIGN_INS}
        `.execute(data.db),
      ]);
      return dataAnswer(request, { sessions, devices, signIns: signIns.rows });
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/sessions/end',
    permission: 'session',
    sessionOnly: true,
    log: { module: 'account', action: 'endSession' },
    async handle(request) {
      const { id } = ONE(request);
      request.logged = { object: String(id) };
      const end = async ({ db }: { db: DataLayer['db'] }): Promise<null> => {
        if ((await endSessionsOf(db, request.actor.id, { id })) === 0) throw notFound();
        return null;
      };
      const text = await data.change(callerOf(request), end, changeOptions(request, { id }));
      return textAnswer(request, text, 'msg.session.ended');
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/sessions/endothers',
    permission: 'session',
    sessionOnly: true,
    log: { module: 'account', action: 'endOtherSessions' },
    async handle(request) {
      NOTHING(request);
      const text = await data.change(callerOf(request), async ({ db }) => {
        await forgetDevices(db, request.actor.id);
        return { count: await endSessionsOf(db, request.actor.id, { but: request.tokenHash! }) };
      });
      return textAnswer(request, text, 'msg.session.othersEnded');
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/sessions/endall',
    permission: 'session',
    sessionOnly: true,
    log: { module: 'account', action: 'endSessions' },
    async handle(request) {
      NOTHING(request);
      const text = await data.change(callerOf(request), async ({ db }) => {
        await forgetDevices(db, request.actor.id);
        return { count: await endSessionsOf(db, request.actor.id) };
      });
      return textAnswer(request, text, 'msg.session.ended');
    },
  });
}
