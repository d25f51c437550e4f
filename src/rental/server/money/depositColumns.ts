import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { type ComputedColumn, type RegisteredFilter, type SqlContext, refuseFields } from 'forecourt/server';
import type { DepositState } from '../../rules/index.ts';
import { daysOver, releaseDayOf } from './columns.ts';

type Sql = RawBuilder<unknown>;

const held = ({ alias }: SqlContext): Sql => sql.ref(`${alias}.held`);
const item = ({ alias }: SqlContext): Sql => sql.ref(`${alias}.item`);
const over = (query: SqlContext): Sql => daysOver(query, item(query));

/** As `depositState` of the rules says it; a property test holds them together (D-MONEY-05). */
export const depositColumns: Readonly<Record<string, ComputedColumn>> = {
  depositReleaseDate: { sql: (query) => sql`coalesce(${releaseDayOf(query, item(query))}::text, '')` },
  depositState: {
    sql: (query) => sql`(case when ${held(query)} = 0 then 'done' else
      (case sign(${over(query)}) when 1 then 'late' when 0 then 'due' else 'held' end) end)`,
  },
};

/** The rows of each state, by what is held first, whose index leads to the few that are not over. */
const STATES: Readonly<Record<DepositState, (query: SqlContext) => Sql>> = {
  done: (query) => sql`${held(query)} = 0`,
  held: (query) => sql`${held(query)} > 0 and coalesce(${over(query)}, -1) < 0`,
  due: (query) => sql`${held(query)} > 0 and ${over(query)} = 0`,
  late: (query) => sql`${held(query)} > 0 and ${over(query)} > 0`,
};
const isState = (value: string): value is DepositState => Object.hasOwn(STATES, value);

export const depositFilters: Readonly<Record<string, RegisteredFilter>> = {
  depositState: {
    sql(value, query) {
      const states = value.split(',').filter((each) => each !== '');
      if (states.length === 0) return undefined;
      const rows = states.map((each) => {
        if (!isState(each)) throw refuseFields({ state: 'msg.unknownCode' });
        return sql`(${STATES[each](query)})`;
      });
      return sql`(${sql.join(rows, sql` or `)})`;
    },
  },
};
