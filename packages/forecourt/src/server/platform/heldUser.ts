import { sql } from 'kysely';
import type { Context, Row } from '../contract.ts';
import { seesAsPerson } from '../data/index.ts';
import { forbidden } from '../errors.ts';
import type { HeldScope } from './heldScope.ts';
import { requireOwnRole } from './users.ts';

/**
 * A key calls and a webhook sees as its user: whoever makes, changes or starts one must hold everything that the user holds (D-PERM-10). To whom rules
 * about rows (`x-rows`) show what is his or her own, another one's rows are closed: there is none for others.
 */
export async function requireHeld(userId: number, scope: HeldScope, context: Context): Promise<void> {
  const { rows } = await sql<Row>`select * from "user" where id = ${userId}`.execute(context.db);
  const user = rows[0];
  // The writer refuses a user that there is not, at its field.
  if (!user) return;
  await requireOwnRole(context, user['roleId'] as number);
  await scope.require(user, context);
  if (userId !== context.actor.id && seesAsPerson(context.model, context.actor)) throw forbidden();
}
