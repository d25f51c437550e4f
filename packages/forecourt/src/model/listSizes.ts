import type { PropertySchema } from './schema.ts';

const MOST_VALUES = 1_000;
/** As many ids below a billion as one cell of a spreadsheet holds: what can be saved comes back from its own export. 200 schemas have some 1,700 permissions. */
const MOST_RELATED = 3_000;

/** How many entries a list may have: what its schema says, else more of related records than of values. */
export const mostEntries = ({ maxItems, 'x-ref': ref }: Pick<PropertySchema, 'maxItems' | 'x-ref'>): number =>
  maxItems ?? (ref ? MOST_RELATED : MOST_VALUES);
