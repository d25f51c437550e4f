import { usePreference } from '../views/usePreference.ts';

export type Density = 'comfortable' | 'compact';

/** How high rows are is the same in all lists of a user. */
const EVERY_LIST = '*';

export const useDensity = () => usePreference<Density>(EVERY_LIST, 'density', 'comfortable');

/** How many columns of one list stay in sight on the left while the others are scrolled. */
export const usePinned = (storeKey: string) => usePreference<number>(storeKey, 'pinned', 1);
