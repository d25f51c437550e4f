import { hashOf } from './hash.ts';
import type { Http } from './http.ts';

/** An upload in pieces, as the server named it when it was begun. */
export interface BegunUpload {
  readonly upload: string;
  /** Bytes of a piece at most. */
  readonly largest: number;
}

/** What is known of the upload of one file. */
export interface UploadMemory {
  read(): BegunUpload | undefined;
  write(begun: BegunUpload): void;
  forget(): void;
}

interface Entry extends BegunUpload {
  /** Hash of what tells the file from others. */
  readonly file: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

const KEY = 'begun_uploads';
/** The server keeps as many, as long. */
const MOST = 20;
const LIFE_MS = 24 * 60 * 60 * 1000;
/** So much of both ends of a file is looked at: all of a large one would take as long as sending it may. */
const END = 256 * 1024;

/** What this user has begun and not ended, oldest first. What somebody else has begun is not read, and gone with the next that is written. */
function entriesOf(storage: Storage, user: number): readonly Entry[] {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? '{}') as { user?: number; entries?: readonly Entry[] };
    return stored.user === user ? (stored.entries ?? []).filter(({ since }) => Date.now() - since < LIFE_MS) : [];
  } catch {
    return [];
  }
}

/** A full or forbidden storage loses only the convenience. */
function keep(storage: Storage, user: number, entries: readonly Entry[]): void {
  try {
    if (entries.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ user, entries: entries.slice(-MOST) }));
  } catch {
    // The next page begins anew.
  }
}

/** The same for the same file only, also where another has its name, size and time. */
async function markOf(file: File): Promise<string> {
  const { name, type, size, lastModified } = file;
  const ends = await Promise.all([file.slice(0, END), file.slice(-END)].map((end) => end.arrayBuffer()));
  // A letter for each byte.
  const letters = ends.map((end) => new TextDecoder('latin1').decode(end));
  return hashOf([name, type, size, lastModified, ...letters].join('\n'));
}

/** What this page sends, where the browser has no locks: it has none on plain http. */
const here = new Set<string>();

/** Nobody else sends this file until what is answered is called, on this page or another; undefined where somebody does. A page that is gone sends nothing. */
async function alone(mark: string): Promise<(() => void) | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) {
    if (here.has(mark)) return undefined;
    here.add(mark);
    return () => void here.delete(mark);
  }
  return new Promise((resolve) => {
    locks
      .request(`${KEY}.${mark}`, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined),
      )
      // Where storage is forbidden, locks are too.
      .catch(() => resolve(undefined));
  });
}

/** What is known is read once: a storage that does not forget leads nobody round in circles. */
function memoryOf(known: BegunUpload | undefined, write: (begun: BegunUpload | undefined) => void): UploadMemory {
  let begun = known;
  const set = (next: BegunUpload | undefined): void => {
    begun = next;
    write(next);
  };
  return { read: () => begun, write: set, forget: () => set(undefined) };
}

/**
 * Runs with what this browser knows of the upload of a file that this user has begun, on this page or on one that is gone. Remembered are hashes, for a
 * day at most. A file that is on its way already is sent beside it as another: two records must not share one stored file, which goes with the first of them.
 */
export async function withMemory<T>(
  { storage, user }: Pick<Http, 'storage' | 'user'>,
  file: File,
  run: (memory: UploadMemory) => Promise<T>,
): Promise<T> {
  const who = user();
  // A file that cannot be read any more fails where it is sent.
  const mark = who === undefined ? undefined : await markOf(file).catch(() => undefined);
  const release = mark === undefined ? undefined : await alone(`${who}.${mark}`);
  if (who === undefined || mark === undefined || !release) return run(memoryOf(undefined, () => undefined));
  const known = entriesOf(storage, who).find((entry) => entry.file === mark);
  const write = (begun: BegunUpload | undefined): void => {
    const others = entriesOf(storage, who).filter((entry) => entry.file !== mark);
    keep(storage, who, begun ? [...others, { ...begun, file: mark, since: Date.now() }] : others);
  };
  try {
    return await run(memoryOf(known, write));
  } finally {
    release();
  }
}
