import { sql } from 'kysely';
import type { Database } from '../../contract.ts';

/** What is known of a file that was uploaded. */
export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  /** Who uploaded it. */
  readonly userId: number | null;
  /** A record has held it as a private one: no address opens it. */
  readonly private: boolean;
}

/** The uploaded files among these names, by name: a command that takes names from a client asks what is behind them. */
export async function uploadedFiles<T>(
  db: Database<T>,
  names: readonly string[],
): Promise<ReadonlyMap<string, UploadedFile>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<UploadedFile>`
    select name, "mimeType", "userId", private from "_file" where name = any(${names}::text[])
  `.execute(db);
  return new Map(rows.map((file) => [file.name, file]));
}
