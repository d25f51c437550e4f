/** One entry of the permission tree as `/role/permission` answers it: groups (1) hold pages (2), pages hold actions (3). */
export interface PermissionNode {
  readonly id: number;
  readonly title: string;
  readonly type: number;
  readonly path: string | null;
  readonly children: readonly PermissionNode[];
}

/** The node's id and those of everything below it. */
export const idsBelow = (node: PermissionNode): number[] => [node.id, ...node.children.flatMap(idsBelow)];

/** Ids from the root down to the node with this id; empty when it is not in the tree. */
export function pathTo(tree: readonly PermissionNode[], id: number): number[] {
  for (const node of tree) {
    if (node.id === id) return [id];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node.id, ...below];
  }
  return [];
}

/**
 * The ticks after one box was clicked: ticking an action ticks its page and group, ticking a page does not tick its actions,
 * taking a page off takes its actions off (D-ADM-21).
 */
export function toggle(
  tree: readonly PermissionNode[],
  ticked: ReadonlySet<number>,
  node: PermissionNode,
): Set<number> {
  const next = new Set(ticked);
  if (ticked.has(node.id)) for (const id of idsBelow(node)) next.delete(id);
  else for (const id of pathTo(tree, node.id)) next.add(id);
  return next;
}

/** Ticks or clears a node with everything below it. */
export function setAll(
  tree: readonly PermissionNode[],
  ticked: ReadonlySet<number>,
  node: PermissionNode,
  on: boolean,
): Set<number> {
  const next = new Set(ticked);
  for (const id of idsBelow(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
  if (on) for (const id of pathTo(tree, node.id)) next.add(id);
  return next;
}
