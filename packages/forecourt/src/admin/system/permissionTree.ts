/** One entry of the permission tree as `/role/permission` answers it: groups (1) hold pages (2), pages hold actions (3). */
export interface PermissionNode {
  readonly id: number;
  readonly title: string;
  readonly type: number;
  readonly path: string | null;
  readonly children: readonly PermissionNode[];
}

const GROUP = 1;

/** The node's id and those of everything below it. */
const idsBelow = (node: PermissionNode): number[] => [node.id, ...node.children.flatMap(idsBelow)];

/** Ids from the root down to the node with this id; empty when it is not in the tree. */
function pathTo(tree: readonly PermissionNode[], id: number): number[] {
  for (const node of tree) {
    if (node.id === id) return [id];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node.id, ...below];
  }
  return [];
}

/** How much of a branch is ticked: the whole, a part, nothing. */
export type Mark = 'all' | 'some' | 'none';

export interface Tally {
  readonly mark: Mark;
  /** Ticked entries of the branch that are permissions, and how many there are. */
  readonly ticked: number;
  readonly total: number;
}

/** Of every node how much of its branch is ticked, in one walk. */
export function tally(tree: readonly PermissionNode[], ticked: ReadonlySet<number>): ReadonlyMap<number, Tally> {
  const tallies = new Map<number, Tally>();
  const walk = (node: PermissionNode): Tally => {
    const below = node.children.map(walk);
    const own = ticked.has(node.id);
    const weight = node.type === GROUP ? 0 : 1;
    const full = own && below.every(({ mark }) => mark === 'all');
    const empty = !own && below.every(({ mark }) => mark === 'none');
    const result: Tally = {
      mark: full ? 'all' : empty ? 'none' : 'some',
      ticked: below.reduce((sum, one) => sum + one.ticked, own ? weight : 0),
      total: below.reduce((sum, one) => sum + one.total, weight),
    };
    tallies.set(node.id, result);
    return result;
  };
  tree.forEach(walk);
  return tallies;
}

/**
 * The ticks after one box was clicked: ticking an action ticks its page and group, ticking a page does not tick its actions,
 * taking a page off takes its actions off (D-ADM-21). A group is no permission of its own: its box means all that is in it.
 */
export function toggle(
  tree: readonly PermissionNode[],
  ticked: ReadonlySet<number>,
  node: PermissionNode,
): Set<number> {
  if (node.type === GROUP) return setAll(tree, ticked, node, !idsBelow(node).every((id) => ticked.has(id)));
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
