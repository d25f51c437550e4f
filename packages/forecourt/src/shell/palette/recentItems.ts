import { REMEMBERED_PREFIX } from '../../admin/index.ts';
import type { PaletteItem } from './paletteItems.ts';

/** Ends with the session, like everything remembered of a user. */
const KEY = `${REMEMBERED_PREFIX}palette`;
const MOST = 6;

/** Screens that were chosen lately, the latest first. Records are kept apart, without their names. */
export function recentItems(storage: Storage): readonly PaletteItem[] {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? '[]') as unknown;
    if (!Array.isArray(stored)) return [];
    return (stored as PaletteItem[]).filter(
      (item) =>
        typeof item?.id === 'string' &&
        typeof item.label === 'string' &&
        typeof item.to === 'string' &&
        item.group === 'pages',
    );
  } catch {
    return [];
  }
}

/** Remembers a screen that was chosen; what was done is none. */
export function rememberItem({ id, label, detail, to, group }: PaletteItem, storage: Storage): void {
  if (group !== 'pages') return;
  const others = recentItems(storage).filter((one) => one.id !== id);
  storage.setItem(KEY, JSON.stringify([{ id, label, detail, to, group }, ...others].slice(0, MOST)));
}
