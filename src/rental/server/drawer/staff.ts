import { sql } from 'kysely';
import { writtenOnce } from '../database.ts';
import type { RentalDatabase } from '../database.ts';

const staffRows = writtenOnce((db, { storeId }: { readonly storeId: number }) =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'username'])
    .where('status', '=', 1)
    .where(sql<boolean>`"deleteTime" is null`)
    .where(sql<boolean>`("dataScope" = 0 or ${storeId} = any("storeIds"))`)
    .orderBy('name')
    .orderBy('id')
    .compile(),
);

/** Active users who work in a store: those who can take its drawer over. */
export async function staffOfStore(db: RentalDatabase, storeId: number) {
  const users = await staffRows(db, { storeId });
  return users.map(({ id, name, username }) => ({ id, name: name || username }));
}
