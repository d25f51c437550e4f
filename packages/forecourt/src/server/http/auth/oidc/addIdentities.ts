import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { PASSWORD_OFF } from '../../../auth/index.ts';
import type { Database } from '../../../contract.ts';
import type { DataLayer } from '../../../data/index.ts';
import { conflict, notFound } from '../../../errors.ts';
import { dataAnswer, textAnswer } from '../../envelope.ts';
import { readInput } from '../../inputs.ts';
import { callerOf } from '../../request.ts';
import { addRoute } from '../../route.ts';
import { wallClock } from '../../wallClock.ts';

interface Identity {
  readonly id: number;
  readonly provider: string;
  readonly createTime: string;
}

const ONE = readInput<{ id: number }>({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'integer', minimum: 1 } },
});

/** Whether the user still gets in: by a password that counts, or by another provider that is on. */
async function getsIn(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select (u.password is not null and not ${sql.raw(PASSWORD_OFF)}) or exists (
      select from "_userIdentity" i join "signInProvider" p on p.id = i."providerId" where i."userId" = u.id and p.status = 1
    ) as may from "user" u where u.id = ${userId}
  `.execute(db);
  return rows[0]?.may ?? false;
}

/** The own accounts at sign-in providers; whoever removes one comes by it no more, and its sessions end (D-AUTH-18). */
export function addIdentities(
  app: FastifyInstance,
  { data, zone }: { readonly data: DataLayer; readonly zone: string },
): void {
  const own = { permission: 'session', sessionOnly: true } as const;
  addRoute(app, {
    ...own,
    method: 'GET',
    path: '/account/identities',
    async handle(request) {
      const { rows } = await sql<Identity>`
        select i.id, p.name as provider, ${wallClock('i.createTime', zone)} as "createTime"
        from "_userIdentity" i join "signInProvider" p on p.id = i."providerId" where i."userId" = ${request.actor.id} order by i.id
      `.execute(data.db);
      return dataAnswer(request, rows);
    },
  });
  addRoute(app, {
    ...own,
    method: 'POST',
    path: '/account/identities/remove',
    proof: true,
    log: { module: 'account', action: 'removeIdentity' },
    async handle(request) {
      const { id } = ONE(request);
      const { actor } = request;
      request.logged = { object: String(actor.id) };
      const text = await data.change(callerOf(request), async ({ db }) => {
        // Two at once are looked at one after the other: the last one stays.
        await sql`select from "user" where id = ${actor.id} for no key update`.execute(db);
        const { numAffectedRows } = await sql`
          delete from "_userIdentity" where id = ${id} and "userId" = ${actor.id}
        `.execute(db);
        if (numAffectedRows !== 1n) throw notFound();
        if (!(await getsIn(db, actor.id))) throw conflict('msg.oidc.lastWay');
        return null;
      });
      return textAnswer(request, text, 'msg.oidc.removed');
    },
  });
}
