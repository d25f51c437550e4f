import { forgetFilesOfOthers, forgetKeptFiles, hasKeptFiles } from '../providers/keptFiles.ts';
import { DRAFT_PREFIX } from './drafts.ts';

/** Storages of the browser; without those that it forbids. */
function storages(): readonly Storage[] {
  const found: Storage[] = [];
  for (const read of [() => window.localStorage, () => window.sessionStorage])
    try {
      found.push(read());
    } catch {
      // Nothing is kept where nothing may be.
    }
  return found;
}

const draftsIn = (storage: Storage): readonly string[] =>
  Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX));

/** Whether this device keeps typed work or photos that the server does not have. */
export async function hasKeptWork(): Promise<boolean> {
  return storages().some((storage) => draftsIn(storage).length > 0) || hasKeptFiles();
}

/** Whoever signs out leaves nothing behind: no half-typed form and no photo. */
export async function forgetKeptWork(): Promise<void> {
  for (const storage of storages()) for (const key of draftsIn(storage)) storage.removeItem(key);
  await forgetKeptFiles();
}

/** Whoever signs in finds nothing of others. */
export async function forgetWorkOfOthers(user: number): Promise<void> {
  for (const storage of storages())
    for (const key of draftsIn(storage)) if (!key.startsWith(`${DRAFT_PREFIX}${user}.`)) storage.removeItem(key);
  await forgetFilesOfOthers(user);
}
