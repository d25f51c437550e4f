import type { Pool } from 'pg';
import type { Model } from '../../model/index.ts';
import type { Migration } from '../contract.ts';
import { newerVersion } from '../errors.ts';
import { fingerprint, listenerName, MODEL_CHANNEL, readLineage } from './tables/index.ts';
import { isDatabaseFailure } from './writer/index.ts';

/**
 * How the model of this program stands to the one that the database fits. They differ for the time of an upgrade, when a server of the new version has brought
 * the tables up to its model while this one still works.
 */
export interface Lineage {
  /** What the tables follow from. */
  readonly source: {
    readonly model: Model;
    readonly migrations: readonly Migration[];
    /** Fingerprint of both. */
    readonly print: string;
  };
  /** NOTIFY channel on which it is said that the model of the database is another. */
  readonly channel: string;
  /** What the connection that listens is to be called, so that a server of another model can tell that this one is at work. */
  readonly listener: string;
  /** The database was brought up to another model after this program started, as far as it has heard. */
  readonly behind: boolean;
  /** It is behind, or could be without having heard: rows that hold values it does not know are not written. */
  readonly wary: boolean;
  /** Asks the database; answers `behind`. */
  look(): Promise<boolean>;
  /** To be told when the channel is heard, and when it is not any more. */
  hear(connected: boolean): Promise<void>;
  /** The refusal in place of a failure that comes of tables that are newer than this program; whatever else it is comes back unchanged. */
  explain(error: unknown): Promise<unknown>;
}

/** What PostgreSQL says to a statement that fits other tables: no such column, table or function, other types, another form of answer. */
const MISFIT = /^(42703|42P01|42883|42804|0A000)$/;
/** A rule that the statement broke. */
const RULE = /^23...$/;

/** How this program's model stands to that of the database (`DataLayer.lineage`). */
export function createLineage(pool: Pool, model: Model, migrations: readonly Migration[]): Lineage {
  let known: string | undefined;
  /** Only where it is needed: it takes a moment with hundreds of schemas. */
  const print = (): string => (known ??= fingerprint(model, migrations));
  let behind = false;
  let hears = true;

  async function look(): Promise<boolean> {
    const last = (await readLineage(pool))?.prints.at(-1);
    behind = last !== undefined && last !== print();
    return behind;
  }

  return {
    get source() {
      return { model, migrations, print: print() };
    },
    channel: MODEL_CHANNEL,
    get listener() {
      return listenerName(print());
    },
    get behind() {
      return behind;
    },
    get wary() {
      return behind || !hears;
    },
    look,
    async hear(connected) {
      hears = connected;
      if (connected) await look();
    },
    async explain(error) {
      if (!isDatabaseFailure(error)) return error;
      const ofModel = error.table !== undefined && model.entities.has(error.table);
      if (!MISFIT.test(error.code) && !(RULE.test(error.code) && ofModel)) return error;
      return (await look().catch(() => behind)) ? newerVersion() : error;
    },
  };
}
