import { sql } from 'kysely';
import { isStored, relationOf } from 'forecourt/model';
import { conflict } from 'forecourt/server';
import type { RentalContext, RowOf } from '../database.ts';
import { lockRenters } from '../order/index.ts';

/** Rows of a table that name a member in this column. */
export interface Belongings {
  readonly entity: string;
  readonly field: string;
  readonly ids: readonly number[];
}

/** What says that something happened to a member stays with the one that it happened to. */
const OF_THE_MEMBER_ITSELF: ReadonlySet<string> = new Set(['member', 'memberMerge', 'dataRequest']);
/** Every command locks these before the renter, in this order. */
const BEFORE_RENTER = ['order', 'coupon'];

/** Every column in which something belongs to a member, by the model: what is added to it belongs to it. */
const columnsOf = ({ model }: RentalContext): readonly Omit<Belongings, 'ids'>[] =>
  [...model.entities.values()]
    .filter((entity) => !entity.view && !OF_THE_MEMBER_ITSELF.has(entity.name))
    .flatMap((entity) =>
      entity.fields
        .filter((field) => isStored(field) && relationOf(field) === 'one' && field.ref?.resource === 'member')
        .map((field) => ({ entity: entity.name, field: field.name })),
    );

const idsOf = async (
  { db }: RentalContext,
  { entity, field }: Omit<Belongings, 'ids'>,
  memberId: number,
  lock: boolean,
): Promise<Belongings> => {
  const { rows } = await sql<{ id: number }>`
    select id::int from ${sql.table(entity)} where ${sql.ref(field)} = ${memberId} order by id ${lock ? sql`for update` : sql``}
  `.execute(db);
  return { entity, field, ids: rows.map(({ id }) => id) };
};

const inTurn = async <From, To>(from: readonly From[], read: (one: From) => Promise<To>): Promise<To[]> => {
  const all: To[] = [];
  for (const one of from) all.push(await read(one));
  return all;
};

/** How many rows of each entity belong to a member. */
export async function countBelongings(context: RentalContext, memberId: number): Promise<ReadonlyMap<string, number>> {
  const all = await inTurn(columnsOf(context), async (column) => idsOf(context, column, memberId, false));
  return new Map(all.map(({ entity, ids }) => [entity, ids.length]));
}

/** Those of the named members and of all that were merged into them. */
export async function everybody({ db }: RentalContext, ids: readonly number[]): Promise<readonly RowOf<'member'>[]> {
  const { rows } = await sql<RowOf<'member'>>`
    with recursive part as (
      select id from member where id = any(${ids}::bigint[]) union select m.id from part join member m on m."mergedIntoId" = part.id
    ) select * from member where id in (select id from part) order by id
  `.execute(db);
  return rows;
}

export interface LockedMembers {
  readonly belongings: readonly Belongings[];
  readonly members: readonly RowOf<'member'>[];
}

/**
 * Locks what belongs to one member, then these members, in the order of every command: nobody books for one of them from here on. What came in while it
 * waited for them refuses with a conflict: what was looked at is no longer true.
 */
export async function lockMembers(
  context: RentalContext,
  owner: number,
  members: readonly number[],
): Promise<LockedMembers> {
  const columns = columnsOf(context);
  const first = BEFORE_RENTER.flatMap((name) => columns.filter(({ entity }) => entity === name));
  const others = columns.filter((column) => !first.includes(column));
  const before = await inTurn(first, async (column) => idsOf(context, column, owner, true));
  await lockRenters(context.db, await everybody(context, members));
  const rows = await inTurn(
    [...members].toSorted((a, b) => a - b),
    async (id) => context.row('member', id, { lock: true }),
  );
  const now = await inTurn(first, async (column) => idsOf(context, column, owner, false));
  if (JSON.stringify(now) !== JSON.stringify(before)) throw conflict();
  const after = await inTurn(others, async (column) => idsOf(context, column, owner, true));
  return { belongings: [...before, ...after], members: members.map((id) => rows.find((row) => row.id === id)!) };
}

/** Orders of these members beyond the stores of who asks. */
export async function hiddenOrders(context: RentalContext, members: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from "order" o where o."memberId" = any(${members}::bigint[]) and (${context.inScope('order', 'o')}) is not true
  `.execute(context.db);
  return rows[0]!.count;
}
