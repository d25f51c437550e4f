import type { Actor } from '../../contract.ts';
import { reading, visible, type Connection, type Engine, type Reading } from '../query/index.ts';
import { all, any, ident, literal, prepared, SQL, type Sql } from '../sql/index.ts';
import { kindsOf, mayHear } from './kinds.ts';

/** One thing that somebody is told of. */
export interface Told {
  readonly id: number;
  readonly kind: string;
  readonly recordId: number;
  readonly params: Readonly<Record<string, string>>;
  /** Wall clock of the application's zone. */
  readonly time: string;
  readonly read: boolean;
}

type Asked = { readonly actor: Actor; readonly now: number };

/** More are not counted. */
export const MOST_UNREAD = 100;

/**
 * Which notices (`e`) the reader may know of as things are now: of a kind that his or her rights allow, about a record that he or she sees. Undefined: none.
 */
function allowed(query: Reading): Sql | undefined {
  const { engine, actor, parameters } = query;
  const heard = kindsOf(engine.model, engine.module).filter((kind) => mayHear(engine.model, kind, actor));
  if (heard.length === 0) return undefined;
  const entities = new Map(heard.map(({ of }) => [of.entity.name, of.entity]));
  return any(
    [...entities.values()].map((entity) => {
      const names = heard.flatMap(({ name, of }) => (of.entity === entity ? [name] : []));
      const seen = all([SQL`r.id = e."recordId"`, ...visible(query, entity, 'r')]);
      return SQL`(e.kind = any(${parameters.add(names, 'text[]')}) and exists (select 1 from ${ident(entity.name)} r where ${seen}))`;
    }),
  );
}

/** How much the reader has not looked at, up to `MOST_UNREAD`; one statement. */
export async function countUnread(connection: Connection, engine: Engine, asked: Asked): Promise<number> {
  const query = reading(engine, asked);
  const user = query.parameters.add(asked.actor.id, 'bigint');
  const condition = allowed(query);
  if (!condition) return 0;
  const { rows } = await connection.query<{ count: number }>(
    prepared(
      SQL`select count(*)::int as count from (select 1 from "_notification" n join "_notice" e on e.id = n."noticeId"
        where n."userId" = ${user} and n."readTime" is null and ${condition} limit ${MOST_UNREAD}) c`,
      query.parameters.values,
    ),
  );
  return rows[0]!.count;
}

/** What the reader is told of, newest first: `size` of it, before the one with the id `before`, or of the ids `among`. */
export async function readTold(
  connection: Connection,
  engine: Engine,
  asked: Asked,
  { size, before, among }: { readonly size: number; readonly before?: number; readonly among?: readonly number[] },
): Promise<readonly Told[]> {
  const query = reading(engine, asked);
  const { parameters } = query;
  const user = parameters.add(asked.actor.id, 'bigint');
  const condition = allowed(query);
  if (!condition) return [];
  const where = all([
    SQL`n."userId" = ${user}`,
    ...(before === undefined ? [] : [SQL`n.id < ${parameters.add(before, 'bigint')}`]),
    ...(among === undefined ? [] : [SQL`n.id = any(${parameters.add(among, 'bigint[]')})`]),
    condition,
  ]);
  const { rows } = await connection.query<Told>(
    prepared(
      SQL`select n.id, e.kind, e."recordId", coalesce(e.params, '{}') as params, n."readTime" is not null as read,
        to_char(e.time at time zone ${literal(engine.defaultZone)}, 'YYYY-MM-DD HH24:MI:SS') as time
      from "_notification" n join "_notice" e on e.id = n."noticeId" where ${where} order by n.id desc limit ${size}`,
      parameters.values,
    ),
  );
  return rows;
}
