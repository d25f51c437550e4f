import { sql } from 'kysely';
import type { Database } from '../../contract.ts';
import type { FileStore } from '../../files/index.ts';

/** Stores a file that the server made itself, of nobody, and answers its name. */
export async function keepFile<T>(
  store: FileStore,
  db: Database<T>,
  content: Buffer,
  mimeType: string,
): Promise<string> {
  const draft = await store.draft();
  try {
    await draft.write(content);
    await draft.keep();
  } finally {
    await draft.discard();
  }
  await sql`insert into "_file" (name, "mimeType", size) values (${draft.name}, ${mimeType}, ${content.length})`.execute(
    db,
  );
  return draft.name;
}
