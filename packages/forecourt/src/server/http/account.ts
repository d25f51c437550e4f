import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { missingToCreate, permissionKey, type Model } from '../../model/index.ts';
import { isOnlyByProvider } from '../auth/index.ts';
import type { Actor, Row } from '../contract.ts';
import type { PasswordOwner, PasswordRule } from '../passwords/index.ts';
import type { DataLayer } from '../data/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import { proofNeeded, refuse, refuseFields, unauthorized } from '../errors.ts';
import { dataAnswer, textAnswer } from './envelope.ts';
import { scopeProperty } from './identity.ts';
import { readInput } from './inputs.ts';
import { menuOfUser } from './menuOfUser.ts';
import { hashPassword } from './passwords.ts';
import { defaultViews } from '../views/index.ts';
import { addProof, PASSWORD_CALLS_PER_MINUTE, requireOwnPassword } from './proof.ts';
import { callerOf, changeOptions } from './request.ts';
import { rightsVersion } from './rights.ts';
import { addRoute } from './route.ts';
import { keepSession } from './sessions.ts';

type Titles = Readonly<Record<string, string>>;

/** Keys to make records of which the role takes a property that they must have: the pages offer none, the server refuses them. */
const unmadeKeys = (model: Model, actor: Actor): ReadonlySet<string> =>
  new Set(
    actor.fields &&
      [...model.resources.values()].flatMap(({ entity, permission }) =>
        missingToCreate(entity, actor).length > 0 ? permissionKey(permission, 'add') : [],
      ),
  );

/** What the signed-in user's browser needs to know (D-AUTH-04). */
async function userInfo(data: DataLayer, request: FastifyRequest): Promise<Row> {
  const { actor, language } = request;
  const [users, roles, menus, menu, views] = await Promise.all([
    sql<Row>`select * from "user" where id = ${actor.id} and "deleteTime" is null`.execute(data.reads),
    sql<Row>`select id, name, code, (to_jsonb(role)->>'idleMinutes')::int as "idleMinutes" from role where id = ${actor.roleId}`.execute(
      data.reads,
    ),
    sql<{ path: string; title: Titles | null }>`
      select distinct on (m.path) m.path, m.title from menu m join role r on m.id = any (r."menuIds")
      where r.id = ${actor.roleId} and m.path <> '' and m.status = 1 order by m.path, m.id
    `.execute(data.reads),
    menuOfUser(data.reads, { model: data.model, actor, language, t: request.t }),
    defaultViews(data.reads, actor.roleId),
  ]);
  const user = users.rows[0];
  if (!user) throw unauthorized();
  const unmade = unmadeKeys(data.model, actor);
  const scope = scopeProperty(data.model);
  const name = actor.name;
  const idleMinutes = (roles.rows[0]?.['idleMinutes'] ?? null) as number | null;
  return {
    id: actor.id,
    username: actor.username,
    name,
    suname: '',
    avatar: user['avatar'] ?? '',
    welcome: request.t('app.welcome', { name }),
    roles: roles.rows.map(({ idleMinutes: _, ...role }) => role),
    ...(idleMinutes !== null && { idleMinutes }),
    permission: menus.rows
      .filter(({ path }) => !unmade.has(path))
      .map(({ path, title }) => ({ path, name: title?.[language] ?? path })),
    menu,
    ...(Object.keys(views).length > 0 && { views }),
    dataScope: user['dataScope'] ?? 0,
    ...(scope && { [scope]: user[scope] ?? [] }),
    ...(actor.fields && { fields: actor.fields }),
    ...actor.facts,
    rights: rightsVersion(actor, idleMinutes),
  };
}

async function ownerOf(data: DataLayer, id: number): Promise<PasswordOwner> {
  const { rows } = await sql<PasswordOwner>`select username, name, phone, email from "user" where id = ${id}`.execute(
    data.db,
  );
  return rows[0] ?? {};
}

const PASSWORD = { type: 'string', maxLength: 200 };

const NEW_PASSWORD = readInput<{ pwd: string; repeatpwd: string; oldpwd?: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['pwd', 'repeatpwd'],
  properties: { pwd: { ...PASSWORD, minLength: 1 }, repeatpwd: { ...PASSWORD, minLength: 1 }, oldpwd: PASSWORD },
});

/** Info of the signed-in user, the proof of the password, and its change, with the old one or after a recent proof (D-AUTH-05). */
export function addAccount(app: FastifyInstance, data: DataLayer, passwords: PasswordRule, secrets: SecretBox): void {
  addProof(app, data, secrets);
  addRoute(app, {
    method: 'GET',
    path: '/admin/user/info',
    permission: 'session',
    handle: async (request) => dataAnswer(request, await userInfo(data, request)),
  });
  addRoute(app, {
    method: 'POST',
    path: '/admin/user/updatepwd',
    permission: 'session',
    sessionOnly: true,
    perMinute: PASSWORD_CALLS_PER_MINUTE,
    log: { module: 'user', action: 'password' },
    async handle(request) {
      request.logged = { object: String(request.actor.id), payload: request.body };
      const { pwd, repeatpwd, oldpwd } = NEW_PASSWORD(request);
      const problem = await passwords.problem(pwd, await ownerOf(data, request.actor.id), data.db);
      if (problem) throw refuseFields({ pwd: problem });
      if (pwd !== repeatpwd) throw refuseFields({ repeatpwd: 'msg.password.mismatch' });
      if (oldpwd !== undefined) await requireOwnPassword(data.db, request, 'oldpwd', oldpwd);
      else if (!request.proven) throw proofNeeded();
      // Whom only a sign-in provider lets in stays with it, as with links.
      if (await isOnlyByProvider(data.db, request.actor.id)) throw refuse('msg.oidc.passwordsOff');
      // Hashing takes a while: never while rows are locked.
      const password = await hashPassword(pwd, `user ${request.actor.id}`);
      const text = await data.change(
        callerOf(request),
        async ({ db, write }) => {
          await keepSession(db, request.tokenHash!);
          await write.update('user', request.actor.id, { password });
          return null;
        },
        changeOptions(request, null),
      );
      return textAnswer(request, text, 'msg.success.password');
    },
  });
}
