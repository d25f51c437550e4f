/** A node of a tree that is held whole in the browser. */
export interface Branch<T> {
  readonly id: number;
  readonly children: readonly T[];
}

export interface BranchLine<T> {
  readonly node: T;
  /** 1 at the top. */
  readonly level: number;
  readonly open: boolean;
  /** Its place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

export interface Found {
  /** What matches, with everything above and below it. */
  readonly shown: ReadonlySet<number>;
  /** What is above a match. */
  readonly open: ReadonlySet<number>;
}

/** The part of a tree that a search leaves: whatever matches, with its way up and its branch. */
export function find<T extends Branch<T>>(tree: readonly T[], matches: (node: T) => boolean): Found {
  const shown = new Set<number>();
  const open = new Set<number>();
  const walk = (node: T, inMatch: boolean): boolean => {
    const own = matches(node);
    let below = false;
    for (const child of node.children) below = walk(child, inMatch || own) || below;
    if (below) open.add(node.id);
    if (own || below || inMatch) shown.add(node.id);
    return own || below;
  };
  for (const node of tree) walk(node, false);
  return { shown, open };
}

/** The tree as lines from top to bottom; what lies below a folded node is left out. */
export function linesOf<T extends Branch<T>>(
  tree: readonly T[],
  open: ReadonlySet<number>,
  found?: Found,
): BranchLine<T>[] {
  const lines: BranchLine<T>[] = [];
  const walk = (nodes: readonly T[], level: number): void => {
    const shown = found ? nodes.filter((node) => found.shown.has(node.id)) : nodes;
    for (const [at, node] of shown.entries()) {
      const isOpen = node.children.length > 0 && (open.has(node.id) || found?.open.has(node.id) === true);
      lines.push({ node, level, open: isOpen, position: at + 1, siblings: shown.length });
      if (isOpen) walk(node.children, level + 1);
    }
  };
  walk(tree, 1);
  return lines;
}

/** Ids of all nodes that others lie below. */
export function branchIds<T extends Branch<T>>(tree: readonly T[]): Set<number> {
  const ids = new Set<number>();
  const walk = (nodes: readonly T[]): void => {
    for (const node of nodes) {
      if (node.children.length === 0) continue;
      ids.add(node.id);
      walk(node.children);
    }
  };
  walk(tree);
  return ids;
}
