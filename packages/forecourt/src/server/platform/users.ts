import { sql } from 'kysely';
import { defineCall, FLAG, ID, INTEGER, list, object, STRING, typed } from '../../calls/index.ts';
import { beyondOwn, compileFieldRights, permits } from '../../model/index.ts';
import { areLastSuper, isEmergencyUser, lockSuperAdministrators } from '../auth/index.ts';
import { defineCommand, type Command, type Context, type ResourceHooks, type Row } from '../contract.ts';
import { refusalText } from '../data/index.ts';
import { Refusal, refuse, refuseFields } from '../errors.ts';
import { hashPassword, requireOwnSignInNames, sendLink } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import type { PasswordRule } from '../passwords/index.ts';

/** Permission paths of a role, as stored: the menu entries it ticks that carry one. */
async function rolePermissions(context: Context, roleId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ path: string }>`
    select distinct m.path from role r join menu m on m.id = any(r."menuIds") where r.id = ${roleId} and m.path is not null
  `.execute(context.db);
  return new Set(rows.map((row) => row.path));
}

/** Nobody may give a permission that he or she does not hold (D-PERM-10). */
export function requireOwnPermissions(context: Context, wanted: ReadonlySet<string>): void {
  const missing = [...wanted].filter((key) => !permits(context.actor.permissions, key));
  if (missing.length > 0) throw refuse('msg.role.notHeld', { permissions: missing.slice(0, 5).join(', ') });
}

/** Nobody may give, take or be above a role that may do or read what he or she may not: by its permissions or its rights of properties. */
export async function requireOwnRole(context: Context, roleId: number | null): Promise<void> {
  // Without a role there is nothing to do or read.
  if (roleId === null) return;
  requireOwnPermissions(context, await rolePermissions(context, roleId));
  if (!context.actor.fields) return;
  const { rows } = await sql<{ fields: unknown }>`
    select to_jsonb(r) -> 'fieldRights' as fields from role r where id = ${roleId}
  `.execute(context.db);
  requireOwnFields(context, rows[0]?.fields);
}

/** The same for rights of properties, as they are stored with a role. */
export function requireOwnFields({ actor, model }: Context, stored: unknown): void {
  const missing = beyondOwn(actor, compileFieldRights(model.entities, stored));
  if (missing.length > 0) throw refuse('msg.role.notHeld', { permissions: missing.slice(0, 5).join(', ') });
}

/** The last user with the first role can be neither locked, deleted nor given another role (D-PERM-10). */
async function requireAnotherSuper(context: Context, leaving: readonly number[]): Promise<void> {
  if (await areLastSuper(context.db, leaving)) throw refuse('msg.user.lastSuper');
}

/** While passwords are off, the one user whom no provider needs to let in is there (D-AUTH-18). */
async function refuseEmergency({ db }: Context, id: number): Promise<void> {
  if (await isEmergencyUser(db, id)) throw refuse('msg.oidc.emergency');
}

function refuseOneself(context: Context, ids: readonly number[]): void {
  if (ids.includes(context.actor.id)) throw refuse('msg.user.self');
}

/** What of a user is changed by which sign-in finds him or her. */
const signInNames = (values: Row, before: Row | null) => {
  const changed = (name: string): string | undefined =>
    values[name] === before?.[name] ? undefined : (values[name] as string | undefined);
  return { id: before?.['id'] as number | undefined, username: changed('username'), phone: changed('phone') };
};

