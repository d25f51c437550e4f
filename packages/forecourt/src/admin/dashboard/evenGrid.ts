/** Narrowest a card of one figure is, and the gap between two, in px. */
const [LEAST, GAP] = [172, 12] as const;

/**
 * How many columns so many cards stand in where at most `room` have room beside each other: rows are as full as each other, so that none stands
 * alone below the rest. Few cards are not drawn out over the whole width.
 */
export function evenColumns(count: number, room: number): number {
  if (count > room) return Math.ceil(count / Math.ceil(count / room));
  return count * 2 >= room ? count : room;
}

/** Rooms after which a screen is wider than any. */
const MOST_ROOM = 16;

/** The grid of so many cards, by the width of the container that it stands in (`containerType: 'inline-size'`). */
export function evenGrid(count: number) {
  const widths = Array.from({ length: MOST_ROOM - 1 }, (_, at) => at + 2).map((room) => [
    `@container (min-width: ${room * LEAST + (room - 1) * GAP}px)`,
    { gridTemplateColumns: `repeat(${evenColumns(count, room)}, minmax(0, 1fr))` },
  ]);
  return {
    display: 'grid',
    gap: `${GAP}px`,
    gridTemplateColumns: 'minmax(0, 1fr)',
    ...(Object.fromEntries(widths) as Readonly<Record<string, { readonly gridTemplateColumns: string }>>),
  };
}
