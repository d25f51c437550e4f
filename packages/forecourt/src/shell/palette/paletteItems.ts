type PaletteGroup = 'favourites' | 'records' | 'recent' | 'pages' | 'actions' | 'verbs' | (string & {});

export interface PaletteItem {
  /** Unique, and the same for the same thing tomorrow. */
  readonly id: string;
  /** `favourites`, `records`, `recent`, `pages`, `actions`, `verbs`, or the resource of a record. */
  readonly group: PaletteGroup;
  readonly label: string;
  /** What tells it from others of the same name. */
  readonly detail?: string;
  /** Further words it is found by. */
  readonly words?: readonly string[];
  /** Key that does the same. */
  readonly shortcut?: string;
  /** Where it leads; an action has `run` instead. */
  readonly to?: string;
  readonly run?: () => void;
  /** Neither: the text goes on with this, and the palette stays open. */
  readonly fill?: string;
}

/** Text as it is compared. */
export const fold = (text: string): string => text.toLocaleLowerCase().normalize('NFKC');

/**
 * How well an item answers what was typed. 0: begins with it. 1: begins with its first word and has the others in its
 * name. 2: has it in its name. 3: has it elsewhere. Undefined: not at all.
 */
export function matchOf({ label, detail = '', words = [] }: PaletteItem, typed: string): number | undefined {
  const terms = fold(typed).split(/\s+/).filter(Boolean);
  const name = fold(label);
  const all = [name, fold(detail), ...words.map(fold)].join('\n');
  if (!terms.every((term) => all.includes(term))) return undefined;
  if (name.startsWith(terms.join(' '))) return 0;
  if (!terms.every((term) => name.includes(term))) return 3;
  return name.startsWith(terms[0] ?? '') ? 1 : 2;
}

/** The items that answer what was typed, the best first, otherwise in their order. Nothing typed leaves all. */
export function matching(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  return items
    .flatMap((item) => {
      const match = matchOf(item, typed);
      return match === undefined ? [] : [{ item, match }];
    })
    .sort((a, b) => a.match - b.match)
    .map(({ item }) => item);
}

/** Items by group, groups in the order of their first item. */
export function grouped(items: readonly PaletteItem[]): readonly (readonly [PaletteGroup, readonly PaletteItem[]])[] {
  const groups = new Map<PaletteGroup, PaletteItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
}
