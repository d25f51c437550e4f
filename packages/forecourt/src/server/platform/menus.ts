import { sql } from 'kysely';
import { ID, INTEGER, list, object, orNull, STRING } from '../../calls/index.ts';
import { WILDCARD } from '../../model/index.ts';
import type { Context, ResourceHooks, SaveEvent } from '../contract.ts';
import { refuse, refuseFields } from '../errors.ts';
import { menuRows, treeOf, type MenuRow, type Node } from './menuTree.ts';

/** What the whole tree may be narrowed by; anything else is a request for a page. */
const NARROWING: ReadonlySet<string> = new Set(['keyword', 'type', 'status']);

type MenuNode = Node<MenuRow>;

/**
 * The branches that match: with a keyword also what hangs below a match (who looks for a page means its actions too), and always the way
 * up to it.
 */
function branches(tree: readonly MenuNode[], query: Readonly<Record<string, string>>): MenuNode[] {
  const word = (query['keyword'] ?? '').trim().toLowerCase();
  const says = ({ title, path, url }: MenuRow): boolean =>
    [...Object.values(title ?? {}), path, url].some((text) => text?.toLowerCase().includes(word));
  const among = (list: string | undefined, code: number): boolean => !list || list.split(',').includes(String(code));
  const prune = (nodes: readonly MenuNode[], inBranch: boolean): MenuNode[] =>
    nodes.flatMap((node) => {
      const here = inBranch || says(node);
      const children = prune(node.children, here && word !== '');
      const matches = here && among(query['type'], node.type) && among(query['status'], node.status);
      return matches || children.length > 0 ? [{ ...node, children }] : [];
    });
  return prune(tree, false);
}

const sizeOf = (tree: readonly MenuNode[]): number => tree.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0);

/** `/menu/list` without a page is the tree: whole, or the branches that match (D-ADM-21). */
async function menuTree(query: Readonly<Record<string, unknown>>, context: Context): Promise<unknown> {
  const asked = Object.entries(query).filter(([, value]) => value !== '');
  if (asked.some(([name, value]) => !NARROWING.has(name) || typeof value !== 'string')) return undefined;
  const rows = await menuRows(context);
  const tree: MenuNode[] = treeOf(
    rows.map((row) => ({ ...row, path: row.path ?? '', url: row.url ?? '', icon: row.icon ?? '' })),
  );
  const list = asked.length === 0 ? tree : branches(tree, Object.fromEntries(asked) as Record<string, string>);
  const total = sizeOf(list);
  return { list, pageNo: 1, pageSize: Math.max(total, 1), total, totalPage: 1 };
}

const NODE = {
  id: ID,
  parentId: orNull(ID),
  title: { type: 'object', additionalProperties: STRING },
  type: INTEGER,
  path: STRING,
  url: STRING,
  icon: STRING,
  sort: INTEGER,
  status: INTEGER,
  children: { ...list({ type: 'object' }), description: 'Entries like this one' },
};

const PAGE = 2;

/** Whether the application itself opens a page of this address with this permission path, as those of brands, models and sub-models. */
const declares = ({ resources, pages }: Context['model'], path: string, url: string | null): boolean =>
  [...resources.values()].some(({ permission, route }) => permission.route === path && route.list === url) ||
  pages.some((page) => page.path === url && [page.permission ?? []].flat().includes(path));

/** A permission path is that of one page (D-ADM-21), but where the application declares more pages that it opens. */
async function requireOwnPath(
  { values, before, id }: SaveEvent<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const { type, path, url } = { ...before, ...values } as Partial<MenuRow>;
  const changed = (['type', 'path', 'url'] as const).some(
    (field) => field in values && values[field] !== before?.[field],
  );
  if (!changed || type !== PAGE || !path || declares(context.model, path, url ?? null)) return;
  // One after the other: two that are saved at once do not see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('menu paths', 0))`.execute(context.db);
  const { rows } = await sql`
    select from menu where type = ${PAGE} and path = ${path} and id is distinct from ${id ?? null}::bigint limit 1
  `.execute(context.db);
  if (rows.length > 0) throw refuseFields({ path: 'msg.menu.pathExists' });
}

/** Menu entries: the key to everything stays, and so do entries in use (D-ADM-19). That none lies below itself is the tree's own rule (`x-tree`). */
export const menuHooks: ResourceHooks = {
  whole: menuTree,
  wholeAnswer: object({
    list: list(object(NODE)),
    pageNo: INTEGER,
    pageSize: INTEGER,
    total: INTEGER,
    totalPage: INTEGER,
  }),
  async beforeSave(event, context) {
    const { values, before } = event;
    // Without this entry nobody could repair permissions any more.
    const changed = (field: string): boolean => field in values && values[field] !== before?.[field];
    if (before?.['path'] === WILDCARD && ['path', 'status', 'type'].some(changed)) throw refuse('msg.menu.everything');
    await requireOwnPath(event, context);
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
