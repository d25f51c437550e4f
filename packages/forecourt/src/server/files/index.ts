import path from 'node:path';
import type { BucketSettings } from './bucket.ts';
import { createBucketStore } from './bucketStore.ts';
import { createFolderStore } from './folder.ts';
import type { FileStore } from './store.ts';

export { directOrigin, type BucketSettings } from './bucket.ts';
export { readBucketSettings } from './settings.ts';
export { PIECE, StorageError, type Draft, type FileStore, type Opened } from './store.ts';

/** The folder below the data folder that files lie in, or pass through on their way to a bucket. */
export const filesFolder = (dataDir: string): string => path.join(dataDir, 'files');

/** Where uploaded files are kept: in the data folder, or in a bucket where one is set. */
export function createFileStore({
  dataDir,
  bucket,
}: {
  readonly dataDir: string;
  readonly bucket?: BucketSettings;
}): FileStore {
  const folder = filesFolder(dataDir);
  return bucket ? createBucketStore(bucket, folder) : createFolderStore(folder);
}
