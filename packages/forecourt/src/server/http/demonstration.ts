import { sql } from 'kysely';
import { platformResources } from '../../platform/index.ts';
import type { Model } from '../../model/index.ts';
import type { Database } from '../contract.ts';
import type { Settings } from '../settings.ts';
import type { AppOptions } from './buildApp.ts';
import { createFileStore } from '../files/index.ts';
import { keepFile } from './files/index.ts';

/** An application whose demonstration is made, and the folder its files go to. */
export interface DemoOptions {
  readonly application: Pick<AppOptions, 'model' | 'module'>;
  readonly settings: Pick<Settings, 'dataDir'>;
  /** Is told what is being made. */
  progress(step: string): void;
}

/** The database has records: a demonstration among them could not be told from them, nor taken out again. */
export class RecordsThere extends Error {}

const PLATFORM: ReadonlySet<string> = new Set(platformResources.map(({ schema }) => schema));

/** What people keep records of: listed on a screen, and not by every application. */
const kept = (model: Model): readonly string[] =>
  [...model.resources.values()].flatMap(({ name, dialect, api, entity }) =>
    PLATFORM.has(name) || entity.view !== undefined || (dialect === 'house' && !api.list) ? [] : [name],
  );

async function isEmpty(db: Database, name: string): Promise<boolean> {
  return (await sql`select from ${sql.table(name)} limit 1`.execute(db)).rows.length === 0;
}

/** Makes the demonstration of the application, in the caller's transaction. */
export async function makeDemo(
  db: Database,
  { application: { module }, settings, progress }: DemoOptions,
): Promise<void> {
  // Thousands of rows take longer than any request may.
  await sql`set local statement_timeout = 0`.execute(db);
  const store = createFileStore(settings);
  await store.prepare();
  await module.demo?.(db, {
    now: Date.now(),
    progress,
    keepFile: (content, mimeType) => keepFile(store, db, content, mimeType),
  });
  // PostgreSQL counts by itself after a minute or more. Until then it guesses, and reads tens of thousands of index entries for each row of another table.
  await sql`analyze`.execute(db);
}

/**
 * The same into a database that has its first start behind it and no records yet, so that a second time changes nothing. In the caller's
 * transaction; throws RecordsThere with a sentence for the operator.
 */
export async function addDemo(db: Database, options: DemoOptions): Promise<void> {
  const taken: string[] = [];
  for (const name of kept(options.application.model)) if (!(await isEmpty(db, name))) taken.push(name);
  if (taken.length > 0)
    throw new RecordsThere(
      `The database has records already (${taken.join(', ')}). Demonstration data goes into one without any; nothing was changed.`,
    );
  await makeDemo(db, options);
}
