import { sql } from 'kysely';
import type { Context, Language } from '../contract.ts';

export interface MenuRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: Readonly<Record<string, string>>;
  readonly type: number;
  readonly path: string | null;
  readonly url: string | null;
  readonly icon: string | null;
  readonly sort: number;
  readonly status: number;
}

/** The whole menu table in its order. */
export const menuRows = async (context: Context): Promise<readonly MenuRow[]> =>
  (
    await sql<MenuRow>`select id, "parentId", title, type, path, url, icon, sort, status from menu order by sort, id`.execute(
      context.db,
    )
  ).rows;

/** The title in a language; in another that has one where that language has none, as after a language was added. */
export const titleIn = ({ title }: Pick<MenuRow, 'title'>, language: Language): string =>
  title[language] ?? Object.values(title)[0] ?? '';

interface Linked {
  readonly id: number;
  readonly parentId: number | null;
}

/** Ids of the entries and of all entries above them: ticking an action ticks its page (D-ADM-21). */
export function withAncestors(rows: readonly Linked[], ticked: readonly number[]): number[] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const all = new Set<number>();
  for (const id of ticked)
    for (let at: number | null | undefined = id; at && parents.has(at) && !all.has(at); at = parents.get(at))
      all.add(at);
  return [...all].sort((a, b) => a - b);
}

export type Node<T> = T & { readonly children: Node<T>[] };

/** One row of every circle that the parents make: the first in the order of the rows. */
function cutsOf<T extends Linked>(rows: readonly T[], byId: ReadonlyMap<number, T>): ReadonlySet<number> {
  const cuts = new Set<number>();
  const done = new Set<number>();
  for (const row of rows) {
    const way = new Set<number>();
    let at: T | undefined = row;
    for (; at && !done.has(at.id) && !way.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined)
      way.add(at.id);
    if (at && way.has(at.id)) {
      const circle = [...way].slice([...way].indexOf(at.id));
      cuts.add(rows.find(({ id }) => circle.includes(id))!.id);
    }
    for (const id of way) done.add(id);
  }
  return cuts;
}

/**
 * Rows as a tree, every one exactly once and in the order given. A row below one that is not there stands at the top. No save makes a circle;
 * one that was made by hand in the database is cut open at its first row, so that it can be seen and repaired.
 */
export function treeOf<T extends Linked>(rows: readonly T[]): Node<T>[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] } as Node<T>]));
  const cuts = cutsOf(rows, nodes);
  const tree: Node<T>[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId && !cuts.has(node.id) ? nodes.get(node.parentId) : undefined;
    (parent?.children ?? tree).push(node);
  }
  return tree;
}
