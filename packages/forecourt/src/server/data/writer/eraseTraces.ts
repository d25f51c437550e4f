import { sql, type RawBuilder } from 'kysely';
import type { Entity } from '../../../model/index.ts';
import type { Database, Work } from '../../contract.ts';
import type { Engine } from '../query/index.ts';
import { sealErased } from '../seals/index.ts';
import { logTime } from '../tables/index.ts';
import { OPERATION_LOG } from './audit.ts';
import { personalKeys } from './erase.ts';
import { filesHeldByNobody, ownOf } from './eraseJudged.ts';
import { aboutWhom, ownValues, peopleModel, type Erasing, type PeopleModel, type Said } from './traces.ts';

const EVERY_MS = 2_000;
/** One turn takes so long at most: whoever stops the server does not wait for all of a large log. */
const TURN_MS = 2_000;
/** Changes of records that one transaction looks through. */
const CHANGES_AT_ONCE = 10_000;
/** Calls that one transaction looks through: they are read here, and others wait for the same processor. */
const CALLS_AT_ONCE = 1_000;

interface Erasure {
  readonly id: string;
  readonly entity: string;
  readonly ids: readonly string[];
  /** Absent in what an earlier release began. */
  readonly records: Readonly<Record<string, readonly number[]>> | null;
  readonly identity: readonly string[];
  /** Absent until everything but the log of calls is done. */
  readonly own: readonly string[] | null;
  readonly files: readonly string[];
  readonly changePosition: string;
  readonly position: string;
}

type Records = Map<string, Set<number>>;

/** Ids of an entity that are about these people, by its path (`x-person`). */
function aboutThem({ person }: Entity, ids: readonly string[]): RawBuilder<unknown> {
  const { steps, last } = person!.path;
  return steps.reduceRight(
    (inner: RawBuilder<unknown>, { field, target }) =>
      sql`${sql.ref(field)} in (select id from ${sql.table(target)} where ${inner})`,
    sql`${sql.ref(last)} = any(${ids}::bigint[])`,
  );
}

async function recordsOf(db: Database, people: PeopleModel, erasure: Erasure): Promise<Records> {
  const records: Records = new Map();
  for (const entity of people.about) {
    const known = erasure.records?.[entity.name];
    const found =
      erasure.records === null
        ? await sql<{ id: string }>`select id from ${sql.table(entity.name)} where ${aboutThem(entity, erasure.ids)}`.execute(db) // prettier-ignore
        : undefined;
    records.set(entity.name, new Set(known ?? found?.rows.map(({ id }) => Number(id)) ?? []));
  }
  return records;
}

const asJson = (records: Records): string =>
  JSON.stringify(Object.fromEntries([...records].map(([name, ids]) => [name, [...ids]])));

/** What was recorded of records that belonged to the people and are gone: they are found by what their last versions said. Answers whether the end is reached. */
async function eraseGone(db: Database, people: PeopleModel, erasure: Erasure, records: Records): Promise<boolean> {
  const links = people.about.flatMap(({ name, person }) => {
    const [first] = person!.path.steps;
    if (!first && person!.path.last === 'id') return [];
    return [{ entity: name, link: first?.field ?? person!.path.last, target: first?.target ?? person!.of }];
  });
  const { rows: ends } = await sql<{ last: string | null }>`
    select max(id) as last from (select id from "recordChange" where id > ${erasure.changePosition} order by id limit ${CHANGES_AT_ONCE}) piece`.execute(
    db,
  );
  const last = ends[0]?.last ?? null;
  if (last === null) return true;
  const texts = JSON.stringify(Object.fromEntries([...records].map(([name, ids]) => [name, [...ids].map(String)])));
  const { rows } = await sql<{ entity: string; ids: readonly string[] }>`
    select c.entity, array_agg(distinct c."recordId") as ids from "recordChange" c
    join jsonb_to_recordset(${JSON.stringify(links)}::jsonb) l(entity text, link text, target text) on l.entity = c.entity
    where c.id > ${erasure.changePosition} and c.id <= ${last}
      and jsonb_exists((${texts}::jsonb) -> l.target, coalesce(c.before ->> l.link, c.after ->> l.link)) group by c.entity`.execute(
    db,
  );
  for (const { entity, ids } of rows) {
    const mine = records.get(entity)!;
    const asked = ids.filter((id) => !mine.has(Number(id)));
    const { rows: gone } = await sql<{ id: string }>`
      select a.id from unnest(${asked}::bigint[]) a(id) where not exists (select from ${sql.table(entity)} t where t.id = a.id)`.execute(
      db,
    );
    if (gone.length === 0) continue;
    for (const { id } of gone) mine.add(Number(id));
    const keys = sql.raw(personalKeys(people.about.find(({ name }) => name === entity)!));
    await sql`select forecourt_sql.erase_changes(${entity}, ${gone.map(({ id }) => id)}::bigint[], ${keys})`.execute(
      db,
    );
  }
  await sql`update "_erasure" set "changePosition" = ${last}, records = ${asJson(records)}::jsonb where id = ${erasure.id}`.execute(
    db,
  );
  return false;
}

