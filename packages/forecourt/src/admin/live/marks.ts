import { useSyncExternalStore } from 'react';

/** So long it is to be seen that somebody has changed something. */
export const MARKED_MS = 4_000;

/** What is marked, by resource and record: the names of what is another there. */
const marked = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();

type Id = number | string;
const keyOf = (resource: string, id: Id): string => `${resource}/${id}`;
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Marks these records for a moment, and which of their properties are others. */
export function mark(resource: string, records: ReadonlyMap<Id, readonly string[]>): void {
  const own = [...records].map(([id, names]) => [keyOf(resource, id), new Set(names)] as const);
  if (own.length === 0) return;
  for (const [key, names] of own) marked.set(key, names);
  tell();
  setTimeout(() => {
    // Not what was marked anew meanwhile.
    for (const [key, names] of own) if (marked.get(key) === names) marked.delete(key);
    tell();
  }, MARKED_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether somebody else has just changed the record; with a name: that property of it. */
export function isMarked(resource: string, id: Id, name?: string): boolean {
  const names = marked.get(keyOf(resource, id));
  return names !== undefined && (name === undefined || names.has(name));
}

/** The same, for who draws it. */
export const useMarked = (resource: string, id: Id | undefined, name?: string): boolean =>
  useSyncExternalStore(subscribe, () => id !== undefined && isMarked(resource, id, name));
