import { isDocument, type Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks, Row, SaveEvent } from '../../contract.ts';
import { notFound } from '../../errors.ts';
import type { Connection } from '../query/index.ts';
import type { SqlStatement } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';
import { nestedReferences } from './nested.ts';
import {
  asksParents,
  isBound,
  judge,
  moves,
  refuseState,
  same,
  savesAlone,
  valuesOf,
  write,
  type Saved,
  type SaveWork,
} from './save.ts';
import { isLike, shapeOf } from './source.ts';
import { insertStatement, readOutcome, updateStatement, type Outcome } from './statements.ts';
import { storedRows } from './stored.ts';
import { zoneRoot, zonesBy } from './zones.ts';

type Stored = Row & { readonly id: number };

/** One save with what it writes and the row that it changes. */
export interface Prepared {
  readonly at: number;
  readonly work: SaveWork;
  readonly values: Row;
  readonly before: Stored | null;
}

/** Whether a property of the input names a record of the same entity: another row of the same file may be it. */
export const namesItsKind = ({ entity, input }: SaveWork): boolean =>
  entity.fields.some(({ name, ref }) => ref?.resource === entity.name && (input.given[name] ?? null) !== null);

/** Whether a document of the input names records: where they stand differs from row to row, and what is refused is told there. */
export const namesInDocuments = ({ entity, input }: SaveWork): boolean =>
  entity.fields.some(
    (field) =>
      isDocument(field) && nestedReferences(field.schema, input.given[field.name] ?? null, field.name).length > 0,
  );

/**
 * Whether a save can be written in one statement with others. It has no hook that knows one row at a time, and nothing
 * that it asks could be answered otherwise after the others.
 */
export const isPlain = (work: SaveWork, hooks: ResourceHooks | undefined): boolean =>
  !savesAlone(hooks) &&
  !asksParents(work) &&
  work.step === undefined &&
  !work.logged &&
  work.input.updateTime === undefined &&
  !moves(work) &&
  !namesItsKind(work) &&
  !namesInDocuments(work);

/** Properties that decide whether two rows can stand beside each other. */
function exclusive({ unique, schema }: Entity): ReadonlySet<string> {
  const exclude = schema['x-exclude'];
  return new Set([
    ...unique.flatMap(({ fields, where }) => [...fields, ...Object.keys(where ?? {})]),
    ...(exclude ? [...exclude.key, ...exclude.interval, ...Object.keys(exclude.where ?? {})] : []),
  ]);
}

/** Whether a change moves a row to where another one was: the order in which such changes are made decides which of them are refused. */
const trades = (entity: Entity, { values, before }: Prepared): boolean =>
  before !== null && [...exclusive(entity)].some((name) => name in values && !same(values[name], before[name]));

const eventOf = ({ work: { entity, input }, values, before }: Prepared): SaveEvent<Stored> => ({
  entity: entity.name,
  id: input.id,
  values,
  before,
});

async function prepareAll(
  connection: Connection,
  works: readonly SaveWork[],
  hooks: ResourceHooks | undefined,
  context: Context,
): Promise<Prepared[]> {
  const { engine, entity, caller } = works[0]!;
  const ids = works.flatMap(({ input }) => input.id ?? []);
  const stored = await storedRows(connection, engine, entity, entity.byName.get('id')!, ids, caller, true);
  const root = zoneRoot(entity);
  const rows = works.map((work) => {
    const { id, given } = work.input;
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw notFound(entity.schema['x-missing']);
    return { work, before, root: root && (root in given ? given[root] : before?.[root]) };
  });
  const roots = new Set(rows.map((row) => row.root).filter((one): one is number => Number.isSafeInteger(one)));
  const zone = await zonesBy(connection, engine, entity, [...roots]);
  const prepared = rows.map(({ work, before, root: of }, at) => ({
    ...{ at, work, before },
    values: valuesOf(work, before, zone(of)),
  }));
  await hooks?.beforeSaveAll?.(prepared.map(eventOf), context);
  for (const { work, before } of prepared) if (before && isBound(work)) refuseState(entity, 'editable', before);
  return prepared;
}

