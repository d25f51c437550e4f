import { ownName } from '../../browser/basePath.ts';

/** A file that waits on this device until the server has it. */
export interface KeptFile {
  readonly id: string;
  /** What it is for, in the words of who keeps it. */
  readonly about: string;
  readonly file: File;
}

interface Entry extends KeptFile {
  readonly user: number;
  /** What the file belongs to: one form of one record. */
  readonly place: string;
}

const DATABASE = 'kept-files';
const STORE = 'files';

/** None where the browser has, or allows, no such storage: files live as long as the page then. */
const opened = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(ownName(DATABASE), 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['user', 'place', 'id'] });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });

/** Runs one transaction; what fails (a full disk) loses only the convenience. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (files: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const database = await opened();
  if (!database) return undefined;
  try {
    return await new Promise<T | undefined>((resolve) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => resolve(undefined);
    });
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** Everything whose key begins so: a list comes after every text and number. */
const below = (...begin: readonly (number | string)[]): IDBKeyRange =>
  IDBKeyRange.bound([...begin], [...begin, []], false, true);

/** Files that wait in the browser until the network is back. */
export interface KeptFiles {
  /** Oldest first. */
  list(): Promise<readonly KeptFile[]>;
  put(file: KeptFile): Promise<void>;
  drop(id: string): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Files that one user took for one form, kept on the device over a reload and a flat battery until the server has them. Nobody else is given
 * them: whoever opens the form under another name finds none, and those of others go.
 */
export function keptFiles(user: number, place: string): KeptFiles {
  return {
    list: async () => {
      await forgetFilesOfOthers(user);
      return (
        (await within<Entry[]>('readonly', (files) => files.getAll(below(user, place)) as IDBRequest<Entry[]>)) ?? []
      );
    },
    put: async (file) =>
      void (await within('readwrite', (files) => files.put({ ...file, user, place } satisfies Entry))),
    drop: async (id) => void (await within('readwrite', (files) => files.delete([user, place, id]))),
    clear: async () => void (await within('readwrite', (files) => files.delete(below(user, place)))),
  };
}

/** Nothing that another user took stays on the device. */
export async function forgetFilesOfOthers(user: number): Promise<void> {
  await within('readwrite', (files) => {
    files.delete(IDBKeyRange.upperBound([user], true));
    return files.delete(IDBKeyRange.lowerBound([user, []]));
  });
}

export const hasKeptFiles = async (): Promise<boolean> =>
  ((await within<number>('readonly', (files) => files.count())) ?? 0) > 0;

/** Whoever signs out leaves nothing behind. */
export const forgetKeptFiles = async (): Promise<void> => void (await within('readwrite', (files) => files.clear()));