interface DraftRow {
  readonly importId: string;
  readonly row: number;
  readonly resource: string;
  readonly input: unknown;
  readonly errors: unknown;
}

/** What the refusals of a row say of its values, by property. */
const toldBy = (errors: unknown): unknown =>
  Object.fromEntries(
    Object.entries((errors ?? {}) as Record<string, unknown>).map(([name, issue]) => [
      name,
      Array.isArray(issue) ? Object.values((issue[1] ?? {}) as object) : [],
    ]),
  );

/** Rows of checked files that are about the people: they are not written any more. */
async function eraseDrafts(db: Database, engine: Engine, people: PeopleModel, erasing: Erasing): Promise<void> {
  const resources = [...engine.model.resources.values()].filter(({ entity }) => people.identity.has(entity.name));
  const names = resources.map(({ name }) => name);
  const { rows } = await sql<DraftRow>`
    select r."importId", r.row, i.resource, r.input, r.errors from "_importRow" r join "_import" i on i.id = r."importId" where i.resource = any(${names}::text[])`.execute(
    db,
  );
  for (const { importId, row, resource, input, errors } of rows) {
    const entity = engine.model.resources.get(resource)!.entity.name;
    const said: Said = { entity, values: [input, toldBy(errors)] };
    const named = (input as { id?: unknown } | null)?.id;
    const object = typeof named === 'number' ? String(named) : undefined;
    if (aboutWhom(people, erasing, { ...said, object }) === 'person')
      await sql`delete from "_importRow" where "importId" = ${importId} and row = ${row}`.execute(db);
  }
}

/** Answers kept for calls that come again: the key stays, so that nothing is done twice, and only says that it was done. */
async function eraseAnswers(db: Database, people: PeopleModel, erasing: Erasing): Promise<void> {
  const keys = [
    ...people.distinct,
    ...[...people.references].flatMap(([name, entity]) => (people.identity.has(entity) ? [name] : [])),
  ];
  const patterns = keys.map((key) => `%${JSON.stringify(key).replaceAll('_', String.raw`\_`)}:%`);
  const { rows } = await sql<{ userId: string; key: string; answer: string }>`
    select "userId", key, answer from idempotency where answer like any(${patterns}::text[])`.execute(db);
  for (const { userId, key, answer } of rows) {
    const said: Said = { entity: null, values: JSON.parse(answer) as unknown, keys: people.distinct };
    if (aboutWhom(people, erasing, said) !== 'others')
      await sql`update idempotency set answer = '' where "userId" = ${userId} and key = ${key}`.execute(db);
  }
}

interface CallRow {
  readonly id: string;
  readonly module: string;
  readonly action: string;
  readonly path: string;
  readonly objectId: string | null;
  readonly params: unknown;
  readonly changed: readonly (readonly [string, number])[] | null;
}

