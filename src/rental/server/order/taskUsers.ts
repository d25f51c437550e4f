import { sql } from 'kysely';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalDatabase } from '../database.ts';

interface StaffQuestion {
  readonly taskType?: number;
  readonly storeId?: number;
  readonly userId?: number;
}

/** Active users whose role has a task type, with the store in their data permission (D-ORD-22). */
export const staffFor = (db: RentalDatabase, question: StaffQuestion) =>
  db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.roleId')
    .select(['user.id', 'user.name', 'user.username', 'user.phone', 'role.taskType', 'user.dataScope', 'user.storeIds'])
    .where('user.status', '=', 1)
    .where(sql<boolean>`"user"."deleteTime" is null`)
    .where('role.taskType', 'is not', null)
    .$if(question.taskType !== undefined, (query) => query.where('role.taskType', '=', question.taskType as 1 | 2))
    .$if(question.userId !== undefined, (query) => query.where('user.id', '=', question.userId!))
    .$if(question.storeId !== undefined, (query) =>
      query.where(
        sql<boolean>`("user"."dataScope" = 0 or ${question.storeId} = any("user"."storeIds"))
          and ("user"."supplierId" is null or "user"."supplierId" = (select "supplierId" from store where id = ${question.storeId}))`,
      ),
    )
    .orderBy('user.name')
    .orderBy('user.id')
    .execute();

/** Staff that can be given tasks. */
export const taskUsers = defineCommand(calls.taskUsers, {
  async run({ taskType, storeId }, context) {
    const users = await staffFor(context.db, { taskType, storeId });
    return users.map((user) => ({ ...user, name: user.name || user.username, storeIds: user.storeIds ?? [] }));
  },
});
