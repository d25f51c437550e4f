import { sql, type RawBuilder } from 'kysely';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalDatabase } from '../database.ts';
import { taskTypeOf } from '../taskType.ts';

interface StaffQuestion {
  readonly taskType?: number;
  readonly storeId?: number;
  readonly userId?: number;
  /** Only of staff who see an order of one of these stores. */
  readonly scope?: 'all' | readonly number[];
}

/** The store is in the user's data permission (D-PERM-07, D-PERM-08). */
const sees = (storeId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(("user"."dataScope" = 0 or ${storeId} = any("user"."storeIds"))
    and ("user"."supplierId" is null or "user"."supplierId" = (select s."supplierId" from store s where s.id = ${storeId})))`;

/** Active users whose role has a task type, with the store in their data permission (D-ORD-22). */
export const staffFor = (db: RentalDatabase, question: StaffQuestion) =>
  db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.roleId')
    .select(['user.id', 'user.name', 'user.username', 'user.phone', 'role.taskType'])
    .where('user.status', '=', 1)
    .where(sql<boolean>`"user"."deleteTime" is null`)
    .where('role.taskType', 'is not', null)
    .$if(question.taskType !== undefined, (query) => query.where('role.taskType', '=', question.taskType as 1 | 2))
    .$if(question.userId !== undefined, (query) => query.where('user.id', '=', question.userId!))
    .$if(question.storeId !== undefined, (query) => query.where(sees(sql`${question.storeId}::bigint`)))
    .$if(question.scope !== undefined && question.scope !== 'all', (query) =>
      query.where(
        sql<boolean>`exists (select 1 from unnest(${question.scope}::bigint[]) as own(id) where ${sees(sql`own.id`)})`,
      ),
    )
    .orderBy('user.name')
    .orderBy('user.id')
    .execute();

/** Staff that can be given tasks, as whoever gives them chooses among those of the own stores (O6); staff with tasks of their own give none. */
export const taskUsers = defineCommand(calls.taskUsers, {
  async run({ taskType, storeId }, context) {
    const { actor } = context;
    if (taskTypeOf(actor) !== null) return [];
    const users = await staffFor(context.db, { taskType, storeId, scope: actor.scope });
    return users.map(({ username, ...user }) => ({ ...user, name: user.name || username }));
  },
});
