import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Somebody else who has a record open in a form. */
export interface OtherEditor {
  readonly name: string;
  /** Wall clock of the zone of the application, `YYYY-MM-DD HH:mm:ss`. */
  readonly since: string;
}

/** A record that a form or a detail of this window shows. */
export interface Shown {
  readonly resource: string;
  readonly id: number;
  /** In a form that can be saved. */
  readonly edits: boolean;
  /** Not behind another tab of the shell. */
  onScreen: boolean;
}

export const NOBODY: readonly OtherEditor[] = [];

export const recordKey = ({ resource, id }: Pick<Shown, 'resource' | 'id'>): string => `${resource}/${id}`;

const shown = new Set<Shown>();
const others = new Map<string, readonly OtherEditor[]>();
const listeners = new Set<() => void>();
let follower: (() => void) | undefined;

/** What is shown at the moment, and being told when that is another, until the answered function is called; for who asks the server. */
export function followShown(changed: () => void): () => void {
  follower = changed;
  return () => {
    if (follower === changed) follower = undefined;
  };
}

export const allShown = (): readonly Shown[] => [...shown];

export function setOthers(key: string, now: readonly OtherEditor[]): void {
  if ((others.get(key) ?? NOBODY).length === 0 && now.length === 0) return;
  if (now.length > 0) others.set(key, now);
  else others.delete(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Asked {
  readonly resource: string;
  readonly id: number;
  readonly edits: boolean;
  readonly onScreen: boolean;
  /** false: nobody is told and nobody asks. */
  readonly live: boolean;
}

/** Says that the record is shown here, and answers who else has it open in a form; nobody where changes are not followed. */
export function useOtherEditors({ resource, id, edits, onScreen, live }: Asked): readonly OtherEditor[] {
  const one = useRef<Shown>(undefined);
  const front = useRef(onScreen);
  useEffect(() => {
    front.current = onScreen;
    if (!one.current || one.current.onScreen === onScreen) return;
    one.current.onScreen = onScreen;
    follower?.();
  }, [onScreen]);
  useEffect(() => {
    if (!live) return undefined;
    const now: Shown = { resource, id, edits, onScreen: front.current };
    one.current = now;
    shown.add(now);
    follower?.();
    return () => {
      shown.delete(now);
      follower?.();
    };
  }, [resource, id, edits, live]);
  return useSyncExternalStore(subscribe, () => others.get(recordKey({ resource, id })) ?? NOBODY);
}