/** Users: hashed passwords, no rights beyond the giver's, never without a super administrator (D-ADM-16…18, D-PERM-10). */
export const userHooks = (scope: HeldScope, passwords: PasswordRule): ResourceHooks => ({
  async beforeSave({ values, before }, context) {
    if (typeof values['password'] === 'string' && values['password'] !== '') {
      const problem = await passwords.problem(values['password'], { ...before, ...values }, context.db);
      if (problem) throw refuseFields({ password: problem });
      values['password'] = await hashPassword(values['password'], `user ${context.actor.id}`);
    } else delete values['password'];
    const invites = before === null && values['invited'] === true;
    if (invites) delete values['password'];
    if ('invited' in values) values['invited'] = false;
    if (before === null && !values['password'] && !invites) throw refuseFields({ password: 'msg.required' });
    if (before === null && !values['name']) values['name'] = values['username'];
    const roleId = values['roleId'] as number | null | undefined;
    if (roleId !== undefined && roleId !== before?.['roleId']) {
      await requireOwnRole(context, roleId);
      if (before) await requireAnotherSuper(context, [before['id'] as number]);
      if (before && roleId === null) await refuseEmergency(context, before['id'] as number);
    }
    await scope.requireSaved(before, values, context);
    await requireOwnSignInNames(context.db, signInNames(values, before));
    // Oneself is changed without reaching for the rights of anybody else.
    if (!before || before['id'] === context.actor.id) return;
    await requireOwnRole(context, before['roleId'] as number | null);
    await scope.require(before, context);
  },
  /** Who comes without a password was asked to be invited (`beforeSave`). */
  async afterSave({ before, after }, context) {
    if (before !== null || after['password']) return;
    const problem = await sendLink(context, after['id'] as number, 'invite');
    if (problem) throw refuseFields({ invited: `msg.invite.${problem}` });
  },
  async beforeDelete(before, context) {
    refuseOneself(context, [before.id]);
    await scope.require(before, context);
    await requireOwnRole(context, before['roleId'] as number);
    await requireAnotherSuper(context, [before.id]);
    await refuseEmergency(context, before.id);
  },
  /** Whoever comes back has the rights again: the same limits as for giving them. */
  async beforeUndelete(before, context) {
    await scope.require(before, context);
    await requireOwnRole(context, before['roleId'] as number);
    await requireOwnSignInNames(context.db, signInNames(before, { id: before.id }));
  },
});

const IDS = typed<readonly number[]>({ type: 'array', items: ID, minItems: 1, maxItems: 100, uniqueItems: true });

/**
 * Lock or unlock several users (D-ADM-17): those that may not be are named with the reason, the others are done (D-ADM-25). The key depends
 * on the direction, so it is asked again inside.
 */
const LOCK_USERS = defineCall({
  method: 'POST',
  path: '/admin/user/lock',
  summary: 'Lock or unlock users',
  permission: ['user-disable', 'user-enable'],
  input: object({ ids: IDS, locked: FLAG }),
  answer: object({ count: INTEGER, failures: list(object({ id: ID, name: STRING, message: STRING })) }),
  log: { module: 'user', action: 'lock' },
});

export const lockUsers = (scope: HeldScope): Command =>
  defineCommand(LOCK_USERS, {
    async run({ ids, locked }, context) {
      context.require(locked ? 'user-disable' : 'user-enable');
      const failures: { id: number; name: string; message: string }[] = [];
      let first: Refusal | undefined;
      // Before any row: two batches that name each other's users must not wait for each other.
      if (locked) await lockSuperAdministrators(context.db);
      for (const id of ids) {
        let user: Row | undefined;
        try {
          user = await context.row('user', id, { lock: true });
          if (locked) {
            refuseOneself(context, [id]);
            await requireAnotherSuper(context, [id]);
            await refuseEmergency(context, id);
          }
          await requireOwnRole(context, user['roleId'] as number);
          await scope.require(user, context);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          first ??= error;
          const name = ((user?.['name'] || user?.['username']) as string | undefined) ?? `#${id}`;
          failures.push({ id, name, message: refusalText(error, 'user', context) });
          continue;
        }
        await context.write.update('user', id, { status: locked ? 0 : 1 });
      }
      if (first && failures.length === ids.length) throw first;
      return { count: ids.length - failures.length, failures };
    },
  });
