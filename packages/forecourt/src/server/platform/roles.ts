import { sql } from 'kysely';
import { endOverOfRole, lockSuperAdministrators } from '../auth/index.ts';
import { defineCall, FLAG, ID, INTEGER, list, object, orNull, STRING, typed } from '../../calls/index.ts';
import { WILDCARD } from '../../model/index.ts';
import { defineCommand, type Context, type ResourceHooks } from '../contract.ts';
import { refuse, refuseFields } from '../errors.ts';
import { readFieldRights } from './fieldRights.ts';
import { menuRows, titleIn, treeOf, withAncestors, type MenuRow, type Node } from './menuTree.ts';
import { requireOwnFields, requireOwnPermissions, requireOwnRole } from './users.ts';

/** Whether any role but this one still holds everything; without one nobody could ever repair permissions. */
async function requireWildcardElsewhere(context: Context, roleId: number): Promise<void> {
  await lockSuperAdministrators(context.db);
  const { rows } = await sql<{ alone: boolean }>`
    select not exists(select 1 from role r join menu m on m.id = any(r."menuIds") and m.path = ${WILDCARD}
                      join "user" u on u."roleId" = r.id and u."deleteTime" is null and u.status = 1 where r.id <> ${roleId})
       and exists(select 1 from role r join menu m on m.id = any(r."menuIds") and m.path = ${WILDCARD} where r.id = ${roleId}) as alone
  `.execute(context.db);
  if (rows[0]!.alone) throw refuse('msg.role.lastSuper');
}

/** Roles: no rights beyond the giver's are given or taken; the role that holds everything stays (D-PERM-10). */
export const roleHooks: ResourceHooks = {
  async beforeSave({ values, before }, context) {
    if (before) await requireOwnRole(context, before['id'] as number);
    // A session that has ended is brought back by no limit that is raised (D-AUTH-14).
    if (before && ('sessionHours' in values || 'idleMinutes' in values))
      await endOverOfRole(context.db, before['id'] as number);
    if ('fieldRights' in values)
      values['fieldRights'] = readFieldRights(values['fieldRights'], context, before?.['fieldRights']);
    if ('fieldRights' in values || !before) requireOwnFields(context, values['fieldRights']);
    if (!('menuIds' in values) && before) return;
    const rows = await menuRows(context);
    const chosen = (values['menuIds'] as number[] | undefined) ?? [];
    const known = new Set(rows.map(({ id }) => id));
    if (chosen.some((id) => !known.has(id))) throw refuseFields({ menuIds: 'msg.unknownRecord' });
    const ticked = withAncestors(rows, chosen);
    values['menuIds'] = ticked;
    const held = new Set(ticked);
    const paths = new Set(rows.filter((row) => held.has(row.id) && row.path).map((row) => row.path!));
    requireOwnPermissions(context, paths);
    if (before && !paths.has(WILDCARD)) await requireWildcardElsewhere(context, before['id'] as number);
  },
  async beforeDelete(before, context) {
    await requireOwnRole(context, before.id);
    await requireWildcardElsewhere(context, before.id);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from "user" where "roleId" = ${before.id} and "deleteTime" is null`.execute(
      context.db,
    );
    if (rows[0]!.count > 0) throw refuse('msg.role.inUse', { count: rows[0]!.count });
  },
};

const MENU_TREE = typed<readonly Node<Omit<MenuRow, 'title'> & { readonly title: string }>[]>({
  type: 'array',
  items: object({
    id: ID,
    parentId: orNull(ID),
    title: STRING,
    type: INTEGER,
    path: orNull(STRING),
    url: orNull(STRING),
    icon: orNull(STRING),
    sort: INTEGER,
    status: FLAG,
    // Nodes like this one.
    children: list({ type: 'object' }),
  }),
});

const PERMISSION_TREE = defineCall({
  method: 'GET',
  path: '/role/permission',
  summary: 'Tree of permissions, with the ticks of a role',
  permission: 'role-list',
  input: object({}, { roleId: ID }),
  answer: object({ tree: MENU_TREE, checked: list(ID) }),
});

/** The permission tree, and with a role its ticks (D-ADM-22). */
export const rolePermissionTree = defineCommand(PERMISSION_TREE, {
  async run({ roleId }, context) {
    const rows = await menuRows(context);
    const tree = treeOf(rows.map((row) => ({ ...row, title: titleIn(row, context.language) })));
    if (roleId === undefined) return { tree, checked: [] };
    const role = await context.row('role', roleId);
    return { tree, checked: (role['menuIds'] ?? []) as number[] };
  },
});
