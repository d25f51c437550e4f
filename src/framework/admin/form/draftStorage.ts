const PREFIX = 'form_draft.';

/** Storage of this tab of the browser; none where the browser forbids it. */
function ownStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

export interface FormDraft {
  /** What was typed, by property. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Of the record as it was when the first of it was typed. */
  readonly updateTime?: string;
}

/** One place a user and form: what is called the same is the same form, wherever it is opened. */
export const draftKey = (user: number, form: string): string => `${PREFIX}${user}.${form}`;

/** The half-typed work that a reload interrupted, once: it is written again when the page goes again. */
export function takeDraft(key: string, storage: Storage | undefined = ownStorage()): FormDraft | undefined {
  try {
    const stored = JSON.parse(storage?.getItem(key) ?? 'null') as FormDraft | null;
    storage?.removeItem(key);
    return stored && typeof stored.values === 'object' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; a full or forbidden storage loses only the convenience. */
export function writeDraft(key: string, draft: FormDraft, storage: Storage | undefined = ownStorage()): void {
  try {
    storage?.setItem(key, JSON.stringify(draft));
  } catch {
    // The browser has asked before it left the page.
  }
}

/** Nothing of another user is left to be read. */
export function forgetOthersDrafts(user: number, storage: Storage | undefined = ownStorage()): void {
  if (!storage) return;
  const others = Object.keys(storage).filter((key) => key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${user}.`));
  for (const key of others) storage.removeItem(key);
}
