import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../../contract.ts';
import { inTransaction } from '../context/index.ts';
import { parsePath, pathValue, reading, recordText, visible, type Engine, type Reading } from '../query/index.ts';
import {
  all,
  column,
  ident,
  literal,
  now as at,
  Parameters,
  prepared,
  splice,
  SQL,
  joinSql,
  type Sql,
} from '../sql/index.ts';
import { kindsOf, mayHear, type NamedKind } from './kinds.ts';

/** A user who may be told of something. */
export interface Reader {
  readonly actor: Actor;
  /** By topic; what is not said is on. */
  readonly switches: Readonly<Record<string, unknown>>;
}

interface Notice {
  readonly id: number;
  readonly kind: string;
  readonly recordId: number;
  readonly actorId: number | null;
}

/** Notices told at once. */
const BATCH = 50;

/** Nobody: what follows from a record is read for no user in particular. */
const NOBODY: Actor = {
  id: 0,
  username: '',
  name: '',
  roleId: 0,
  permissions: new Set(),
  scope: [],
  facts: {},
};

/** Writes down what has become due, once for each record and key. */
export async function findDue(pool: Pool, engine: Engine, now: number): Promise<void> {
  for (const { name, due } of kindsOf(engine.model, engine.module)) {
    if (!due) continue;
    const { parameters } = reading(engine, { actor: NOBODY, now });
    const time = parameters.add(new Date(now), 'timestamptz');
    const kind = parameters.add(name, 'text');
    const found = splice(due({ now: at }), parameters);
    await pool.query(
      prepared(
        SQL`insert into "_notice" (time, kind, "recordId", key) select ${time}, ${kind}, d.id, d.key from (${found}) d
          where not exists (select 1 from "_notice" e where e.kind = ${kind} and e."recordId" = d.id and e.key = d.key)
          on conflict (kind, "recordId", key) do nothing`,
        parameters.values,
      ),
    );
  }
}

/** What the text speaks of, as a document of texts; nothing that is restricted (`checkNotifications`). */
function spoken(query: Reading, { of: { entity }, says = {} }: NamedKind): Sql {
  const parts = Object.entries(says).map(([parameter, path]) => {
    const value = pathValue(query.engine, entity, parsePath(query.engine, entity, path)!, 'r', (owner, field, at) =>
      recordText(query, owner, field, at),
    );
    return SQL`${literal(parameter)}, coalesce(${value}, '')`;
  });
  return SQL`jsonb_build_object(${joinSql(parts)})`;
}

/** Readers who see the same rows, with the condition that says which. */
function sights(query: Reading, { of: { entity } }: NamedKind, readers: readonly Reader[], now: number) {
  const groups = new Map<string, { readonly users: number[]; readonly condition: Sql }>();
  for (const { actor } of readers) {
    const alone = new Parameters(now);
    const key = all(visible({ engine: query.engine, actor, parameters: alone }, entity, 'r')) + String(alone.values);
    const group = groups.get(key);
    if (group) group.users.push(actor.id);
    else groups.set(key, { users: [actor.id], condition: all(visible({ ...query, actor }, entity, 'r')) });
  }
  return [...groups.values()];
}

async function tellOf(
  client: PoolClient,
  engine: Engine,
  kind: NamedKind,
  notices: readonly Notice[],
  readers: readonly Reader[],
  now: number,
): Promise<number> {
  const hearing = readers.filter(
    ({ actor, switches }) => mayHear(engine.model, kind, actor) && switches[kind.topic] !== false,
  );
  const query = reading(engine, { actor: NOBODY, now });
  const ids = query.parameters.add(
    notices.map(({ recordId }) => recordId),
    'bigint[]',
  );
  const groups = sights(query, kind, hearing, now);
  const seenBy = groups.map(({ condition }, at) => SQL`case when ${condition} then ${at} end`);
  const { rows } = await client.query<{ id: number; params: object; seenBy: number[]; to: number | null }>(
    prepared(
      SQL`select r.id, ${spoken(query, kind)} as params, array_remove(array[${joinSql(seenBy)}]::integer[], null) as "seenBy",
        ${kind.to === undefined ? SQL`null::bigint` : column('r', kind.to)} as "to" from ${ident(kind.of.entity.name)} r where r.id = any(${ids})`,
      query.parameters.values,
    ),
  );
  const records = new Map(rows.map((row) => [row.id, row]));
  const told = notices.flatMap(({ id, recordId, actorId }) => {
    const record = records.get(recordId);
    const users = (record?.seenBy ?? []).flatMap((at) => groups[at]!.users);
    const meant = kind.to === undefined ? users : users.filter((user) => user === record?.to);
    return meant.filter((user) => user !== actorId).map((user) => [id, user] as const);
  });
  await client.query(
    `insert into "_notification" ("noticeId", "userId") select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing`,
    [told.map(([notice]) => notice), told.map(([, user]) => user)],
  );
  await client.query(
    `update "_notice" e set params = x.params from unnest($1::bigint[], $2::jsonb[]) as x(id, params) where e.id = x.id`,
    [notices.map(({ id }) => id), notices.map(({ recordId }) => JSON.stringify(records.get(recordId)?.params ?? {}))],
  );
  return told.length;
}

/**
 * Tells what has happened to whoever may know of it as things are now. Several processes share the work; who dies in between leaves it to the next.
 * Answers how many notices it took up.
 */
export async function spreadNotices(
  pool: Pool,
  engine: Engine,
  now: number,
  readersOf: (client: PoolClient) => Promise<readonly Reader[]>,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: notices } = await client.query<Notice>(
      `update "_notice" set "doneTime" = $1 where id in (
        select id from "_notice" where "doneTime" is null order by id limit ${BATCH} for update skip locked
      ) returning id, kind, "recordId", "actorId"`,
      [new Date(now)],
    );
    if (notices.length === 0) return 0;
    const readers = await readersOf(client);
    for (const kind of kindsOf(engine.model, engine.module)) {
      const own = notices.filter((notice) => notice.kind === kind.name).sort((a, b) => a.id - b.id);
      if (own.length > 0) await tellOf(client, engine, kind, own, readers, now);
    }
    return notices.length;
  });
}
