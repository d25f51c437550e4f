import { useCallback } from 'react';
import { useStore } from 'react-admin';
import { useSessionInfo } from '../runtime/runtime.tsx';

/** A record that somebody keeps at hand. What it is called is asked for anew: rights change, and so do names. */
export interface KeptRecord {
  readonly resource: string;
  readonly id: number;
}

/** Records seen lately, the latest first, and those that the user marked. */
export type KeptKind = 'recent' | 'favourites';

const MOST: Readonly<Record<KeptKind, number>> = { recent: 8, favourites: 30 };
const NONE: readonly KeptRecord[] = [];

const isKept = (one: Partial<KeptRecord> | null): one is KeptRecord =>
  typeof one?.resource === 'string' && typeof one.id === 'number';

const isSame = (one: KeptRecord, other: KeptRecord): boolean => one.resource === other.resource && one.id === other.id;

export interface KeptRecords {
  readonly records: readonly KeptRecord[];
  has(record: KeptRecord): boolean;
  /** Puts it first. */
  add(record: KeptRecord): void;
  remove(record: KeptRecord): void;
}

/** Records that one user keeps in this browser; the names of the store that begin with `preferences.` survive a sign-out. */
export function useKeptRecords(kind: KeptKind): KeptRecords {
  const user = useSessionInfo()?.id ?? 0;
  const [stored, setStored] = useStore<unknown>(`preferences.records.${user}.${kind}`, NONE);
  const records = Array.isArray(stored) && stored.every(isKept) ? stored : NONE;
  const change = useCallback(
    (record: KeptRecord, first: readonly KeptRecord[]) =>
      setStored((before: unknown) =>
        [
          ...first,
          ...(Array.isArray(before) ? before.filter(isKept) : NONE).filter((one) => !isSame(one, record)),
        ].slice(0, MOST[kind]),
      ),
    [setStored, kind],
  );
  return {
    records,
    has: (record) => records.some((one) => isSame(one, record)),
    add: useCallback((record) => change(record, [{ resource: record.resource, id: record.id }]), [change]),
    remove: useCallback((record) => change(record, NONE), [change]),
  };
}
