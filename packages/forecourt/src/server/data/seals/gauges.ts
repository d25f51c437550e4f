import { sql } from 'kysely';
import type { Model } from '../../../model/index.ts';
import type { Database, Gauge } from '../../contract.ts';
import { endOfChain } from './chain.ts';
import { logsOf, type Log } from './logRows.ts';

/** Seconds since the first row of a log was written that has no seal; 0: all have one. */
async function waiting(db: Database, log: Log, after: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(extract(epoch from now() - ${sql.ref(log.time)}), 0)::float as seconds
    from ${sql.table(log.name)} where id > ${after} order by id limit 1`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** For whoever watches: a chain that nobody goes on with proves nothing. */
export const sealGauges = (model: Model): Readonly<Record<string, Gauge>> => ({
  log_unsealed_age_seconds: {
    help: 'How long ago the oldest row of a log was written that has no seal yet',
    async read(db) {
      const end = await endOfChain(db);
      const ages = logsOf(model).map((log) => waiting(db, log, end?.seal.last[log.name] ?? 0));
      return Math.max(0, ...(await Promise.all(ages)));
    },
  },
});
