import { sql } from 'kysely';
import type { Database } from 'forecourt/server';

/** The one row of charge parameters; the values are the defaults of schemas/internal/parameter.json, which are those of D-PRICE-07. */
export async function parametersAtFirstStart(db: Database): Promise<void> {
  await sql`insert into parameter default values`.execute(db);
}
