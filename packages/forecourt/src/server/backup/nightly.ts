import { Temporal } from 'temporal-polyfill';
import type { Pool } from 'pg';
import type { Work } from '../contract.ts';
import type { Logger } from '../log.ts';
import { BackupBusy } from './backupError.ts';
import { createBackup, type BackupOptions } from './createBackup.ts';
import { noteBackup } from './state.ts';

/** Where and when backups are made by themselves. */
export interface BackupSettings {
  /** Absolute. */
  readonly folder: string;
  /** So many stay there. */
  readonly keep: number;
  /** `02:00`, by the clock of `zone`. */
  readonly at: string;
}

const EVERY_MS = 60_000;
/** After a failure: a full disk is not emptied within a minute. */
const AGAIN_MS = 15 * 60_000;

/** When the last one was due. */
export function lastDue(now: number, { at, zone }: { at: string; zone: string }): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const today = here.withPlainTime(at);
  const due = Temporal.ZonedDateTime.compare(today, here) > 0 ? today.subtract({ days: 1 }) : today;
  return new Date(due.epochMilliseconds);
}

interface NightlyOptions extends Pick<BackupOptions, 'connection' | 'files' | 'keys' | 'sums'> {
  readonly pool: Pool;
  readonly settings: BackupSettings;
  readonly zone: string;
  readonly log: Logger;
}

/**
 * A backup a day, by whichever process comes first. It is made as soon as one is missing: also by a server that was off at the time. What goes wrong is in the server's log and in
 * the figures (`backup_failures`), and is tried again.
 */
export function nightlyBackup({ pool, settings, zone, log, ...options }: NightlyOptions): Work {
  const { folder, keep, at } = settings;
  let pause = 0;

  async function fail(error: unknown, time: Date): Promise<void> {
    pause = time.getTime() + AGAIN_MS;
    log.error({ err: error, folder }, 'the backup failed');
    const client = await pool.connect();
    try {
      await noteBackup(client, { time, problem: error instanceof Error ? error.message : String(error) });
    } finally {
      client.release();
    }
  }

  return {
    everyMs: EVERY_MS,
    async run({ now }) {
      if (now < pause) return;
      try {
        const made = await createBackup({ ...options, folder, keep, log, unlessSince: lastDue(now, { at, zone }) });
        if (made) log.info({ folder: made.folder }, 'backup made');
      } catch (error) {
        if (!(error instanceof BackupBusy)) await fail(error, new Date(now));
      }
    },
  };
}
