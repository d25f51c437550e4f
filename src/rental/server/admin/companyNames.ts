import type { Kysely } from 'kysely';
import type { Tables } from '../database.ts';

/** The product itself, as everybody calls it. */
const PRODUCT = 'Forecourt';

/** Answers the product's name and those of the suppliers, whose names are titles of the header: words that passwords are not built on (D-AUTH-05). */
export async function companyNames(db: Kysely<Tables>): Promise<readonly string[]> {
  const suppliers = await db.selectFrom('supplier').select('name').execute();
  return [PRODUCT, ...suppliers.map(({ name }) => name)];
}
