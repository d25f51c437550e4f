import { sql } from 'kysely';
import type { Database } from '../../contract.ts';

const MOST_KNOWN = 10_000;

/** Remembers in which language each user reads, for mail: written when it is another than before, not with each question. */
export function createReaders(db: Database) {
  const known = new Map<number, string>();
  return {
    async note(userId: number, language: string): Promise<void> {
      if (known.get(userId) === language) return;
      await sql`
        insert into "_reader" ("userId", language) values (${userId}, ${language})
        on conflict ("userId") do update set language = excluded.language where "_reader".language <> excluded.language
      `.execute(db);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(userId, language);
    },
  };
}
