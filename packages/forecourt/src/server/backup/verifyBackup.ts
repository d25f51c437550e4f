import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../postgres/index.ts';
import { restoreBackup, type Restored, type RestoreOptions } from './restoreBackup.ts';

/**
 * Restores a backup into a private database that is made for it and thrown away, in the folder for temporary files (`TMPDIR`), and answers what it was found to hold. Throws like `restoreBackup`.
 */
export async function verifyBackup(
  options: Pick<RestoreOptions, 'backup' | 'keys' | 'trustWriter' | 'sums' | 'log'>,
): Promise<Restored> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'forecourt-verify-'));
  try {
    // What is thrown away need not outlive a power cut.
    const server = await startEmbedded({
      dataDir,
      log: options.log,
      settings: { fsync: 'off', full_page_writes: 'off' },
    });
    try {
      return await restoreBackup({ ...options, connection: server.connection });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
