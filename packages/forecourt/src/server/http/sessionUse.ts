import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';

/** The last use of a session is written at most so often. */
const USE_SECONDS = 30;
const MOST_SESSIONS = 10_000;

/** Notes when each session was last used, once its call is answered. What a page asks by itself (`unattended`) is no use. */
export function noteSessionUse(app: FastifyInstance, db: Database): void {
  const noted = new Map<string, number>();
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    const { tokenHash } = request;
    if (!tokenHash || request.routeOptions.config.unattended) return;
    const session = tokenHash.toString('hex');
    const now = performance.now();
    if (now - (noted.get(session) ?? -Infinity) < USE_SECONDS * 1000) return;
    if (noted.size >= MOST_SESSIONS) noted.clear();
    noted.set(session, now);
    // Another node may have noted it a moment ago.
    sql`
      update "_session" set "lastUsedTime" = now() where "tokenHash" = ${tokenHash} and "lastUsedTime" < now() - interval '10 seconds'
    `
      .execute(db)
      .catch((error: unknown) => request.log.warn({ err: error }, 'the use of a session could not be noted'));
  });
}
