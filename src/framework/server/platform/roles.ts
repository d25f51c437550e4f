import { sql } from 'kysely';
import { WILDCARD } from '../../model/index.ts';
import { defineCommand, type Context, type ResourceHooks } from '../contract.ts';
import { refuse, refuseFields } from '../errors.ts';
import { lockSupers, requireHeld, rolePermissions } from './users.ts';

interface MenuRow {
  id: number;
  parentId: number | null;
  title: Record<string, string>;
  type: number;
  path: string | null;
  url: string | null;
  icon: string | null;
  sort: number;
  status: number;
}

const menuRows = async (context: Context): Promise<MenuRow[]> =>
  (
    await sql<MenuRow>`select id, "parentId", title, type, path, url, icon, sort, status from menu order by sort, id`.execute(
      context.db,
    )
  ).rows;

/** Ids of the ticked entries and of all entries above them: ticking an action ticks its page (D-ADM-21). */
function withAncestors(rows: readonly MenuRow[], ticked: readonly number[]): number[] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const all = new Set<number>();
  for (const id of ticked)
    for (let at: number | null | undefined = id; at && parents.has(at) && !all.has(at); at = parents.get(at))
      all.add(at);
  return [...all].sort((a, b) => a - b);
}

/** Whether any role but this one still holds everything; without one nobody could ever repair permissions. */
async function requireWildcardElsewhere(context: Context, roleId: number): Promise<void> {
  await lockSupers(context);
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
    if (before) requireHeld(context, await rolePermissions(context, before['id'] as number));
    if (!('menuIds' in values) && before) return;
    const rows = await menuRows(context);
    const chosen = (values['menuIds'] as number[] | undefined) ?? [];
    if (chosen.some((id) => !rows.some((row) => row.id === id))) throw refuseFields({ menuIds: 'msg.unknownRecord' });
    const ticked = withAncestors(rows, chosen);
    values['menuIds'] = ticked;
    const paths = new Set(rows.filter((row) => ticked.includes(row.id) && row.path).map((row) => row.path!));
    requireHeld(context, paths);
    if (before && !paths.has(WILDCARD)) await requireWildcardElsewhere(context, before['id'] as number);
  },
  async beforeDelete(before, context) {
    requireHeld(context, await rolePermissions(context, before.id));
    await requireWildcardElsewhere(context, before.id);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from "user" where "roleId" = ${before.id} and "deleteTime" is null`.execute(
      context.db,
    );
    if (rows[0]!.count > 0) throw refuse('msg.role.inUse', { count: rows[0]!.count });
  },
};

/** Menu entries: a parent that is a descendant would cut the tree in two; entries in use stay (D-ADM-19). */
export const menuHooks: ResourceHooks = {
  async beforeSave({ id, values, before }, context) {
    // Without this entry nobody could repair permissions any more.
    const changed = (field: string): boolean => field in values && values[field] !== before?.[field];
    if (before?.['path'] === WILDCARD && ['path', 'status', 'type'].some(changed)) throw refuse('msg.menu.everything');
    const parentId = values['parentId'] as number | null | undefined;
    if (!id || !parentId) return;
    const rows = await menuRows(context);
    if (withAncestors(rows, [parentId]).includes(id)) throw refuse('msg.menu.cycle');
  },
  async beforeDelete(before, context) {
    const { rows } = await sql<{ children: number; roles: number }>`
      select (select count(*)::int from menu where "parentId" = ${before.id}) as children,
             (select count(*)::int from role where ${before.id} = any("menuIds")) as roles
    `.execute(context.db);
    if (rows[0]!.children > 0) throw refuse('msg.menu.hasChildren', { count: rows[0]!.children });
    if (rows[0]!.roles > 0) throw refuse('msg.menu.usedByRole', { count: rows[0]!.roles });
  },
};

type Node = Omit<MenuRow, 'title'> & { title: string; children: Node[] };

/** The permission tree, and with a role its ticks (D-ADM-22). */
export const rolePermissionTree = defineCommand<{ roleId?: number }>({
  method: 'GET',
  path: '/role/permission',
  permission: 'role-list',
  input: { type: 'object', additionalProperties: false, properties: { roleId: { type: 'integer', minimum: 1 } } },
  async run({ roleId }, context) {
    const rows = await menuRows(context);
    const nodes = new Map<number, Node>(
      rows.map((row) => [
        row.id,
        { ...row, title: row.title[context.language] ?? row.title['en-US'] ?? '', children: [] },
      ]),
    );
    const tree: Node[] = [];
    for (const node of nodes.values())
      ((node.parentId ? nodes.get(node.parentId)?.children : undefined) ?? tree).push(node);
    if (roleId === undefined) return { tree, checked: [] };
    const role = await context.row('role', roleId);
    return { tree, checked: role['menuIds'] ?? [] };
  },
});
