import { createLog } from '../log.ts';
import type { OpenDatabase } from '../postgres/index.ts';
import { buildApp } from './buildApp.ts';
import { announcing, giveUp, open, print, type RunOptions } from './runServer.ts';
import { describePlan } from '../data/index.ts';
/** What `migrate` is asked to do beside what a start does. */
export interface MigrateChoices {
  /** Applies what follows only on command. */
  readonly allowUnsafe: boolean;
  /** Columns (`patient.address`) and tables (`patient`) without a schema that are dropped with their values. */
  readonly drop: readonly string[];
  /** What of the locale is changed on purpose: `EUR:JPY`, `Asia/Bangkok:Europe/Berlin`. */
  readonly change?: { readonly currency?: string; readonly zone?: string };
  /** Only prints what would be done. */
  readonly dry: boolean;
}

/**
 * Brings the tables up to the model without serving, and prints every change before it makes any. Differences that lock a big table or change stored
 * values are refused, unless `allowUnsafe`. A column or table that holds values is dropped only by its name in `drop`.
 */
export async function migrate({ application, settings }: RunOptions, choices: MigrateChoices): Promise<void> {
  const log = createLog(settings.logLevel);
  let database: OpenDatabase | undefined;
  try {
    database = await open(settings, log);
    const app = await buildApp({ ...application, pool: database.direct, settings, log });
    const { applied, warnings, later } = await app.data.applyTables({
      ...choices,
      shared: settings.databaseUrl !== undefined,
      announce(plan) {
        // What is refused says its plan itself.
        const refused = plan.impossible.length > 0 || (plan.unsafe.length > 0 && !choices.allowUnsafe);
        if (choices.dry || !refused) print(describePlan(plan));
      },
    });
    if (choices.dry) {
      for (const warning of warnings) print(warning);
      return await database.close();
    }
    if (later.length > 0) await announcing('Building indexes beside the work', app.data.buildIndexes(later));
    // Months of logs too: who runs this may own tables that the server does not.
    await app.data.forget(Date.now());
    for (const warning of warnings) print(warning);
    print(
      applied + later.length === 0
        ? 'The tables fit the schemas.'
        : `${applied + later.length} changes applied; the tables fit the schemas.`,
    );
    await database.close();
  } catch (error) {
    await database?.close().catch(() => undefined);
    giveUp(error, settings);
  }
}
