import { sql } from 'kysely';
import { application } from '../../src/application.ts';
import type { Database } from 'forecourt/server';

/** Fills a database with the demonstration as of a moment; its files get names of their own, and no bytes. */
export async function fillDemo(db: Database, now: number): Promise<void> {
  let files = 0;
  const keepFile = (): Promise<string> => Promise.resolve(String(++files).padStart(32, '0'));
  await application.module.demo!(db, { now, progress: () => undefined, keepFile });
  // As the server does when it has made one.
  await sql`analyze`.execute(db);
}