/** New rows of one statement have the same properties: what a row leaves to the table is nothing, unless the table has a default. */
export function filled<P extends Prepared>({ engine, entity }: SaveWork, created: readonly P[]): readonly P[] {
  const [first] = created;
  if (created.every(({ values }) => isLike(values, first!.values))) return created;
  const open = columnsOf(entity, engine.model.codes).filter(
    (column) => column.default === undefined && !column.notNull,
  );
  const given = new Set(created.flatMap(({ values }) => Object.keys(values)));
  const empty = Object.fromEntries(open.flatMap(({ name }) => (given.has(name) ? [[name, null] as const] : [])));
  return created.map((one) => ({ ...one, values: { ...empty, ...one.values } }));
}

/** Those with the same properties, in order. */
export function alike<P extends Prepared>(prepared: readonly P[]): P[][] {
  const groups = new Map<string, P[]>();
  let last: P[] | undefined;
  for (const one of prepared) {
    if (!last || !isLike(one.values, last[0]!.values)) {
      const key = shapeOf(one.work.entity, one.values);
      last = groups.get(key) ?? [];
      groups.set(key, last);
    }
    last.push(one);
  }
  return [...groups.values()];
}

/** What writes rows with the same properties (`alike`), all of them new or all of them stored. */
export function statementOf(group: readonly Prepared[], options: Parameters<typeof updateStatement>[5]): SqlStatement {
  const { engine, entity, caller } = group[0]!.work;
  const each = group.map(({ values, before }) => (before ? { ...values, id: before.id } : values));
  const ids = group.flatMap(({ before }) => before?.id ?? []);
  return ids.length > 0
    ? updateStatement(engine, entity, ids, {}, caller, options, each as (Row & { id: number })[])
    : insertStatement(engine, entity, each, caller, options);
}

async function writeGroup(
  connection: Connection,
  group: readonly Prepared[],
  written: Written[],
  brief: boolean,
): Promise<void> {
  const statement = statementOf(group, { guarded: true, logged: false, visibleOnly: true, brief });
  const { rows } = await connection.query<Row>(statement);
  for (const [index, { at, work }] of group.entries()) written[at] = writtenAs(work, readOutcome(rows[index]!));
}

interface Written {
  readonly saved: Saved;
  readonly after: Stored;
}

const writtenAs = (work: SaveWork, outcome: Outcome): Written => ({
  saved: judge(work, outcome),
  after: outcome.row!,
});

/**
 * Saves of one entity by one caller, all of them plain (`isPlain`), within a transaction: what `saveWithin` does of each, in a few statements for all. Throws what
 * the first refused one is refused with, and which that was is not known: the caller takes all back and tries fewer.
 */
export async function saveTogether(
  connection: Connection,
  works: readonly SaveWork[],
  hooks: ResourceHooks | undefined,
  context: Context,
): Promise<Saved[]> {
  const written: Written[] = [];
  const brief = hooks?.afterSaveAll === undefined;
  let waiting: Prepared[] = [];
  const flush = async (): Promise<void> => {
    const created = waiting.filter(({ before }) => before === null);
    const changed = waiting.filter(({ before }) => before !== null);
    if (created.length > 0)
      for (const group of alike(filled(created[0]!.work, created))) await writeGroup(connection, group, written, brief);
    for (const group of alike(changed)) await writeGroup(connection, group, written, brief);
    waiting = [];
  };
  const all = await prepareAll(connection, works, hooks, context);
  for (const prepared of all) {
    const { work, values } = prepared;
    if (!trades(work.entity, prepared)) {
      waiting.push(prepared);
      continue;
    }
    await flush();
    written[prepared.at] = writtenAs(work, await write(connection, work, values));
  }
  await flush();
  await hooks?.afterSaveAll?.(
    all.map((one) => ({ ...eventOf(one), after: written[one.at]!.after })),
    context,
  );
  return written.map(({ saved }) => saved);
}
