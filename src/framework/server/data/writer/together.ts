import { isDocument, type Entity } from '../../../model/index.ts';
import type { ResourceHooks, Row } from '../../contract.ts';
import { notFound } from '../../errors.ts';
import type { Connection } from '../query/index.ts';
import { columnsOf } from '../tables/index.ts';
import { nestedReferences } from './nested.ts';
import { isBound, judge, moves, refuseState, valuesOf, write, type Saved, type SaveWork } from './save.ts';
import { shapeOf } from './source.ts';
import { insertStatement, readOutcome, updateStatement } from './statements.ts';
import { storedRows } from './stored.ts';
import { zoneRoot, zonesBy } from './zones.ts';

/** One save with what it writes and the row that it changes. */
export interface Prepared {
  readonly at: number;
  readonly work: SaveWork;
  readonly values: Row;
  readonly before: (Row & { readonly id: number }) | null;
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
 * Whether a save can be written in one statement with others: it has no hook, which may read or write whatever it likes, and nothing that it asks could be
 * answered otherwise after the others.
 */
export const isPlain = (work: SaveWork, hooks: ResourceHooks | undefined): boolean =>
  hooks?.beforeSave === undefined &&
  hooks?.afterSave === undefined &&
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

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether a change moves a row to where another one was: the order in which such changes are made decides which of them are refused. */
const trades = (entity: Entity, { values, before }: Prepared): boolean =>
  before !== null && [...exclusive(entity)].some((name) => name in values && !same(values[name], before[name]));

async function prepareAll(connection: Connection, works: readonly SaveWork[]): Promise<Prepared[]> {
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
  return rows.map(({ work, before, root: of }, at) => {
    const values = valuesOf(work, before, zone(of));
    if (before && isBound(work)) refuseState(entity, 'editable', before);
    return { at, work, before, values };
  });
}

/** New rows of one statement have the same properties: what a row leaves to the table is nothing, unless the table has a default. */
export function filled<P extends Prepared>({ engine, entity }: SaveWork, created: readonly P[]): P[] {
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
  for (const one of prepared) {
    const key = shapeOf(one.work.entity, one.values);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

async function writeGroup(connection: Connection, group: readonly Prepared[], saved: Saved[]): Promise<void> {
  const { engine, entity, caller } = group[0]!.work;
  const options = { guarded: true, logged: false, visibleOnly: true };
  const each = group.map(({ values, before }) => (before ? { ...values, id: before.id } : values));
  const ids = group.flatMap(({ before }) => before?.id ?? []);
  const statement =
    ids.length > 0
      ? updateStatement(engine, entity, ids, {}, caller, options, each as (Row & { id: number })[])
      : insertStatement(engine, entity, each, caller, options);
  const { rows } = await connection.query<Row>(statement);
  for (const [index, { at, work }] of group.entries()) saved[at] = judge(work, readOutcome(rows[index]!));
}

/**
 * Saves of one entity by one caller, all of them plain (`isPlain`), within a transaction: what `saveWithin` does of each, in a few statements for all. Throws what
 * the first refused one is refused with, and which that was is not known: the caller takes all back and tries fewer.
 */
export async function saveTogether(connection: Connection, works: readonly SaveWork[]): Promise<Saved[]> {
  const saved: Saved[] = [];
  let waiting: Prepared[] = [];
  const flush = async (): Promise<void> => {
    const created = waiting.filter(({ before }) => before === null);
    const changed = waiting.filter(({ before }) => before !== null);
    if (created.length > 0)
      for (const group of alike(filled(created[0]!.work, created))) await writeGroup(connection, group, saved);
    for (const group of alike(changed)) await writeGroup(connection, group, saved);
    waiting = [];
  };
  for (const prepared of await prepareAll(connection, works)) {
    const { work, values } = prepared;
    if (!trades(work.entity, prepared)) {
      waiting.push(prepared);
      continue;
    }
    await flush();
    saved[prepared.at] = judge(work, await write(connection, work, values));
  }
  await flush();
  return saved;
}
