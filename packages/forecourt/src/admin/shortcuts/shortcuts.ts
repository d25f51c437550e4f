import { useEffect, useRef } from 'react';

/** A key that does something on the page that is shown. */
export interface Shortcut {
  /** `/`, `?`, `Ctrl+K`; what a part of the page handles itself may be called as it likes (`Enter`, `← →`). */
  readonly keys: string;
  /** i18n key of what it does. */
  readonly label: string;
  /** The resource that the label names (`New %{name}`). */
  readonly resource?: string;
  /** Absent: the part of the page listens itself, and the key is only named. */
  readonly run?: () => void;
  /** Kept-alive pages and pages behind a dialog stay mounted: only what is in sight takes a key. */
  readonly inSight?: () => boolean;
  /** Also while somebody types. */
  readonly whileTyping?: boolean;
}

const registered = new Set<() => Shortcut>();

/** Somebody is typing: a key is a character then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** By place, for keyboards whose letters are not Latin ones. */
function atPlace(code: string, shifted: boolean): string | undefined {
  if (code === 'Slash') return shifted ? '?' : '/';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return shifted ? letter : letter?.toLowerCase();
}

/** What was pressed, as `keys` says it; ⌘ counts as Ctrl. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string {
  const latin = /^[\x20-\x7e]$/.test(event.key) ? event.key : (atPlace(event.code, event.shiftKey) ?? event.key);
  return event.ctrlKey || event.metaKey ? `Ctrl+${latin.toUpperCase()}` : latin;
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const keys = keysOf(event);
  const typing = isTyping(event.target);
  // The latest comes first: it belongs to what was opened last.
  const found = [...registered]
    .reverse()
    .map((shortcut) => shortcut())
    .find((one) => one.run && one.keys === keys && (!typing || one.whileTyping) && (one.inSight?.() ?? true));
  if (!found) return;
  event.preventDefault();
  found.run!();
}

/** The keys of the page that is shown, each once, the latest first. */
export function shortcutsInSight(): readonly Shortcut[] {
  const shown = [...registered]
    .reverse()
    .map((shortcut) => shortcut())
    .filter((one) => one.inSight?.() ?? true);
  return shown.filter(
    (one, at) => shown.findIndex(({ keys, label }) => keys === one.keys && label === one.label) === at,
  );
}

/** Whether an element is shown and not behind a dialog. */
export const isVisible = (element: HTMLElement | null): boolean =>
  element !== null && element.checkVisibility?.() === true && element.closest('[aria-hidden=true]') === null;

/** Registers a key while the component is mounted. One listener serves all; the overview (`?`) lists what is registered. */
export function useShortcut(shortcut: Shortcut): void {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  useEffect(() => {
    const own = (): Shortcut => latest.current;
    if (registered.size === 0) document.addEventListener('keydown', press);
    registered.add(own);
    return () => {
      registered.delete(own);
      if (registered.size === 0) document.removeEventListener('keydown', press);
    };
  }, []);
}
