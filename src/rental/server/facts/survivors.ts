import { sql } from 'kysely';
import type { RentalDatabase, RowOf } from '../database.ts';

/** The member that a merged one has become part of, over however many merges. */
export async function survivorOf(db: RentalDatabase, id: number): Promise<RowOf<'member'>> {
  const { rows } = await sql<{ id: number }>`
    with recursive way as (
      select id, "mergedIntoId" from member where id = ${id}
      union select m.id, m."mergedIntoId" from way join member m on m.id = way."mergedIntoId"
    ) select id::int from way where "mergedIntoId" is null
  `.execute(db);
  return db.selectFrom('member').selectAll().where('id', '=', rows[0]!.id).executeTakeFirstOrThrow();
}