/** The next piece of the log of calls. Answers whether the end is reached. */
async function eraseCalls(
  db: Database,
  entity: Entity,
  { people, erasing, erasure }: { people: PeopleModel; erasing: Erasing; erasure: Erasure },
): Promise<boolean> {
  const names = people.about.map(({ name }) => name);
  const { rows } = await sql<CallRow>`
    select l.id, l.module, l.action, coalesce(l.path, '') as path, l."objectId", l.params, c.changed
    from "operationLog" l left join lateral (
      select jsonb_agg(distinct jsonb_build_array(c.entity, c."recordId")) as changed from "recordChange" c
      where c.time = l.time and c."callId" = l."callId" and c."userId" is not distinct from l."userId" and c.entity = any(${names}::text[])
    ) c on true where l.id > ${erasure.position} order by l.id limit ${CALLS_AT_ONCE}`.execute(db);
  const whole: string[] = [];
  const partly: string[] = [];
  for (const { id, module, action, path, objectId, params, changed } of rows) {
    const { entity: named, object } = people.namedBy(path, module, action);
    const said: Said = {
      ...{ entity: named, object: object ? objectId : null, values: params, changed: changed ?? [] },
      keys: people.identity.get(module),
    };
    const about = aboutWhom(people, erasing, said);
    if (about === 'person') whole.push(id);
    if (about !== 'both') continue;
    const values = ownValues(people, erasing, said);
    for (const at of values) await sql`select forecourt_sql.blank_call_value(${id}::bigint, ${at}::text[])`.execute(db);
    if (values.length > 0) partly.push(id);
  }
  await sql`select forecourt_sql.blank_calls(${whole}::bigint[])`.execute(db);
  const log = { name: OPERATION_LOG, time: logTime(entity) };
  await sealErased(db, log, [...whole, ...partly].map(Number), erasure.id);
  const last = rows.at(-1)?.id;
  if (last === undefined) return true;
  await sql`update "_erasure" set position = ${last} where id = ${erasure.id}`.execute(db);
  return false;
}

/** Does the next piece of the oldest erasure. False: there is none that nobody else is at. */
const eraseSome = (db: Database, engine: Engine): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<Erasure>`
      select id, entity, ids, records, identity, own, files, "changePosition", position from "_erasure" order by id limit 1 for update skip locked`.execute(
      trx,
    );
    const [erasure] = rows;
    if (!erasure) return false;
    const people = peopleModel(engine.model, engine.module.commands ?? [], erasure.entity);
    const records = await recordsOf(trx, people, erasure);
    const judged = { records, values: new Set(erasure.identity) };
    if (erasure.own === null) {
      if (!(await eraseGone(trx, people, erasure, records))) return true;
      const own = await ownOf(trx, people, judged);
      const erasing = { ...judged, own: new Set(own) };
      await eraseDrafts(trx, engine, people, erasing);
      await eraseAnswers(trx, people, erasing);
      const files = await filesHeldByNobody(trx, engine, erasure.files);
      await sql`delete from "_file" where name = any(${files}::text[])`.execute(trx);
      await sql`update "_erasure" set own = ${own}::text[], records = ${asJson(records)}::jsonb, files = '{}' where id = ${erasure.id}`.execute(
        trx,
      );
      return true;
    }
    const erasing = { ...judged, own: new Set(erasure.own) };
    const log = engine.model.entities.get(OPERATION_LOG);
    if (log && !(await eraseCalls(trx, log, { people, erasing, erasure }))) return true;
    await sql`delete from "_erasure" where id = ${erasure.id}`.execute(trx);
    return true;
  });

/**
 * Does what an erasure (`erasePeople`) leaves behind, piece by piece, however much there is: the history of records that are gone, drafts of imports, kept answers, files and the log of
 * calls. How far it has come is kept with what was blanked, so that it goes on there after whatever ended it; what it looks for is forgotten with the end.
 */
export const eraseTraces = (engine: Engine): Work => ({
  everyMs: EVERY_MS,
  async run({ db }) {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end && (await eraseSome(db, engine)));
  },
});
