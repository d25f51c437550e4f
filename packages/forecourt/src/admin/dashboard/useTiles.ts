import { usePreference } from '../views/usePreference.ts';
import type { SectionAnswer } from './types.ts';

/** What a reader has arranged of one page of figures, by the ids of its sections and tiles. */
interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const AS_DECLARED: Arrangement = { order: [], hidden: [] };

/** How a section or one of its tiles is called in what is kept. */
export const tileId = (section: string, tile?: string): string => (tile === undefined ? section : `${section}/${tile}`);

/** What has a place stands first, in its order; what is new to the reader stands behind it, as declared. */
function arranged<T>(all: readonly T[], order: readonly string[], idOf: (one: T) => string): readonly T[] {
  const placed = order.flatMap((id) => all.filter((one) => idOf(one) === id));
  return [...placed, ...all.filter((one) => !order.includes(idOf(one)))];
}

/** How one reader has arranged a page of figures; kept in this browser, apart for each user. */
export function useTiles(dashboard: string) {
  const [{ order, hidden }, keep] = usePreference<Arrangement>(`dashboards.${dashboard}`, 'tiles', AS_DECLARED);
  const isShown = (id: string): boolean => !hidden.includes(id);
  return {
    isShown,
    /** Whether sections stand elsewhere than declared. */
    isMoved: order.some((id) => !id.includes('/')),
    isArranged: order.length + hidden.length > 0,
    /** All sections with all their tiles, in the reader's order. */
    arrange: (sections: readonly SectionAnswer[]): readonly SectionAnswer[] =>
      arranged(sections, order, ({ key }) => key).map((section) => ({
        ...section,
        widgets: arranged(section.widgets, order, ({ key }) => tileId(section.key, key)),
      })),
    toggle: (id: string): void =>
      keep({ order, hidden: isShown(id) ? [...hidden, id] : hidden.filter((one) => one !== id) }),
    /** Puts one of these, which stand in this order, at a place among them. */
    move: (ids: readonly string[], id: string, place: number): void => {
      const next = ids.filter((one) => one !== id).toSpliced(place, 0, id);
      keep({ order: [...order.filter((one) => !ids.includes(one)), ...next], hidden });
    },
    reset: (): void => keep(AS_DECLARED),
  };
}

export type Tiles = ReturnType<typeof useTiles>;
