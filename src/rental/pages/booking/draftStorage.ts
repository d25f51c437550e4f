import type { OrderDraft } from './draft.ts';

/** Half-typed work and the version of the order it began from. */
export interface StoredDraft {
  readonly draft: OrderDraft;
  readonly base?: OrderDraft;
  readonly updateTime?: string;
}

/** One place a user and a form: another user of the same computer finds nothing. */
export const draftKey = (userId: number | undefined, form: 'new' | number): string => `booking.${userId ?? 0}.${form}`;

/** Half-typed work of this browser tab; nothing when there is none or it cannot be read. */
export function readDraft(key: string, storage: Storage = window.sessionStorage): StoredDraft | undefined {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft | null;
    return stored?.draft ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; a full or forbidden storage loses only the convenience. */
export function writeDraft(key: string, stored: StoredDraft, storage: Storage = window.sessionStorage): void {
  try {
    storage.setItem(key, JSON.stringify(stored));
  } catch {
    // The form itself still holds everything.
  }
}

export const forgetDraft = (key: string, storage: Storage = window.sessionStorage): void => storage.removeItem(key);
