import type { PoolClient } from 'pg';
import type { Model } from '../../../model/index.ts';
import { objectsOf } from './objects.ts';
import { inTransaction } from './transaction.ts';

/** Whether the extension is there, or could be made; `dry`: without making it. */
async function offer(client: PoolClient, extension: string, dry: boolean): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean; offered: boolean }>(
    `select exists(select 1 from pg_extension where extname = $1) as installed,
       exists(select 1 from pg_available_extensions where name = $1) as offered`,
    [extension],
  );
  if (rows[0]!.installed || dry) return rows[0]!.installed || rows[0]!.offered;
  return inTransaction(client, () => client.query(`create extension if not exists ${extension}`)).then(
    () => true,
    () => false,
  );
}

/** Extensions that objects of the model need and that the database lacks; each is said in `warnings`. */
export async function missingExtensions(
  client: PoolClient,
  model: Model,
  dry: boolean,
  warnings: string[],
): Promise<Set<string>> {
  const needed = [...model.entities.values()]
    .flatMap((entity) => objectsOf(entity, model))
    .filter((object) => object.extension);
  const missing = new Set<string>();
  for (const extension of new Set(needed.map((object) => object.extension!)))
    if (!(await offer(client, extension, dry))) missing.add(extension);
  for (const extension of missing)
    warnings.push(
      `PostgreSQL extension ${extension} is missing and could not be created; ${needed.map((object) => object.name).join(', ')} is left out. It is a second guard: the application checks first. To have it, run: create extension ${extension}`,
    );
  return missing;
}
